// SPDX-License-Identifier: MIT-0

import Foundation

/// What the tool needs from a file system.
public protocol Disk {
  /// What is at `path` once links are followed, or `nil` if there is nothing.
  func kind(of path: String) -> FileKind?
  /// The names in a folder, with what each of them is. Links are not followed.
  func entries(of folder: String) throws -> [String: FileKind]
  func contents(of file: String) throws -> Data
  /// The path without links: the same for every way to a file.
  func canonicalPath(of path: String) -> String
}

/// What can be at a path.
public enum FileKind: Sendable {
  case file, folder, link, other
}

/// The disk of the machine.
struct LocalDisk: Disk {
  func kind(of path: String) -> FileKind? {
    let kind = kind(of: URL(fileURLWithPath: canonicalPath(of: path)))
    // A link that cannot be followed to its end leads to itself or to nothing.
    return kind == .link ? nil : kind
  }

  func entries(of folder: String) throws -> [String: FileKind] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let folder = URL(fileURLWithPath: folder, isDirectory: true)
    return names.reduce(into: [:]) { entries, name in
      // If its kind is unknown, call it a folder: opening it fails, and says why.
      entries[name] = kind(of: folder.appendingPathComponent(name, isDirectory: false)) ?? .folder
    }
  }

  func contents(of file: String) throws -> Data {
    // Mapped, because only the first bytes of a large binary file are read.
    try Data(contentsOf: URL(fileURLWithPath: file), options: .mappedIfSafe)
  }

  func canonicalPath(of path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  private func kind(of url: URL) -> FileKind? {
    let keys: Set<URLResourceKey> = [.isRegularFileKey, .isDirectoryKey, .isSymbolicLinkKey]
    guard let values = try? url.resourceValues(forKeys: keys) else { return nil }
    if values.isSymbolicLink == true { return .link }
    if values.isDirectory == true { return .folder }
    return values.isRegularFile == true ? .file : .other
  }
}

extension Error {
  /// What went wrong in a few words: the system's own if Foundation wraps its error.
  var reason: String {
    let error = self as NSError
    if error.domain == NSPOSIXErrorDomain { return String(cString: strerror(CInt(error.code))) }
    let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error
    return cause?.reason ?? "\(self)"
  }
}
