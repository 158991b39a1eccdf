// SPDX-License-Identifier: MIT-0
//
// Finds comments that begin with TODO, FIXME or another word. Works as a program and as a script.

import Foundation

#if canImport(DIContainer)  // false if DIContainer.swift is compiled together with this file
  import DIContainer
#endif

let container = wiring(of: Array(CommandLine.arguments.dropFirst()))
exit(try run(container))

// MARK: - The wiring

/// Registers the services. A test replaces the disk and the console.
func wiring(of arguments: [String]) -> DIContainer {
  let container = DIContainer()
  container.register(Options.self, eagerSingleton: { _ in try Options(arguments) })
  container.register(Disk.self, lazySingleton: { _ in LocalDisk() })
  container.register(Console.self, lazySingleton: { _ in StandardConsole() })
  // All scans share the tally, and the search reports it.
  container.register(lazySingleton: DIContainer.autowire(Comment.init))
  container.register(lazySingleton: DIContainer.autowire(Tally.init))
  // A runtime argument: the path is known when a scan is resolved.
  container.register(Scan.self) { c, path in
    try Scan(path: path, comment: c.resolve(), disk: c.resolve(), tally: c.resolve())
  }
  container.register([Scan].self) { c in
    try c.resolve(Options.self).paths.map { path in try c.resolve(arguments: path) }
  }
  container.register(transient: DIContainer.autowire(Search.init))
  return container
}

/// Runs the command line, and returns the exit status.
func run(_ container: DIContainer) throws -> Int32 {
  let console = try container.resolve(Console.self)
  do {
    try container.bootstrap()  // creates the options: an invalid option ends the run here
    let action = try container.resolve(Options.self).action
    switch action {
    case .search: return try container.resolve(Search.self).run()
    case .help: try console.write(Options.help)
    case .wiring, .check:
      container.reset(keepingRegistrations: true)  // `verify` does not check existing instances
      let verification = container.verify()
      try console.write("\(action == .check ? "\(verification)" : verification.mermaid)\n")
      if action == .check && !verification.errors.isEmpty { return 1 }
    }
    return 0
  } catch {
    let isOfContainer = error is DIContainer.ResolutionError
    console.note("todos: \(isOfContainer ? "\(error)" : error.localizedDescription.visible)\n")
    return 2
  }
}

// MARK: - The command line

struct Options {
  var action = Action.search
  var limit = Int.max
  var words: [String] = []
  var paths: [String] = []

  enum Action { case search, help, wiring, check }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
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

    Finds comments that begin with TODO or FIXME in the given files and folders, or in the current
    folder. Skips hidden files and links, and with a note, unreadable files and files over 16 MB.

      --word W    find comments that begin with this word instead; can be repeated
      --limit N   exit with status 1 if there are more than N findings
      --wiring    draw the wiring of this script, as a Mermaid flowchart
      --check     verify the wiring, and exit with status 1 if something is missing
      --help      show this text

    The status is 2 if an option or a path is wrong.

