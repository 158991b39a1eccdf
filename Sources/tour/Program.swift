import Foundation

/// A program that has ended, and its output with its errors.
struct Ended {
  let output: String
  let state: State  // of a lesson whose program ends like this
  let howItEnded: String

  var isFine: Bool { state == .solved }
  var lines: [String] { output.components(separatedBy: "\n") }

  /// Runs a program that is looked up in `PATH` or has a path, until it ends or is late. Then what it has
  /// started ends too: they are one process group. What has left the group may go on. Nobody waits for it,
  /// since everything goes through files: a pipe would be open as long as somebody has it.
  init(
    _ words: [String], in folder: String = package.path, input: String = "",
    environment: [String: String] = ProcessInfo.processInfo.environment, seconds: Double = 100,
    limits: String = ":"
  ) throws {
    let place = try TemporaryFolder()
    try input.write(toFile: "\(place.path)/input", atomically: true, encoding: .utf8)
    let line = """
      place=$1; shift
      (\(limits); exec "$@") <"$place/input" >"$place/output" 2>&1
      echo $? >"$place/status"
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line, "sh", place.path] + words
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let end = Date() + seconds
    let limit = 1_000_000
    var (code, data) = (nil as Int?, Data())
    while code == nil, data.count <= limit, Date() < end {
      Thread.sleep(forTimeInterval: 0.01)
      code = (try? contents(of: "\(place.path)/status")).flatMap { Int($0.dropLast()) }
      data = (try? Data(contentsOf: URL(fileURLWithPath: "\(place.path)/output"))) ?? data
    }
    kill(-process.processIdentifier, SIGKILL)
    output = String(decoding: data.prefix(limit), as: UTF8.self)
    let lastWords = output.components(separatedBy: "\n").last { $0.contains("Fatal error") } ?? ""
    (state, howItEnded) =
      switch code {
      case _ where data.count > limit: (.notEnded, "It printed more than a megabyte.")
      case nil: (.notEnded, "It did not end within \(Int(seconds)) seconds.")
      case 0: (.solved, "The program ended here.")
      case .some(129...): (.crashed, "The program crashed here. \(lastWords)")
      default: (.open, "The program ended here.")
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
  var lines: [String] = []  // what somebody has to read: a line and where, or the compiler's error

  var isSolved: Bool { state == .solved || state == .readThis }
  var missed: [String] { findings.filter { $0.found != nil && !$0.isSo }.map(\.sentence) }

  /// What was missed first, or has to be read.
  var reasons: [String] { missed.isEmpty ? lines : [missed[0]] }
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
    try Program.compiled.get()
    // Facts, or what they need at file scope, then what belongs to the lesson's module, and then the facts
    let parts = lesson.facts.components(separatedBy: "\n// MARK: ")
    func part(_ mark: String) -> String {
      parts.first { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) } ?? ""
    }
    let file = "\(folder.path)/beside.swift"
    try part("In the lesson's module").write(toFile: file, atomically: true, encoding: .utf8)
    let dynamic = ["-Xfrontend", "-enable-implicit-dynamic"]  // for the facts of lesson 7
    try Program.compile(lesson.folder, files + [file] + dynamic, in: folder.path)
    let isPlain = parts.count == 1
    do {
      try link(isPlain ? "" : parts[0], isPlain ? parts[0] : part("Facts"))
    } catch {
      let what = "\(error)".prefix { !$0.isNewline }.components(separatedBy: ": error: ").last ?? ""
      let advice = "Keep the names and types that the lesson has or asks for, and not `private`."
      missing = "The check can't use your file: \(what). \(advice)"
      try link("", "")
    }
  }

  /// The facts see the lesson, but a name that both have is the facts' own.
  private func link(_ declarations: String, _ facts: String) throws {
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
    let objects = Program.sources.map { "\(Program.library)/\($0.module).o" }
    let own = ["\(folder.path)/\(lesson.folder).o", "-I", folder.path]
    try Program.compile("Check", [file] + objects + own, in: folder.path, isProgram: true)
  }

  /// Runs the facts if there are secrets, and else the program, in an empty folder. (A Mac doesn't limit the
  /// memory, which is in kilobytes.)
  private func run(_ secrets: [String], seconds: Double = 10) throws -> Ended {
    let empty = try TemporaryFolder()
    let environment = ["PATH": "/usr/bin:/bin", "HOME": empty.path, "TMPDIR": empty.path]
    return try Ended(
      ["\(folder.path)/check"], in: empty.path, input: secrets.joined(separator: "\n"),
      environment: environment, seconds: seconds, limits: "ulimit -v 4000000 2>/dev/null")
  }

  /// What the lesson prints.
  func output() throws -> String { try shown(run([])) }

  private func shown(_ run: Ended) -> String {
    let output = run.output.components(separatedBy: "\nCurrent stack trace:")[0]
    return wrapped(output + (run.isFine ? "" : "\n\(run.howItEnded)\n"))
  }

  /// Whether the exercise is solved: all facts are so, and its own program ends too.
  func verdict() throws -> Verdict {
    let secrets = lesson.sentences.map { _ in UUID().uuidString }
    var last = try run(missing == nil ? secrets : [])
    var found = secrets.map { secret in
      let word = String(secret.reversed())
      let line = last.lines.first { $0.hasPrefix(word) }
      let found = line?.dropFirst(word.count).trimmingCharacters(in: .whitespaces)
      return found?.replacingOccurrences(of: "\u{B}", with: "\n")
    }
    if let end = found.firstIndex(of: nil) { found[end] = missing ?? last.howItEnded }
    // Last, since what runs could replace the program. If the facts hang, it mostly does too.
    let own = try run([], seconds: last.state == .notEnded ? 2 : 10)
    if found.allSatisfy({ $0 == "" }), !own.isFine {
      found[secrets.count - 1] = own.howItEnded
      last = own
    }
    let findings = zip(lesson.sentences, found).map(Finding.init)
    let lines = files.flatMap { (try? suspiciousLines($0)) ?? [] }
    var state = last.isFine ? .open : last.state
    if findings.allSatisfy(\.isSo) { state = lines.isEmpty ? .solved : .readThis }
    return Verdict(state: state, findings: findings, output: shown(own), lines: lines)
  }

  /// The lines that nobody needs for an exercise, and with which a program could write its own result.
  private func suspiciousLines(_ file: String) throws -> [String] {
    let words =
      /@(_|c\b|cdecl|objc|section|used)|(extension +DIContainer|func [^\w\s`]+)[ <({]|\b(_[A-Za-z]\w*\s*\(|abort|Bundle|CommandLine|dlopen|dlsym|_?exit|FileHandle|FileManager|fork|import|kill|macro|NSClassFromString|OpaquePointer|Process\w*|raise|readLine|syscall|system|unowned\(unsafe\)|Unmanaged|(with)?[Uu]nsafe[A-Z]\w*)/
    let own = lesson.files.map { "\(shipped)/\(lesson.folder)/\($0)" }
    let known = try Set(own.flatMap { try codeLines($0).map(\.text) })
    let lines = try codeLines(file).filter { $0.text.contains(words) && !known.contains($0.text) }
    let name = URL(fileURLWithPath: file).lastPathComponent
    return lines.map { "\(name):\($0.number): \($0.text.trimmingCharacters(in: .whitespaces))" }
  }

  /// The modules that every lesson is compiled with.
  private static let sources = [
    (module: "DIContainer", path: package.path + "/Sources/DIContainer/DIContainer.swift"),
    (module: "Checking", path: "\(tourFolder)/Facts/Checking.swift"),
  ]

  private static let library = package.path + "/.build/tour-library"

  /// They are compiled again when a source or the tour is newer than the last of them.
  private static let compiled = Result {
    let changes = [Bundle.main.executablePath ?? ""] + sources.map(\.path)
    let built = date(of: "\(library)/Checking.o")
    if let built, changes.compactMap(date).allSatisfy({ $0 < built }) { return }
    try FileManager.default.createDirectory(atPath: library, withIntermediateDirectories: true)
    for (name, path) in sources { try compile(name, [path], in: library) }
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

  /// Compiles a program, or what others can import and link.
  private static func compile(
    _ module: String, _ words: [String], in folder: String, isProgram: Bool = false
  ) throws {
    let kind =
      isProgram
      ? ["-o", "\(folder)/check"] : ["-emit-module", "-emit-object", "-o", "\(folder)/\(module).o"]
    let options = ["-wmo", "-swift-version", "6", "-parse-as-library", "-suppress-warnings"]
    let paths = ["-enable-testing", "-I", library] + testing
    let run = try Ended(["swiftc", "-module-name", module] + options + paths + words + kind)
    if run.isFine { return }
    // The errors that name a file, as a reader knows it, or all that the compiler says
    let errors = run.lines.filter { $0.contains(/: error:/) }
    let known = errors.map { $0.replacing(/^\/.*\/(?=[^\/]+\/[^\/:]+:\d)/, with: "") }
    throw Problem(description: known.isEmpty ? run.output : known.joined(separator: "\n"))
  }
}

/// The lines of a file, without comments that have a line of their own. (What looks like one can hold code after
/// a backslash in a text of several lines, and where a comment of several lines ends.)
func codeLines(_ file: String) throws -> [(number: Int, text: String)] {
  let lines = try contents(of: file).split(
    omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  return lines.enumerated().filter { _, line in
    !line.drop { $0 == " " }.hasPrefix("//") || line.contains(/\\|\*\//)
  }.map { (number: $0 + 1, text: String($1)) }
}
