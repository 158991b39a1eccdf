// SPDX-License-Identifier: MIT-0
//
// Finds the comments of a project that begin with TODO or FIXME, or with another word. This one file
// is a program of the package and a script: Tests/checks/scripts/run runs it in every way.

import Foundation

#if canImport(DIContainer)  // not if the container's source is compiled together with this file
  import DIContainer
#endif

let container = wiring(of: Array(CommandLine.arguments.dropFirst()))
exit(try run(container))

// MARK: - The wiring

/// The services of the script, and their lifetimes. A test replaces the disk and the console.
func wiring(of arguments: [String]) -> DIContainer {
  let container = DIContainer()
  container.register(Options.self, eagerSingleton: { _ in try Options(arguments) })
  container.register(Disk.self, lazySingleton: { _ in LocalDisk() })
  container.register(Console.self, lazySingleton: { _ in StandardConsole() })
  // All scans share one pattern, and one tally, which the report reads.
  container.register(lazySingleton: DIContainer.autowire(Comment.init))
  container.register(lazySingleton: DIContainer.autowire(Tally.init))
  // The path is known when the scan is made: a runtime argument.
  container.register(Scan.self) { c, path in
    try Scan(path: path, comment: c.resolve(), disk: c.resolve(), tally: c.resolve())
  }
  container.register(transient: DIContainer.autowire(Report.init))
  container.register(Search.self) { c in
    let options = try c.resolve(Options.self)
    return Search(
      scans: try options.paths.map { path in try c.resolve(arguments: path) },
      report: try c.resolve(),
      limit: options.limit,
      console: try c.resolve())
  }
  return container
}

/// Does what the command line asks for, and returns the exit status.
func run(_ container: DIContainer) throws -> Int32 {
  let console = try container.resolve(Console.self)
  do {
    try container.bootstrap()  // makes the options: if one is wrong, nothing else happens
    switch try container.resolve(Options.self).action {
    case .search: return try container.resolve(Search.self).run()
    case .help: try console.write(Options.help)
    case .wiring: try console.write(verification(of: container).mermaid + "\n")
    case .check:
      let verification = verification(of: container)
      try console.write("\(verification)\n")
      return verification.errors.isEmpty ? 0 : 1
    }
    return 0
  } catch let error as DIContainer.ResolutionError {
    console.note("todos: \(error)\n")
    return 2
  } catch {
    console.note("todos: \(error.localizedDescription)\n")
    return 2
  }
}

/// What exists is not verified, so it is forgotten first.
private func verification(of container: DIContainer) -> DIContainer.Verification {
  container.reset(keepingRegistrations: true)
  return container.verify()
}

// MARK: - The command line

struct Options {
  var action = Action.search
  var isJSON = false
  var limit = Int.max
  var words: [String] = []
  var paths: [String] = []

  enum Action { case search, help, wiring, check }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": isJSON = true
      case "--limit":
        guard let number = rest.popFirst().flatMap(Int.init), number >= 0 else {
          throw Mistake("--limit needs a number. For example: --limit 20")
        }
        limit = number
      case "--word":
        guard let word = rest.popFirst(), word.wholeMatch(of: #/\w+/#) != nil else {
          throw Mistake("--word needs a word. For example: --word MARK")
        }
        words.append(word)
      case "--help": action = .help
      case "--wiring": action = .wiring
      case "--check": action = .check
      default:
        if argument.hasPrefix("-") {
          throw Mistake("'\(argument)' is not an option. todos --help lists them all.")
        }
        paths.append(argument)
      }
    }
    if words.isEmpty { words = ["TODO", "FIXME"] }
    if paths.isEmpty { paths = ["."] }
  }

  static let help = """
    Usage: todos [options] [path …]

    Finds the comments that begin with TODO or FIXME in the files below the paths, or below the
    current folder. Hidden files and links are left out. What cannot be read is skipped with a note.

      --word W    find the comments that begin with this word instead; can be repeated
      --json      write the result as JSON
      --limit N   end with status 1 if more than N are found
      --wiring    draw the wiring of this script, as a Mermaid flowchart
      --check     verify the wiring, and end with status 1 if something is missing
      --help

    The status is 2 if an option or a path is wrong.

    """
}

/// An error with a text for the person who runs the script.
struct Mistake: LocalizedError {
  let errorDescription: String?

  init(_ text: String) { errorDescription = text }
}

// MARK: - The search

/// Scans every path, writes the report, and compares with the limit.
struct Search {
  let scans: [Scan]
  let report: Report
  let limit: Int
  let console: any Console

  func run() throws -> Int32 {
    let findings = try scans.flatMap { scan in try scan.findings() }
    try console.write(report.text(of: findings))
    if findings.count <= limit { return 0 }
    console.note("todos: \(findings.count) found, and the limit is \(limit).\n")
    return 1
  }
}

