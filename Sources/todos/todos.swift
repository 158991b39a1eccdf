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
  // All scans share one tally, which the report reads.
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
  } catch {
    let isOfContainer = error is DIContainer.ResolutionError
    console.note("todos: \(isOfContainer ? "\(error)" : error.localizedDescription.visible)\n")
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
    current folder. Hidden files and links are left out. What cannot be read, or is larger than
    16 MB, is skipped with a note.

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

/// What a comment begins with, and what it says.
struct Comment {
  let options: Options

  /// What the first comment of a line says that begins with one of the words. It reads the line once,
  /// so the time grows with the length. With a pattern it grew with the square of that.
  func text(in line: Substring) -> String? {
    var rest = line.drop(while: \.isWhitespace)
    if begins(rest, before: { $0 == ":" || $0 == "(" }) { return said(rest) }  // a comment goes on
    while !rest.isEmpty {
      if let marker = ["//", "/*", "*", "#", "--", ";", "<!--"].first(where: rest.hasPrefix) {
        rest = rest.dropFirst(marker.count).drop { $0.isWhitespace || "/*#;!<-".contains($0) }
        if begins(rest, before: { !$0.isLetter && !$0.isNumber && $0 != "_" }) { return said(rest) }
      }
      rest = rest.drop { !$0.isWhitespace }.drop(while: \.isWhitespace)
    }
    return nil
  }

  private func begins(_ text: Substring, before isEnd: (Character) -> Bool) -> Bool {
    options.words.contains { text.hasPrefix($0) && isEnd(text.dropFirst($0.count).first ?? " ") }
  }

  private func said(_ text: Substring) -> String {
    let ends = ["*/", "-->"].compactMap { text.firstRange(of: $0)?.lowerBound }
    return text[..<(ends.min() ?? text.endIndex)].trimmingCharacters(in: .whitespaces)
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
    // Most files have none of the words. To see that is fast.
    let words = comment.options.words
    guard words.contains(where: { contents.range(of: Data($0.utf8)) != nil }) else { return [] }
    guard let text = String(data: contents, encoding: .utf8) else { throw Mistake("Not UTF-8.") }
    var findings: [Finding] = []
    var line = 1
    var rest = text[...]
    while !rest.isEmpty {
      // A carriage return within a line hides nothing.
      let part = rest.prefix { !$0.isNewline }
      if let text = comment.text(in: part) {
        findings.append(Finding(file: file, line: line, text: text))
      }
      rest = rest[part.endIndex...]
      if ["\n", "\r\n"].contains(rest.popFirst()) { line += 1 }
    }
    return findings
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
    console.note("todos: skipped \("\(path): \(error.localizedDescription)".visible)\n")
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
      let json = String(decoding: try encoder.encode(findings), as: UTF8.self)
      return json.split(separator: "\n").map { String($0).visible + "\n" }.joined()
    }
    let lines = findings.map { "\($0.file):\($0.line): \($0.text)".visible + "\n" }
    return lines.joined() + "files: \(tally.files), found: \(findings.count)\n"
  }
}

extension String {
  /// What a terminal would obey, or what turns the text around, is written as in JSON.
  var visible: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      let kind = scalar.properties
      let isShown = scalar == "\t" || kind.generalCategory != .control && !kind.isBidiControl
      text += isShown ? String(scalar) : String(format: "\\u%04x", scalar.value)
    }
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
    // Foundation would take `~` for a home.
    let url = URL(fileURLWithPath: path.hasPrefix("~") ? "./\(path)" : path)
    switch kind(of: url.resolvingSymlinksInPath()) {
    case .typeDirectory: return files(in: url, skipped)
    case .typeRegular: return [url.relativePath]
    default: throw Mistake("'\(path)' is no file or folder, or its name is not UTF-8.")
    }
  }

  private func files(in folder: URL, _ skipped: (String, any Error) -> Void) -> [String] {
    var files: [String] = []
    do {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      for name in names.sorted() where !name.hasPrefix(".") {
        let url = folder.appendingPathComponent(name)
        switch kind(of: url) {
        case .typeDirectory: files += self.files(in: url, skipped)
        case .typeRegular: files.append(url.relativePath)
        case nil: skipped(url.relativePath, Mistake("No right to open it, or no UTF-8 name."))
        default: break  // a link or a pipe
        }
      }
    } catch {
      skipped(folder.relativePath, error)
    }
    return files
  }

  private func kind(of url: URL) -> FileAttributeType? {
    try? FileManager.default.attributesOfItem(atPath: url.path)[.type] as? FileAttributeType
  }

  func contents(of file: String) throws -> Data {
    let limit = 16_000_000  // so that no file fills the memory
    let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
    let contents = try handle.read(upToCount: limit + 1) ?? Data()
    if contents.count > limit { throw Mistake("Larger than 16 MB.") }
    return contents
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