    """
}

/// An error whose text is shown to the user.
struct Mistake: LocalizedError {
  let errorDescription: String?
  init(_ text: String) { errorDescription = text }
}

// MARK: - The search

struct Search {
  let options: Options
  let scans: [Scan]
  let tally: Tally
  let console: any Console

  func run() throws -> Int32 {
    let findings = try scans.flatMap { scan in try scan.findings() }
    let lines = findings.map { "\($0.file):\($0.line): \($0.text)".visible + "\n" }
    try console.write(lines.joined() + "files: \(tally.files), found: \(findings.count)\n")
    if findings.count <= options.limit { return 0 }
    console.note("todos: \(findings.count) found, and the limit is \(options.limit).\n")
    return 1
  }
}

struct Finding {
  let file: String
  let line: Int
  let text: String
}

struct Comment {
  let options: Options

  /// The text of the first comment in the line that begins with one of the words. Reads the line
  /// once: the time of a regular expression grew with the square of the length.
  func text(in line: Substring) -> String? {
    var rest = line.drop(while: \.isWhitespace)
    // The line may continue a comment.
    if let text = marked(rest, before: { $0 == ":" || $0 == "(" }) { return text }
    while !rest.isEmpty {
      if let marker = ["//", "/*", "*", "#", "--", ";", "<!--"].first(where: rest.hasPrefix) {
        rest = rest.dropFirst(marker.count).drop { $0.isWhitespace || "/*#;!<-".contains($0) }
        let text = marked(rest, before: { !$0.isLetter && !$0.isNumber && $0 != "_" })
        if let text { return text }
      }
      rest = rest.drop { !$0.isWhitespace }.drop(while: \.isWhitespace)
    }
    return nil
  }

  /// The comment, if it begins with one of the words.
  private func marked(_ text: Substring, before isEnd: (Character) -> Bool) -> String? {
    let rests = options.words.filter(text.hasPrefix).map { text.dropFirst($0.count) }
    guard rests.contains(where: { isEnd($0.first ?? " ") }) else { return nil }
    let ends = ["*/", "-->"].compactMap { text.firstRange(of: $0)?.lowerBound }
    return text[..<(ends.min() ?? text.endIndex)].trimmingCharacters(in: .whitespaces)
  }
}

struct Scan {
  let path: String
  let comment: Comment
  let disk: any Disk
  let tally: Tally

  func findings() throws -> [Finding] {
    return try disk.files(below: path, skipped: tally.skip).flatMap { file in
      do {
        let findings = try findings(in: disk.contents(of: file), of: file)
        tally.files += 1
        return findings
      } catch {
        tally.skip(file, error)
        return []
      }
    }
  }

  private func findings(in contents: Data, of file: String) throws -> [Finding] {
    // Most files contain none of the words, and are quick to skip.
    let words = comment.options.words
    guard words.contains(where: { contents.range(of: Data($0.utf8)) != nil }) else { return [] }
    guard let text = String(data: contents, encoding: .utf8) else { throw Mistake("Not UTF-8.") }
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    return lines.enumerated().flatMap { index, line in
      // Text after a carriage return is in the same line.
      line.split(whereSeparator: \.isNewline).compactMap(comment.text).map { text in
        Finding(file: file, line: index + 1, text: text)
      }
    }
  }
}

/// Counts the files of all scans, and notes which are skipped.
final class Tally {
  var files = 0
  private let console: any Console
  init(console: any Console) { self.console = console }

  func skip(_ path: String, _ error: any Error) {
    console.note("todos: skipped \("\(path): \(error.localizedDescription)".visible)\n")
  }
}

extension String {
  /// Escapes control characters and characters that change the text direction.
  var visible: String {
    unicodeScalars.map { scalar in
      let kind = scalar.properties
      let isPrintable = scalar == "\t" || kind.generalCategory != .control && !kind.isBidiControl
      return isPrintable ? String(scalar) : String(format: "\\u%04x", scalar.value)
    }.joined()
  }
}

// MARK: - The outside world

protocol Disk {
  /// The files in a folder, sorted by name, or the file itself.
  func files(below path: String, skipped: (String, any Error) -> Void) throws -> [String]
  func contents(of file: String) throws -> Data
}

protocol Console {
  func write(_ result: String) throws
  func note(_ text: String)
}

struct LocalDisk: Disk {
  func files(below path: String, skipped: (String, any Error) -> Void) throws -> [String] {
    // Foundation would replace `~` with the home folder.
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
    let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
    let contents = try handle.read(upToCount: 16_000_001) ?? Data()
    if contents.count > 16_000_000 { throw Mistake("Larger than 16 MB.") }
    return contents
  }
}

/// Results go to standard output, notes to standard error.
struct StandardConsole: Console {
  func write(_ result: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data(result.utf8))
  }

  func note(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}
