import Foundation

/// A program that has ended: its output, and its problem if it failed.
struct Ended {
  let output: String
  let problem: String?

  /// Runs a program in `PATH` or at a path, and kills it after the time limit.
  init(_ words: [String], in folder: String = package, seconds: Double = 200) throws {
    let log = FileManager.default.temporaryDirectory.path + "/tour-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: log) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let line = "ulimit -f 200000; exec \"$@\" >\"$0\" 2>&1"  // an endless loop fills no disk
    process.arguments = ["-c", line, log] + words
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = ProcessInfo.processInfo.environment
    process.environment?["SWIFT_BACKTRACE"] = "enable=yes,color=no,interactive=no,images=none"
    process.standardInput = FileHandle.nullDevice
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    let isLate = ended.wait(timeout: .now() + seconds) == .timedOut
    if isLate { kill(process.processIdentifier, SIGKILL) }
    let data = try FileHandle(forReadingAtPath: log)?.read(upToCount: 500_000) ?? Data()
    let text = String(decoding: data, as: UTF8.self)
    let end = text.firstMatch(of: /(^|\n)([^\n]*Fatal error:|\*\*\* |Current stack trace:)/)
    output = end.map { String(text[..<$0.range.lowerBound]) } ?? text
    if isLate {
      problem = "It did not end within \(Int(seconds)) seconds."
    } else if process.terminationReason == .uncaughtSignal || process.terminationStatus > 128 {
      let message = text.firstMatch(of: /Fatal error: (.+)/).map { ": \($0.1)" } ?? "."
      let frame = text.firstMatch(of: /\sat .*?((Lesson|Inside)\d+\/[^\/\n]+\.swift:\d+)/)
      problem = "It crashed\(frame.map { " at \($0.1)" } ?? "")\(message)"
    } else {
      problem = process.terminationStatus == 0 ? nil : "It ended with an error."
    }
  }
}

/// A lesson, compiled as a separate program, so that a failing lesson never stops the tour.
final class Program {
  private let lesson: Lesson
  private let folder = FileManager.default.temporaryDirectory.path + "/tour-\(UUID())"

  /// Compiles a lesson with its facts. Without them, it can only run.
  init(_ lesson: Lesson, facts: String, in place: String = Lesson.ownPlace) throws {
    self.lesson = lesson
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = try write(lesson.texts(in: place).joined(), to: "source")
    _ = try write(shipped.map { lesson.texts(in: $0).joined() } ?? "", to: "shipped")
    try Program.library.get()
    let parts = facts.components(separatedBy: "// MARK: Facts\n")  // file-scope code comes first
    let check = """
      @testable import Checking
      import DIContainer
      \(parts.dropLast().joined())
      @main final class Facts: Check {
        override func runProgram() async throws { try await program() }
        override func facts() async {
          \(parts.last ?? "")
        }
      }
      /// The lesson finds this function before Swift's own.
      func print(_ words: Any..., separator: String = " ", terminator: String = "\\n") {
        Check.note(words.map { "\\($0)" }.joined(separator: separator) + terminator)
      }
      """
    let options = """
      -o \(folder)/check -Xfrontend -g -Xfrontend -enable-implicit-dynamic -emit-executable \
      -emit-module-path \(folder)/lesson.swiftmodule -emit-symbol-graph \
      -emit-symbol-graph-dir \(folder) -symbol-graph-minimum-access-level private
      """
    let objects = ["DIContainer", "Checking"].map { "\(Program.place)/\($0).o" }
    let own = try write(check, to: "facts.swift")
    try Program.compile(lesson.folder, lesson.files(in: place) + [own] + objects, options)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func write(_ text: String, to name: String) throws -> String {
    try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    return "\(folder)/\(name)"
  }

  func run() throws -> Ended { try Ended(["\(folder)/check"], in: folder, seconds: 10) }

  /// Runs the program and its facts. A finding is empty for a true sentence, `nil` if not reached.
  func check() throws -> (output: String, findings: [(sentence: String, found: String?)]) {
    let run = try run()
    let facts = try Ended(["\(folder)/check", folder], in: folder, seconds: 10)
    let text = (try? contents(of: "\(folder)/findings")) ?? ""
    var found = text.components(separatedBy: "\n").map(Optional.init)
    let trial = found.removeLast() ?? ""
    let end = facts.problem ?? "The program ended here."
    if found.count < lesson.sentences.count - 1 { found.append(trial + end) }
    found += lesson.sentences.dropFirst(found.count + 1).map { _ in nil }
    return (run.output, Array(zip(lesson.sentences, found + [run.problem ?? ""])))
  }

  private static let place = package + "/.build/tour-library"

  /// The modules that every lesson needs, compiled again when a source or the tour is newer.
  private static let library = Result {
    let sources = [
      "\(package)/Sources/DIContainer/DIContainer.swift", "\(tourFolder)/Facts/Checking.swift",
    ]
    let built = date(of: "\(place)/Checking.o") ?? .distantPast
    let changes = ([CommandLine.arguments[0]] + sources).compactMap(date)
    if changes.allSatisfy({ $0 < built }) { return }
    print("The tour builds the library, which may take a minute.\n")
    fflush(nil)
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    for (name, path) in zip(["DIContainer", "Checking"], sources) {
      try compile(name, [path, "-o", "\(place)/\(name).o"], "-emit-module -emit-object")
    }
  }

  private static func compile(_ module: String, _ files: [String], _ options: String) throws {
    var all = "-wmo -swift-version 6 -parse-as-library -suppress-warnings -enable-testing"
    #if os(macOS)  // On Linux, the compiler finds Swift Testing.
      let xcode = try Ended(["xcode-select", "-p"]).output.prefix { $0 != "\n" }
      let platform = "\(xcode)/Platforms/MacOSX.platform/Developer"
      let plugins = "Toolchains/XcodeDefault.xctoolchain/usr/lib/swift/host/plugins/testing"
      all += " -plugin-path \(xcode)/\(plugins)"
      for path in ["\(platform)/Library/Frameworks", "\(platform)/usr/lib"] {
        all += " -F \(path) -I \(path) -L \(path) -Xlinker -rpath -Xlinker \(path)"
      }
    #endif
    let words = "\(all) \(options)".split(separator: " ").map(String.init)
    let run = try Ended(["swiftc", "-module-name", module, "-I", place] + words + files)
    if run.problem == nil { return }
    // The errors in the lesson, or the first one in the check, a crash, or the output's beginning.
    let text = run.output.replacing(/macro .+ (error: .+)\n`- (.+) note: .+/) { "\($0.2) \($0.1)" }
    let errors = text.matches(of: /(?m)^\/.*\/([^\/]+\/([^\/:]+):\d+:\d+: error: (.+))$/)
    let own = errors.filter { $0.2 != "facts.swift" }.map { "\($0.1)" }.joined(separator: "\n")
    let needed = errors.first.map { "The check needs what the exercise asks for: \($0.3)." }
    let crash = run.output.firstMatch(of: /Stack dump:[\s\S]*?((Lesson|Inside)\d+\/\w+\.swift:\d+)/)
    let place = crash.map { "The compiler crashed at \($0.1): write this line in another way." }
    let start = run.output.split(separator: "\n").prefix(10).joined(separator: "\n")
    throw Problem(description: own.isEmpty ? needed ?? place ?? start : own)
  }
}
