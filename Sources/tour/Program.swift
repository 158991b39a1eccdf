// SPDX-License-Identifier: MIT-0

import Foundation

/// A program that has ended.
struct Ended {
  let status: Int32
  let isCrash: Bool
  let output: String
  let errors: String

  /// Runs a program that is looked up in `PATH` or has a path, and waits until it ends. What it prints
  /// goes into files, since a full pipe would stop it.
  init(_ words: [String]) throws {
    let folder = try Scratch()
    let files = try [folder.file("output"), folder.file("errors")]
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["SWIFT_BACKTRACE=enable=no"] + words
    process.currentDirectoryURL = package
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    isCrash = process.terminationReason == .uncaughtSignal
    output = String(decoding: try Data(contentsOf: files[0]), as: UTF8.self)
    errors = String(decoding: try Data(contentsOf: files[1]), as: UTF8.self)
  }

  /// The lines of the errors that name a file, or how the program crashed.
  var errorLines: [String] {
    errors.components(separatedBy: "\n").filter { $0.contains(#/: (Fatal )?error: /#) }
  }
}

/// A folder that goes when nobody needs it any more.
final class Scratch {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("tour-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  func file(_ name: String, _ text: String = "") throws -> URL {
    let file = url.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    return file
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

/// A fact, and what was found: nothing if it is so, and `nil` if nobody could look.
struct Finding {
  let sentence: String
  let found: String?

  var isSo: Bool { found == "" }
}

/// A lesson, compiled as a program of its own. So a lesson that does not compile stops no other, and
/// one that crashes, ends or hangs does not stop the tour.
struct Program {
  private let folder: Scratch
  private let files: [String]
  private var path: String { folder.url.appendingPathComponent("lesson").path }

  /// The facts come to the end of the lesson's file, so that they see what is private there.
  private init(_ lesson: Lesson, in place: Place, facts: String) throws {
    folder = try Scratch()
    files = lesson.files(in: place)
    let text = """
      #sourceLocation(file: "\(files[0])", line: 1)
      \(try contents(of: files[0]))
      #sourceLocation(file: "facts", line: 1)
      \(facts)
      let program: Program = \(lesson.function)
      """
    let library = try Program.library.get()
    let main = try folder.file("Lesson.swift", text).path
    let sources = [main, "\(tourFolder)/Facts/Facts.swift"] + files.dropFirst()
    let words = sources + ["-I", library, "\(library)/DIContainer.o", "-o", path]
    let run = try Program.compile("Lesson", words)
    if run.status != 0 {
      throw Broken(lesson, run.errorLines.isEmpty ? [run.errors] : run.errorLines)
    }
  }

  /// What the lesson prints.
  static func output(of lesson: Lesson, in place: Place) throws -> String {
    let program = try Program(lesson, in: place, facts: "let facts: [Fact] = []")
    let run = try Ended([program.path])
    return wrapped(run.output + (run.isCrash ? "The program crashed.\n" : ""))
  }

  /// What is found of each fact.
  static func findings(of lesson: Lesson, in place: Place) throws -> [Finding] {
    var found: [String]
    let sentences = try lesson.sentences()
    do {
      let program = try Program(lesson, in: place, facts: contents(of: lesson.facts))
      let notes = try program.folder.file("notes")
      let run = try Ended([program.path, notes.path] + program.files)
      found = try contents(of: notes.path).components(separatedBy: "\n").dropLast()
      if found.count < sentences.count, found.last != "It did not end within ten seconds." {
        let crash = run.errorLines.first?.components(separatedBy: "error: ").last ?? ""
        found.append("The program \(run.isCrash ? "crashed" : "ended") here. \(crash)")
      }
    } catch let broken as Broken where broken.isInFacts {
      found = ["The check does not find what the exercise names: \(broken.first)."]
    }
    found = found.map { $0.replacingOccurrences(of: "\u{B}", with: "\n") }
    return sentences.enumerated().map { index, sentence in
      Finding(sentence: sentence, found: index < found.count ? found[index] : nil)
    }
  }

  /// The folder with the container's module, which is compiled once for each build of the tour.
  private static let library = Result { () throws -> String in
    let library = package.appendingPathComponent(".build/tour-library")
    let object = library.appendingPathComponent("DIContainer.o")
    let source = package.appendingPathComponent(RealFile.path)
    if let date = object.date, let changed = source.date,
      let built = Bundle.main.executableURL?.date, date > max(changed, built)
    {
      return library.path
    }
    let new = try Scratch()
    let names = ["DIContainer.swiftmodule", "DIContainer.o"]
    let words = ["-emit-module", "-emit-object", source.path, "-o"]
    let run = try compile("DIContainer", words + [new.url.appendingPathComponent(names[1]).path])
    if run.status != 0 { throw Unreadable(run.errors) }
    try FileManager.default.createDirectory(at: library, withIntermediateDirectories: true)
    for name in names {  // another tour may do the same now
      let data = try Data(contentsOf: new.url.appendingPathComponent(name))
      try data.write(to: library.appendingPathComponent(name), options: .atomic)
    }
    return library.path
  }

  private static func compile(_ module: String, _ words: [String]) throws -> Ended {
    let options = ["-wmo", "-swift-version", "6", "-parse-as-library", "-suppress-warnings"]
    return try Ended(["swiftc", "-module-name", module] + options + words)
  }
}

/// A lesson does not compile, or does so only without its facts.
struct Broken: Error, CustomStringConvertible {
  let description: String
  let isInFacts: Bool
  let first: String

  init(_ lesson: Lesson, _ errors: [String]) {
    isInFacts = errors.allSatisfy { $0.hasPrefix("facts:") }
    first = errors.first?.components(separatedBy: "error: ").last ?? "no reason is given"
    description = """
      Lesson \(lesson.name) doesn't compile:
        \(errors.joined(separator: "\n  ").replacingOccurrences(of: package.path + "/", with: ""))
      To put it back: swift run tour reset \(lesson.name)
      """
  }
}

extension URL {
  fileprivate var date: Date? {
    try? resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
  }
}
