import Foundation

/// A program that has ended.
struct Ended {
  let status: Int32
  let isCrash: Bool
  let output: String  // with its errors

  /// Runs a program that is looked up in `PATH` or has a path, and waits until it ends.
  init(_ words: [String]) throws {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["SWIFT_BACKTRACE=enable=no"] + words
    process.currentDirectoryURL = package
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
    isCrash = process.terminationReason == .uncaughtSignal
  }

  /// The errors that name a file, or how the program crashed.
  var errors: [String] {
    output.components(separatedBy: "\n").filter { $0.contains(#/: (Fatal )?error: /#) }
  }
}

/// A fact, and what was found: nothing if it is so, and `nil` if nobody could look.
struct Finding {
  let sentence: String
  let found: String?

  var isSo: Bool { found == "" }
}

/// A lesson, compiled with its facts as a program of its own. So a lesson that does not compile stops no
/// other, and one that crashes, ends or hangs does not stop the tour.
final class Program {
  private let lesson: Lesson
  private let files: [String]
  private let folder = FileManager.default.temporaryDirectory.path + "/tour-\(UUID())"
  private var missing: String?  // what the facts do not find in the lesson

  init(_ lesson: Lesson, in place: String) throws {
    self.lesson = lesson
    files = lesson.files(in: place)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var errors = try compile(with: contents(of: lesson.facts))
    if !errors.isEmpty, errors.allSatisfy({ $0.hasPrefix("facts:") }) {
      missing = errors[0].components(separatedBy: "error: ").last
      errors = try compile(with: "let facts: [Fact] = []")
    }
    if !errors.isEmpty {
      throw Problem(
        description: """
          Lesson \(lesson.name) doesn't compile:
            \(errors.joined(separator: "\n  ").replacingOccurrences(of: package.path + "/", with: ""))
          To put it back: swift run tour reset \(lesson.name)
          """)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The facts come to the end of the lesson's file, so that they see what is private there.
  private func compile(with facts: String) throws -> [String] {
    let text = """
      @testable import Facts
      #sourceLocation(file: "\(files[0])", line: 1)
      \(try contents(of: files[0]))
      #sourceLocation(file: "facts", line: 1)
      \(facts)
      @main enum Check {
        static func main() async { await check(facts, of: \(lesson.function)) }
      }
      """
    try text.write(toFile: "\(folder)/Lesson.swift", atomically: true, encoding: .utf8)
    let library = try Program.library.get()
    let objects = Program.modules.map { "\(library)/\($0.name).o" }
    let words = ["\(folder)/Lesson.swift"] + files.dropFirst() + objects
    let run = try Program.compile("Lesson", words + ["-I", library, "-o", "\(folder)/lesson"])
    return run.status != 0 && run.errors.isEmpty ? [run.output] : run.errors
  }

  /// What the lesson prints.
  func output() throws -> String {
    let run = try Ended(["\(folder)/lesson"])
    return wrapped(run.output + (run.isCrash ? "The program crashed.\n" : ""))
  }

  /// What is found of each fact.
  func findings() throws -> [Finding] {
    let notes = "\(folder)/notes"
    try Data().write(to: URL(fileURLWithPath: notes))
    let run = try Ended(["\(folder)/lesson", notes] + files)
    let sentences = try lesson.sentences()
    var found = try contents(of: notes).components(separatedBy: "\n").dropLast() as [String]
    if let missing {
      found = ["The check does not find what the exercise names: \(missing)."]
    } else if found.count < sentences.count, found.last != "It did not end within ten seconds." {
      let crash = run.errors.first?.components(separatedBy: "error: ").last ?? ""
      found.append("The program \(run.isCrash ? "crashed" : "ended") here. \(crash)")
    }
    found = found.map { $0.replacingOccurrences(of: "\u{B}", with: "\n") }
    return sentences.enumerated().map { index, sentence in
      Finding(sentence: sentence, found: index < found.count ? found[index] : nil)
    }
  }

  /// What every lesson is compiled with.
  private static let modules = [
    (name: "DIContainer", source: package.path + "/Sources/DIContainer/DIContainer.swift"),
    (name: "Facts", source: "\(tourFolder)/Facts/Facts.swift"),
  ]

  /// The folder with these modules. They are compiled again when a source or the tour is newer.
  private static let library = Result { () throws -> String in
    let library = package.path + "/.build/tour-library"
    let stamp = "\(library)/built"
    let changes = [Bundle.main.executablePath ?? ""] + modules.map(\.source)
    if let built = date(of: stamp), changes.compactMap(date).allSatisfy({ $0 < built }) {
      return library
    }
    try FileManager.default.createDirectory(atPath: library, withIntermediateDirectories: true)
    for (name, source) in modules {
      let words = ["-enable-testing", "-emit-module", "-emit-object", "-I", library]
      let run = try compile(name, words + [source, "-o", "\(library)/\(name).o"])
      if run.status != 0 { throw Problem(description: run.output) }
    }
    try Data().write(to: URL(fileURLWithPath: stamp))
    return library
  }

  private static func date(of path: String) -> Date? {
    try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
  }

  private static func compile(_ module: String, _ words: [String]) throws -> Ended {
    let options = ["-wmo", "-swift-version", "6", "-parse-as-library", "-suppress-warnings"]
    return try Ended(["swiftc", "-module-name", module] + options + words)
  }
}
