import Foundation

/// A program that has ended: what it printed, and how it failed if it did.
struct Ended {
  let output: String
  let problem: String?

  /// Runs a program that is found in `PATH` or has a path. It is killed when it is late.
  init(_ words: [String], in folder: String = package, seconds: Double = 200) throws {
    let log = FileManager.default.temporaryDirectory.appendingPathComponent("tour-\(UUID())")
    defer { try? FileManager.default.removeItem(at: log) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let line = "ulimit -f 200000; exec \"$@\" >\"$0\" 2>&1"  // an endless loop must not fill the disk
    process.arguments = ["-c", line, log.path] + words
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = ProcessInfo.processInfo.environment
    process.environment?["SWIFT_BACKTRACE"] = "enable=yes,color=no,interactive=no,images=none"
    process.standardInput = FileHandle.nullDevice
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    let isLate = ended.wait(timeout: .now() + seconds) == .timedOut
    if isLate { kill(process.processIdentifier, SIGKILL) }
    let data = try FileHandle(forReadingFrom: log).read(upToCount: 500_000)
    let text = String(decoding: data ?? Data(), as: UTF8.self)
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

/// What must be so when an exercise is solved, and what the check found: nothing if it is so.
struct Finding {
  let sentence: String
  let found: String?  // `nil` if the check ended before it could look
}

/// A lesson, compiled with its facts as a program, so a lesson that fails never stops the tour.
final class Program {
  private let lesson: Lesson
  private let files: [String]
  private let folder = FileManager.default.temporaryDirectory.path + "/tour-\(UUID())"
  private var missing: String?  // what the facts need and the lesson does not have

  init(_ lesson: Lesson, in place: String = Lesson.ownPlace) throws {
    self.lesson = lesson
    files = lesson.files(in: place)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = try write(lesson.texts(in: place).joined(), to: "source")
    try Program.library.get()
    do {
      try compile(facts: lesson.facts)
      try tryRefused()
    } catch let error where "\(error)".contains(/^\S*facts.swift/) {
      let what = "\(error)".components(separatedBy: "error: ")[1].prefix { $0 != "\n" }
      missing = "The check cannot use \(lesson.folder): \(what). Keep the names of the lesson."
      try compile(facts: "")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Compiles the lesson and the facts. Facts that need the scope of a file end with a mark.
  private func compile(facts: String) throws {
    let parts = facts.components(separatedBy: "// MARK: Facts\n")
    let text = """
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
        Check.print(words.map { "\\($0)" }.joined(separator: separator) + terminator)
      }
      """
    let objects = ["DIContainer", "Checking"].map { "\(Program.place)/\($0).o" }
    let options = """
      -o \(folder)/check -Xfrontend -g -Xfrontend -enable-implicit-dynamic -emit-executable \
      -emit-module-path \(folder)/lesson.swiftmodule -emit-symbol-graph \
      -emit-symbol-graph-dir \(folder) -symbol-graph-minimum-access-level private
      """.split(separator: " ").map(String.init)
    let own = try write(text, to: "facts.swift")
    try Program.compile(lesson.folder, files + [own] + objects + options)
  }

  /// Notes which expressions of the facts compile, and must not.
  private func tryRefused() throws {
    let refused = lesson.facts.matches(of: /refuse\("(.+?)"\)/).map { String($0.1) }
    let lines = refused.enumerated().map { "func f\($0)() { _ = \($1) }" }
    let file = try write(
      (["import DIContainer"] + lines).joined(separator: "\n"), to: "refused.swift")
    var errors = ""
    do {
      try Program.compile(lesson.folder, files + [file, "-typecheck"])
    } catch { errors = "\(error)" }
    let accepted = refused.indices.filter { !errors.contains("refused.swift:\($0 + 2):") }
    _ = try write(accepted.map { refused[$0] }.joined(separator: "\n"), to: "accepted")
  }

  private func write(_ text: String, to name: String) throws -> String {
    try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    return "\(folder)/\(name)"
  }

  /// Runs the lesson's program.
  func run() throws -> Ended { try Ended(["\(folder)/check"], in: folder, seconds: 10) }

  /// Runs the program, and then looks at the facts.
  func check() throws -> (output: String, findings: [Finding]) {
    let run = try run()
    let check = try Ended(["\(folder)/check", folder], in: folder, seconds: 10)
    let text = (try? contents(of: "\(folder)/findings")) ?? ""
    var found = text.components(separatedBy: "\n").dropLast().map {
      Optional($0.replacing("\u{B}", with: "\n"))
    }
    if found.count < lesson.sentences.count {
      found.append(missing ?? check.problem ?? "The program ended here.")
    }
    found += lesson.sentences.dropFirst(found.count).map { _ in nil }
    let findings = zip(lesson.sentences, found).map { Finding(sentence: $0, found: $1) }
    return (run.output, findings + [Finding(sentence: Lesson.end, found: run.problem ?? "")])
  }

  private static let place = package + "/.build/tour-library"

  /// The modules that every lesson needs, compiled again when a source or the tour is newer.
  private static let library = Result {
    let sources = [
      (name: "DIContainer", path: package + "/Sources/DIContainer/DIContainer.swift"),
      (name: "Checking", path: "\(tourFolder)/Facts/Checking.swift"),
    ]
    let built = date(of: "\(place)/Checking.o") ?? .distantPast
    let changes = ([CommandLine.arguments[0]] + sources.map(\.path)).compactMap(date)
    if changes.allSatisfy({ $0 < built }) { return }
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    for (name, path) in sources {
      try compile(name, [path, "-emit-module", "-emit-object", "-o", "\(place)/\(name).o"])
    }
  }

  private static func compile(_ module: String, _ words: [String]) throws {
    var options = ["-wmo", "-swift-version", "6", "-parse-as-library", "-suppress-warnings"]
    options += ["-enable-testing", "-module-name", module, "-I", place]
    #if os(macOS)  // where Swift Testing is, which the compiler knows on Linux
      let xcode = try Ended(["xcode-select", "-p"]).output.prefix { $0 != "\n" }
      let platform = "\(xcode)/Platforms/MacOSX.platform/Developer"
      let plugins =
        "\(xcode)/Toolchains/XcodeDefault.xctoolchain/usr/lib/swift/host/plugins/testing"
      let frameworks = "\(platform)/Library/Frameworks"
      options += ["-plugin-path", plugins, "-F", frameworks, "-I", "\(platform)/usr/lib"]
      options += ["-L", "\(platform)/usr/lib", "-Xlinker", "-rpath", "-Xlinker", frameworks]
      options += ["-Xlinker", "-rpath", "-Xlinker", "\(platform)/usr/lib"]
    #endif
    let run = try Ended(["swiftc"] + options + words)
    if run.problem == nil { return }
    // The errors that name a file, as a reader knows it, or all that the compiler says
    let errors = run.output.components(separatedBy: "\n").filter { $0.contains(/: error:/) }
    let known = errors.map { $0.replacing(/^\/.*\/(?=[^\/]+\/[^\/:]+:\d)/, with: "") }
    throw Problem(description: known.isEmpty ? run.output : known.joined(separator: "\n"))
  }
}
