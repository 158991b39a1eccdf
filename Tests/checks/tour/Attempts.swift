// SPDX-License-Identifier: MIT-0

// Hands in all solutions, and the attempts of the table beside this file, each as a student's work, and
// compares what the tour says of them. `solutions` runs this, with an empty folder.

import Foundation

struct Mistake: Error { let description: String }

func names(in folder: String) throws -> [String] {
  let names = try FileManager.default.contentsOfDirectory(atPath: folder)
  return names.filter { !$0.hasPrefix(".") }.sorted()
}

/// Copies what is not hidden into a new folder.
func copy(_ folder: String, to copy: String) throws {
  try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
  for name in try names(in: folder) {
    try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: "\(copy)/\(name)")
  }
}

/// What a program prints.
func run(_ words: [String], in folder: String) throws -> String {
  let (process, pipe) = (Process(), Pipe())
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = words
  process.currentDirectoryURL = URL(fileURLWithPath: folder)
  process.standardOutput = pipe
  try process.run()
  let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  if process.terminationStatus != 0 { throw Mistake(description: "\(words) fails:\n\(output)") }
  return output
}

/// An attempt at an exercise, as the table has it.
struct Attempt {
  let folder: String
  let wanted: String  // the line that the tour prints begins with this
  var changes: [(old: String, new: String)] = []

  /// A line above some attempts.
  init?(_ line: String) {
    guard let match = line.wholeMatch(of: /(inside )?(\d+) (= solved|> (.+))/) else { return nil }
    let isStep = match.1 != nil
    let number = match.2.count == 1 && !isStep ? "0\(match.2)" : "\(match.2)"
    folder = (isStep ? "Inside" : "Lesson") + number
    let name = (match.1 ?? "") + match.2
    wanted = match.4.map { "  open       \(name): \($0)" } ?? "  solved     \(name)"
  }

  /// Another attempt of the group.
  func with(_ row: String) -> Attempt {
    var attempt = self
    let text = row.dropFirst(2).replacingOccurrences(of: "|", with: "\n")
    for change in text.components(separatedBy: " ;; ") {
      let parts = change.components(separatedBy: " =>")
      let isAtEnd = parts.count == 1
      let new = isAtEnd ? "\n\(change.dropFirst(2))\n" : String(parts[1].dropFirst())
      attempt.changes.append((isAtEnd ? "" : parts[0], new))
    }
    return attempt
  }

  /// Changes the solution, which is in this folder.
  func apply(in folder: String) throws {
    let paths = try names(in: folder).map { "\(folder)/\($0)" }
    var texts = try paths.map { try String(contentsOfFile: $0, encoding: .utf8) }
    for (old, new) in changes {
      if old.isEmpty {
        texts[0] += new
      } else {
        let changed = texts.map { $0.replacingOccurrences(of: old, with: new) }
        if changed == texts { throw Mistake(description: "\(folder) has no '\(old)'.") }
        texts = changed
      }
    }
    for (path, text) in zip(paths, texts) {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
  }
}

@main enum Main {
  static func main() throws {
    let (root, work) = (FileManager.default.currentDirectoryPath, CommandLine.arguments[1])
    let tour = "\(root)/Sources/tour"
    let solved = "\(work)/solved/Sources/tour/Lessons"
    try copy("\(tour)/Lessons", to: solved)
    let diffs = try names(in: "\(tour)/Solutions").filter { $0.hasSuffix(".diff") }
    let paths = diffs.map { "\(tour)/Solutions/\($0)" }
    _ = try run(["git", "apply", "--unidiff-zero"] + paths, in: "\(work)/solved")

    var attempts: [Attempt] = []
    var group: Attempt?
    let table = try String(contentsOfFile: "Tests/checks/tour/attempts", encoding: .utf8)
    for line in table.components(separatedBy: "\n") {
      if let new = Attempt(line) { group = new }
      if line.hasPrefix("- "), let group { attempts.append(group.with(line)) }
    }
    try copy(solved, to: "\(work)/class/0/Lessons")
    for (index, attempt) in attempts.enumerated() {
      let copied = "\(work)/class/\(index + 1)/Lessons/\(attempt.folder)"
      try copy("\(solved)/\(attempt.folder)", to: copied)
      try attempt.apply(in: copied)
    }
    let output = try run([".build/debug/tour", "class", "\(work)/class"], in: root)
    if try !check(output.components(separatedBy: "\n\n").dropFirst(), attempts) { exit(1) }
    print("\(diffs.count) solutions, \(attempts.count) attempts")
  }

  /// Each block is about one student: a number, and what the tour says.
  static func check(_ blocks: ArraySlice<String>, _ attempts: [Attempt]) throws -> Bool {
    var isRight = blocks.count == attempts.count + 1
    for block in blocks {
      let number = Int(block.prefix { $0.isNumber }) ?? 0
      let isSolution = number == 0
      let isSo =
        isSolution
        ? !block.contains("\n  open ") && !block.contains("\n  not ")
        : block.contains("\n\(attempts[number - 1].wanted)")
      if isSo { continue }
      isRight = false
      if !isSolution { print("Expected:\n\(attempts[number - 1])") }
      print("Found:\n\(block)\n")
    }
    return isRight
  }
}
