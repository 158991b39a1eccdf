import Foundation

/// A program that has ended.
struct Ended {
  let output: String  // with its errors
  let howItEnded: String
  let state: State  // of a lesson whose program ends like this
  var isFine: Bool { state == .solved }

  /// The errors that name a file.
  var errors: [String] { lines.filter { $0.contains(#/: error: /#) } }
  var lines: [String] { output.components(separatedBy: "\n") }

  /// Runs a program that is looked up in `PATH` or has a path, until it ends, is late or prints more than
  /// a megabyte. Then what it has started ends too: they are one process group. What has left the group
  /// may go on, and keep the pipe open: nobody waits for that.
  init(
    _ words: [String], in folder: String = package.path, input: String = "",
    environment: [String: String] = ProcessInfo.processInfo.environment, seconds: Double = 100,
    memory: String = "unlimited"
  ) throws {
    let process = Process()
    let (inputPipe, pipe) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let limits = "ulimit -v \(memory) 2>/dev/null; exec \"$@\""  // a Mac has no such limit
    process.arguments = ["-c", limits, "sh"] + words
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    inputPipe.fileHandleForWriting.write(Data(input.utf8))
    try inputPipe.fileHandleForWriting.close()
    process.standardInput = inputPipe
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let (file, id) = (pipe.fileHandleForReading, process.processIdentifier)
    let (end, limit) = (Date() + seconds, 1_000_000)
    var (data, status, isReaped, isOver) = (Data(), CInt(0), false, false)
    while data.count <= limit, Date() < end {
      // `Process` says that it runs while something that it has started does.
      isReaped = isReaped || waitpid(id, &status, WNOHANG) == id
      isOver = isReaped || !process.isRunning
      var state = pollfd(fd: file.fileDescriptor, events: Int16(POLLIN), revents: 0)
      let more = poll(&state, 1, 10) > 0 ? file.availableData : Data()
      data += more
      if more.isEmpty, isOver { break }
    }
    kill(-id, SIGKILL)
    if !isOver { waitpid(id, &status, 0) }
    output = String(decoding: data.prefix(limit), as: UTF8.self)
    let isCrash = isReaped ? status & 0x7F != 0 : isOver && process.terminationReason == .uncaughtSignal
    let code = isReaped ? status >> 8 : isOver ? process.terminationStatus : 1
    let lastWords = output.components(separatedBy: "\n").last { $0.contains("Fatal error") } ?? ""
    if data.count > limit {
      (state, howItEnded) = (.notEnded, "It printed more than a megabyte.")
    } else if !isOver {
      (state, howItEnded) = (.notEnded, "It did not end within \(Int(seconds)) seconds.")
    } else if isCrash {
      (state, howItEnded) = (.crashed, "The program crashed here. \(lastWords)")
    } else {
      (state, howItEnded) = (code == 0 ? .solved : .open, "The program ended here.")
    }
  }
}

/// A fact, and what was found: nothing if it is so, and `nil` if nobody could look.
struct Finding {
  let sentence: String
  let found: String?

  var isSo: Bool { found == "" }
}

/// What came of a lesson.
struct Verdict {
  var state: State
  var findings: [Finding] = []
  var output = ""
  var lines: [String] = []  // what somebody has to read: where, and the line or the compiler's error

  var isSolved: Bool { state == .solved || state == .readThis }
  var missed: [String] { findings.filter { !($0.found ?? "").isEmpty }.map(\.sentence) }

  /// In a line, what was missed or has to be read.
  var reason: String { missed.first ?? lines.first ?? "" }
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
  private let files: [String]
  private let folder: TemporaryFolder
  private var missing: String?  // what the facts do not find in the lesson

  init(_ lesson: Lesson, _ files: [String]) throws {
    self.lesson = lesson
    self.files = files
    folder = try TemporaryFolder()
    try Program.library.get()
    // Facts, or what they need at file scope, then what belongs to the lesson's module, and then the facts
    let parts = lesson.facts.components(separatedBy: "\n// MARK: ")
    func part(_ mark: String) -> String {
      parts.first { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) } ?? ""
    }
    let file = "\(folder.path)/beside.swift"
    try part("In the lesson's module").write(toFile: file, atomically: true, encoding: .utf8)
    let dynamic = ["-Xfrontend", "-enable-implicit-dynamic"]  // for the facts of lessons 7 and 8
    let alone = try Program.module(lesson.folder, of: files + [file] + dynamic, in: folder.path)
    if !alone.isFine {
      let errors = alone.errors.isEmpty ? [alone.output] : alone.errors
      throw Problem(description: errors.map(Program.shortened).joined(separator: "\n"))
    }
    let isPlain = parts.count == 1
    missing = try link(isPlain ? "" : parts[0], isPlain ? parts[0] : part("Facts"))
    if missing != nil, let problem = try link("", "") { throw Problem(description: problem) }
  }

  /// The facts see the lesson, but a name that both have is the facts' own.
  private func link(_ declarations: String, _ facts: String) throws -> String? {
    let file = "\(folder.path)/facts.swift"
    let handedIn = try files.flatMap(codeLines).map(\.text).joined(separator: "\n")
    let text = """
      @testable import Checking
      import DIContainer
      @testable import \(lesson.folder)
      \(declarations)
      @main final class Facts: Checking.Check {
        override var handedIn: String { \(handedIn.debugDescription) }
        override func facts() async {
          await run { try await program() }
          \(facts)
        }
      }
      """
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let objects = Program.sources.map { "\(Program.libraryFolder)/\($0.module).o" }
    let own = ["\(folder.path)/\(lesson.folder).o", "-I", folder.path]
    let output = ["-o", "\(folder.path)/check"]
    let run = try Program.compile("Check", [file] + own + objects + output)
    if run.isFine { return nil }
    let error = run.errors.first?.components(separatedBy: "error: ").last ?? "it has something else"
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
      environment: environment, seconds: 10, memory: "4000000")  // kilobytes
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
  func output() throws -> String { try shown(run([])) }

  private func shown(_ run: Ended) -> String {
    let output = run.output.components(separatedBy: "\nCurrent stack trace:")[0]
    return wrapped(output + (run.isFine ? "" : "\n\(run.howItEnded)\n"))
  }

  /// Whether the exercise is solved: all facts are so, and its own program ends too.
  func verdict() throws -> Verdict {
    let secrets = (lesson.sentences + ["the end"]).map { _ in UUID().uuidString }
    var (state, found) = (State.open, secrets.map { _ in nil as String? })
    if let missing {
      found[0] = missing
    } else {
      let run = try run(secrets)
      found = secrets.map { secret in
        let word = String(secret.reversed())
        let line = run.lines.first { $0.hasPrefix(word) }
        let found = line?.dropFirst(word.count).trimmingCharacters(in: .whitespaces)
        return found?.replacingOccurrences(of: "\u{B}", with: "\n")
      }
      if let end = found.firstIndex(of: nil) {
        found[end] = run.howItEnded
        if !run.isFine { state = run.state }
      } else {
        state = found.allSatisfy { $0 == "" } ? .solved : .open
      }
    }
    var findings = zip(lesson.sentences, found).map(Finding.init)
    let run = try run([])  // last, since what runs could replace the program
    let (end, isMissed) = (found.count - 1, state == .solved && !run.isFine)
    if isMissed { (state, found[end]) = (run.state, run.howItEnded) }
    if isMissed || findings.allSatisfy(\.isSo) && found[end] != "" {
      findings.append(Finding(sentence: "The program runs to its end.", found: found[end]))
    }
    let lines = files.flatMap { (try? suspiciousLines($0)) ?? [] }
    if state == .solved, !lines.isEmpty { state = .readThis }
    return Verdict(state: state, findings: findings, output: shown(run), lines: lines)
  }

  /// The lines that nobody needs for an exercise, and with which a program could write its own result.
  private func suspiciousLines(_ file: String) throws -> [String] {
    let words =
      /@(_|c\b|cdecl|objc|section|used)|\b(_[A-Za-z]\w*\s*\(|abort|Bundle|CommandLine|dlopen|dlsym|_?exit|FileHandle|FileManager|fork|import|kill|macro|NSClassFromString|OpaquePointer|Process\w*|raise|readLine|syscall|system|unowned\(unsafe\)|Unmanaged|(with)?[Uu]nsafe[A-Z]\w*)/
    let known = try Set(lesson.ownFiles.values.flatMap { try codeLines($0).map(\.text) })
    let lines = try codeLines(file).filter { $0.text.contains(words) && !known.contains($0.text) }
    let name = URL(fileURLWithPath: file).lastPathComponent
    return lines.map { "\(name):\($0.number): \($0.text.trimmingCharacters(in: .whitespaces))" }
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

/// The lines of a file, without comments that have a line of their own. (In a text of several lines, what looks
/// like a comment can hold code after a backslash.)
func codeLines(_ file: String) throws -> [(number: Int, text: String)] {
  let lines = try contents(of: file).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  return lines.enumerated().filter { _, line in
    !line.drop { $0 == " " }.hasPrefix("//") || line.contains("\\")
  }.map { (number: $0 + 1, text: String($1)) }
}
