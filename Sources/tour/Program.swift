import Foundation

/// A program that has ended.
struct Ended {
  let isFine: Bool
  let output: String  // with its errors
  let howItEnded: String

  /// The errors that name a file.
  var errors: [String] { lines.filter { $0.contains(#/: error: /#) } }
  var lines: [String] { output.components(separatedBy: "\n") }

  /// Runs a program that is looked up in `PATH` or has a path, until it ends, is late or prints more than
  /// a megabyte. Then what it has started ends too: they are one process group.
  init(
    _ words: [String], in folder: String = package.path, input: String = "",
    environment: [String: String] = ProcessInfo.processInfo.environment, seconds: Double = 100
  ) throws {
    let process = Process()
    let (inputPipe, pipe) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    inputPipe.fileHandleForWriting.write(Data(input.utf8))
    try inputPipe.fileHandleForWriting.close()
    process.standardInput = inputPipe
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let file = pipe.fileHandleForReading
    let end = Date() + seconds
    let limit = 1_000_000
    var data = Data()
    // What it has started may keep the pipe open, so this does not read until its end.
    while data.count <= limit, Date() < end {
      var state = pollfd(fd: file.fileDescriptor, events: Int16(POLLIN), revents: 0)
      let more = poll(&state, 1, 10) > 0 ? file.availableData : Data()
      data += more
      if more.isEmpty, !process.isRunning { break }
    }
    let isLate = process.isRunning
    kill(-process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    output = String(decoding: data.prefix(limit), as: UTF8.self)
    let isCrash = process.terminationReason == .uncaughtSignal
    isFine = !isCrash && data.count <= limit && process.terminationStatus == 0
    let lastWords = output.components(separatedBy: "\n").last { $0.contains("Fatal error") } ?? ""
    if data.count > limit {
      howItEnded = "It printed more than a megabyte."
    } else if isLate {
      howItEnded = "It did not end within \(Int(seconds)) seconds."
    } else {
      howItEnded = isCrash ? "The program crashed here. \(lastWords)" : "The program ended here."
    }
  }
}

/// A fact, and what was found: nothing if it is so, and `nil` if nobody could look.
struct Finding {
  let sentence: String
  let found: String?

  var isSo: Bool { found == "" }
}

/// A folder that goes when nobody needs it any more.
final class TemporaryFolder {
  let path = FileManager.default.temporaryDirectory.path + "/tour-\(UUID())"
  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A lesson, compiled with its facts as a program of its own. So a lesson that does not compile stops no
/// other, and one that crashes, ends or hangs does not stop the tour.
///
/// Three modules keep the facts away from what is judged: the lesson is compiled alone, the facts import
/// it, and `Checking` has what facts need. The lesson's program finds nothing of them when it runs: its
/// folder is empty. What a fact finds is printed after a secret word, which only that fact is told.
struct Program {
  private let lesson: Lesson
  private let folder: TemporaryFolder
  private var missing: String?  // what the facts do not find in the lesson

  init(_ lesson: Lesson, _ files: [String]) throws {
    self.lesson = lesson
    folder = try TemporaryFolder()
    try Program.library.get()
    let dynamic = ["-Xfrontend", "-enable-implicit-dynamic"]  // for the facts of lesson 7
    let alone = try Program.module(lesson.folder, of: files + dynamic, in: folder.path)
    if !alone.isFine {
      let errors = alone.errors.isEmpty ? [alone.output] : alone.errors
      throw Problem(description: errors.map(Program.shortened).joined(separator: "\n"))
    }
    missing = try link(lesson.facts)
    if missing != nil, let problem = try link("") { throw Problem(description: problem) }
  }

  /// The facts see the lesson, but a name that both have is the facts' own. What they need at file scope
  /// stands above their mark.
  private func link(_ facts: String) throws -> String? {
    let file = "\(folder.path)/facts.swift"
    let parts = facts.components(separatedBy: "// MARK: Facts\n")
    let text = """
      @testable import Checking
      import DIContainer
      @testable import \(lesson.folder)
      \(parts.dropLast().joined())
      @main final class Facts: Checking.Check {
        override func facts() async {
          await run { try await program() }
          \(parts[parts.count - 1])
        }
      }
      """
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let objects = Program.sources.map { "\(Program.libraryFolder)/\($0.module).o" }
    let own = ["\(folder.path)/\(lesson.folder).o", "-I", folder.path]
    let output = ["-o", "\(folder.path)/check"]
    let run = try Program.compile("Check", [file] + own + objects + output)
    if run.isFine { return nil }
    let error = run.errors.first?.components(separatedBy: "error: ").last ?? run.output
    let advice = "Keep the names and types that the lesson has or asks for, and not `private`."
    return "The check can't use your file: \(error). \(advice)"
  }

  /// An error's file, as a reader knows it.
  private static func shortened(_ error: String) -> String {
    error.replacing(#/^/.*/(?=[^/]+/[^/:]+:\d)/#, with: "")
  }

  private func run(_ secrets: [String]) throws -> Ended {
    let empty = try TemporaryFolder()
    let environment = ["PATH": "/usr/bin:/bin", "HOME": empty.path, "TMPDIR": empty.path]
    let ended = try Ended(
      ["\(folder.path)/check"], in: empty.path, input: secrets.joined(separator: "\n"),
      environment: environment, seconds: 10)
    // What it has started in a group of its own still has the folder in its environment.
    #if os(macOS)
      let processes = try Ended(["ps", "-axEww", "-o", "pid=,command="])
    #else
      let processes = try Ended(["ps", "axeww", "-o", "pid=,command="])
    #endif
    for line in processes.lines where line.contains(empty.path) {
      if let id = line.firstMatch(of: /\d+/).flatMap({ Int32($0.output) }) { kill(id, SIGKILL) }
    }
    return ended
  }

  /// What the lesson prints.
  func output() throws -> String {
    let run = try run([])
    let output = run.output.components(separatedBy: "\nCurrent stack trace:")[0]
    return wrapped(output + (run.isFine ? "" : "\n\(run.howItEnded)\n"))
  }

  /// What is found of each fact.
  func findings() throws -> [Finding] {
    let secrets = lesson.sentences.map { _ in UUID().uuidString }
    var found: [String?] = secrets.map { _ in nil }
    if let missing {
      found[0] = missing
    } else {
      let run = try run(secrets)
      found = secrets.map { secret in
        let line = run.lines.first { $0.hasPrefix(secret) }
        let found = line?.dropFirst(secret.count).trimmingCharacters(in: .whitespaces)
        return found?.replacingOccurrences(of: "\u{B}", with: "\n")
      }
      if let end = found.firstIndex(of: nil) { found[end] = run.howItEnded }
    }
    return zip(lesson.sentences, found).map(Finding.init)
  }

  /// The modules that every lesson is compiled with.
  private static let sources = [
    (module: "DIContainer", path: package.path + "/Sources/DIContainer/DIContainer.swift"),
    (module: "Checking", path: "\(tourFolder)/Facts/Checking.swift"),
  ]

  private static let libraryFolder = package.path + "/.build/tour-library"

  /// They are compiled again when a source or the tour is newer than the last of them.
  private static let library = Result {
    let changes = [Bundle.main.executablePath ?? ""] + sources.map(\.path)
    let built = date(of: "\(libraryFolder)/Checking.o")
    if let built, changes.compactMap(date).allSatisfy({ $0 < built }) { return }
    try FileManager.default.createDirectory(
      atPath: libraryFolder, withIntermediateDirectories: true)
    for (name, path) in sources {
      let run = try module(name, of: [path], in: libraryFolder)
      if !run.isFine { throw Problem(description: run.output) }
    }
  }

  /// Where Swift Testing is: on Linux the compiler knows.
  private static let testing: [String] = {
    #if os(macOS)
      func path(_ words: String...) -> String {
        let run = try? Ended(["xcrun"] + words)
        return (run?.output ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
      }
      let platform = path("--show-sdk-platform-path") + "/Developer"
      let plugins = path("--find", "swiftc") + "/../../lib/swift/host/plugins/testing"
      let paths = ["\(platform)/Library/Frameworks", "\(platform)/usr/lib"]
      let rpaths = paths.flatMap { ["-Xlinker", "-rpath", "-Xlinker", $0] }
      return ["-plugin-path", plugins, "-F", paths[0], "-I", paths[1], "-L", paths[1]] + rpaths
    #else
      return []
    #endif
  }()

  private static func date(of path: String) -> Date? {
    try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
  }

  /// Compiles what others can import, and link.
  private static func module(
    _ name: String, of words: [String], in folder: String
  ) throws -> Ended {
    let output = ["-emit-module", "-emit-object", "-o", "\(folder)/\(name).o"]
    return try compile(name, words + output)
  }

  private static func compile(_ module: String, _ words: [String]) throws -> Ended {
    let options = ["-wmo", "-swift-version", "6", "-parse-as-library", "-suppress-warnings"]
    let paths = ["-enable-testing", "-I", libraryFolder] + testing
    return try Ended(["swiftc", "-module-name", module] + options + paths + words)
  }
}
