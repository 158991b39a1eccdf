// SPDX-License-Identifier: MIT-0

/// Finds files, each of them once, in the order of their paths.
final class FileFinder {
  private let disk: any Disk
  private var seen: Set<String> = []

  init(disk: any Disk) { self.disk = disk }

  struct File {
    let path: String
    /// Whether the user named it. Otherwise it was found in a folder.
    let isNamed: Bool
  }

  /// Throws a `UsageError` if there is nothing at `path`.
  func check(_ path: String) throws {
    if !path.isEmpty, disk.kind(of: path) != nil { return }
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let names = (try? disk.entries(of: folder.isEmpty ? "." : folder))?.keys.sorted() ?? []
    let guess = String(path.dropFirst(folder.count)).closest(in: names)
    let hint = guess.map { "Did you mean '\(folder)\($0)'?" } ?? "Type a path that exists, or none."
    throw UsageError("There is no file or folder '\(path)'. \(hint)")
  }

  /// The file at `path`, or the files below it, without those that were found before.
  func files(at path: String, skipped: (String, any Error) -> Void) -> [File] {
    let canonical = disk.canonicalPath(of: path)
    if disk.kind(of: path) == .folder { return files(below: path, canonical, skipped) }
    return seen.insert(canonical).inserted ? [File(path: path, isNamed: true)] : []
  }

  private func files(
    below root: String, _ canonicalRoot: String, _ skipped: (String, any Error) -> Void
  ) -> [File] {
    var files: [File] = []
    var links: [File] = []
    var folders = [(path: root, canonical: canonicalRoot)]
    while let folder = folders.popLast() {
      do {
        for (name, kind) in try disk.entries(of: folder.path).sorted(by: { $0.key < $1.key }) {
          let path = folder.path == "." ? name : folder.path.appending(component: name)
          let canonical = folder.canonical.appending(component: name)
          switch kind {
          case .folder:
            if !name.hasPrefix(".") { folders.append((path, canonical)) }
          case .file:
            if seen.insert(canonical).inserted { files.append(File(path: path, isNamed: false)) }
          case .link:
            links.append(File(path: path, isNamed: false))
          case .other:
            break
          }
        }
      } catch {
        skipped(folder.path, error)
      }
    }
    // After the files, so that what has a name of its own in the folder is not shown as the link.
    files += links.filter { link in
      switch disk.kind(of: link.path) {
      case .folder?, .other?: false
      case .file?, .link?, nil: seen.insert(disk.canonicalPath(of: link.path)).inserted
      }
    }
    return files.sorted { $0.path < $1.path }
  }
}

extension String {
  fileprivate func appending(component: String) -> String {
    hasSuffix("/") ? self + component : "\(self)/\(component)"
  }
}