struct Finding: Encodable {
  let file: String
  let line: Int
  let text: String
}

/// What the comments begin with, and what they look like.
struct Comment {
  let words: [String]
  let pattern: Regex<(Substring, Substring)>

  init(options: Options) throws {
    words = options.words
    pattern = try Regex(
      ##"""
      (?x)
      (?: (?: ^ | \s ) (?: // | /\* | \* | \# | -- | ; | <!-- ) [/*\#;!\s-]*  # a comment begins
        | ^ \s* (?= \w+ [:(] ) )                                              # or goes on
      ( \b (?: \##(words.joined(separator: "|")) ) \b .*? ) \s* (?: \*/ | --> | $ )
      """##, as: (Substring, Substring).self)
  }
}

/// Finds the comments below one path.
struct Scan {
  let path: String
  let comment: Comment
  let disk: any Disk
  let tally: Tally

  func findings() throws -> [Finding] {
    defer { tally.end() }
    return try disk.files(below: path, skipped: tally.skip).flatMap { file in
      do {
        let findings = try findings(in: disk.contents(of: file), of: file)
        tally.add(findings.count)
        return findings
      } catch {
        tally.skip(file, error)
        return []
      }
    }
  }

  private func findings(in contents: Data, of file: String) throws -> [Finding] {
    // Most files have none of the words, nor have most lines of the others. To see that is fast.
    let words = comment.words
    guard words.contains(where: { contents.range(of: Data($0.utf8)) != nil }) else { return [] }
    guard let text = String(data: contents, encoding: .utf8) else { throw Mistake("Not UTF-8.") }
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return try lines.enumerated().compactMap { index, line in
      let line = Substring(line)
      guard words.contains(where: line.contains) else { return nil }
      guard let match = try comment.pattern.firstMatch(in: line) else { return nil }
      return Finding(file: file, line: index + 1, text: String(match.1))
    }
  }
}

/// Counts, and shows on a terminal how far the scans are: one line that is written over and over.
final class Tally {
  private(set) var files = 0
  private var found = 0
  private let console: any Console

  init(console: any Console) { self.console = console }

  func add(_ findings: Int) {
    files += 1
    found += findings
    if console.isTerminal && files.isMultiple(of: 100) {
      console.note("\r\u{1B}[Ktodos: \(files) files, \(found) found …")
    }
  }

  func skip(_ path: String, _ error: any Error) {
    end()
    console.note("todos: skipped \(path): \(error.localizedDescription)\n")
  }

  func end() {
    if console.isTerminal { console.note("\r\u{1B}[K") }
  }
}

struct Report {
  let options: Options
  let tally: Tally

  func text(of findings: [Finding]) throws -> String {
    if options.isJSON {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(findings), as: UTF8.self) + "\n"
    }
    let lines = findings.map { "\($0.file):\($0.line): \($0.text)\n" }
    return lines.joined() + "files: \(tally.files), found: \(findings.count)\n"
  }
}

// MARK: - The outside world

protocol Disk {
  /// The files below a folder, in the order of their names. For a file, that file.
  func files(below path: String, skipped: (String, any Error) -> Void) throws -> [String]
  func contents(of file: String) throws -> Data
}

protocol Console {
  /// Whether a person sees the notes.
  var isTerminal: Bool { get }
  func write(_ result: String) throws
  func note(_ text: String)
}

struct LocalDisk: Disk {
  func files(below path: String, skipped: (String, any Error) -> Void) throws -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Mistake("There is no file or folder '\(path)'.")
    }
    return isFolder.boolValue ? files(in: URL(fileURLWithPath: path), skipped) : [path]
  }

  private func files(in folder: URL, _ skipped: (String, any Error) -> Void) -> [String] {
    var files: [String] = []
    do {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      for name in names.sorted() where !name.hasPrefix(".") {
        let url = folder.appendingPathComponent(name)
        let kind = try? url.resourceValues(forKeys: [.isDirectoryKey, .isRegularFileKey])
        if kind?.isDirectory == true {
          files += self.files(in: url, skipped)
        } else if kind?.isRegularFile != false {  // not a link or a pipe
          files.append(url.relativePath)
        }
      }
    } catch {
      skipped(folder.relativePath, error)
    }
    return files
  }

  func contents(of file: String) throws -> Data {
    // Mapped: a large file that is not text is not read to its end.
    try Data(contentsOf: URL(fileURLWithPath: file), options: .mappedIfSafe)
  }
}

/// Results go to standard output, notes to standard error.
struct StandardConsole: Console {
  var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  func write(_ result: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data(result.utf8))
  }

  func note(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
