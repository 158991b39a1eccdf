// SPDX-License-Identifier: MIT-0

import Foundation

/// One scan of some paths.
final class Scan {
  private let paths: [String]
  private let markers: [String]
  private let finder: FileFinder
  private let disk: any Disk
  private let console: any Console
  private let tally: Tally
  private let progress: ScanProgress

  init(
    paths: [String], markers: [String], finder: FileFinder, disk: any Disk, console: any Console,
    tally: Tally, progress: ScanProgress
  ) {
    self.paths = paths
    self.markers = markers
    self.finder = finder
    self.disk = disk
    self.console = console
    self.tally = tally
    self.progress = progress
  }

  /// Reads the files. What cannot be read is skipped with a note.
  ///
  /// Throws a `UsageError`, before anything is read, if there is nothing at one of the paths.
  func run() throws -> [Finding] {
    for path in paths { try finder.check(path) }
    defer { console.note(progress.end()) }
    return paths.flatMap { path in
      finder.files(at: path, skipped: skip).flatMap(findings)
    }
  }

  private func findings(in file: FileFinder.File) -> [Finding] {
    do {
      guard let kind = disk.kind(of: file.path) else { throw Unsuitable.nothing }
      guard kind == .file else { throw Unsuitable.notFile }
      let contents = try disk.contents(of: file.path)
      if contents.prefix(8_000).contains(0) {
        // A folder may have many pictures. Only a file that the user named deserves a note.
        guard file.isNamed else { return [] }
        throw Unsuitable.binary
      }
      let findings = MarkerParser(markers: markers).findings(in: contents, of: file.path)
      tally.add(findings)
      if console.errorIsTerminal { console.note(progress.step()) }
      return findings
    } catch {
      skip(file.path, error)
      return []
    }
  }

  private func skip(_ path: String, _ error: any Error) {
    console.note("\(progress.end())todos: skipped \(path.printable): \(error.reason)\n")
  }

  private enum Unsuitable: Error, CustomStringConvertible {
    case nothing, notFile, binary

    var description: String {
      switch self {
      case .nothing: "a link to nothing"
      case .notFile: "not a file"
      case .binary: "a binary file"
      }
    }
  }
}

/// What the scan counts, and a report reads.
final class Tally {
  private(set) var files = 0
  private(set) var total = 0
  private var counts: [String: Int] = [:]

  func add(_ findings: [Finding]) {
    files += 1
    total += findings.count
    for finding in findings { counts[finding.marker, default: 0] += 1 }
  }

  func count(of marker: String) -> Int { counts[marker, default: 0] }
}

/// What a terminal shows during a long scan: one line that is written over and over.
final class ScanProgress {
  private let tally: Tally
  private var isShown = false

  init(tally: Tally) { self.tally = tally }

  /// What to write after a file; nothing after most of them.
  func step() -> String {
    guard tally.files.isMultiple(of: 100) else { return "" }
    isShown = true
    return "\r\u{1B}[Ktodos: \(tally.total) found in \(tally.files) files …"
  }

  /// What to write before anything else is written.
  func end() -> String {
    defer { isShown = false }
    return isShown ? "\r\u{1B}[K" : ""
  }
}
