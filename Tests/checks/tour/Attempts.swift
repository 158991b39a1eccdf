// SPDX-License-Identifier: MIT-0

// Hands in all solutions, and the attempts of the table beside this file, and compares what the tour says
// of them. `solutions` compiles this with the tour's own files, and runs it with the solved lessons.

import Foundation

struct Attempt: Sendable {
  let lesson: Lesson
  let open: Substring?  // how the first fact begins that is not so; without, it is solved
  let row: String  // of the table: changes of the solution
  let place: String

  /// What the tour says, if it should say something else.
  func surprise(solved: String) -> String? {
    do {
      try handIn(solved)
    } catch {
      return "\(lesson.name), '\(row)': \(error)"
    }
    let state = Work(in: place).state(lesson)
    if case .open(let fact) = state, let open, fact.hasPrefix(open) { return nil }
    if state == .solved && open == nil { return nil }
    return "\(lesson.name), '\(row)': expected '\(open ?? "solved")', found '\(state)'."
  }

  private func handIn(_ solved: String) throws {
    let names = files(in: "\(solved)/\(lesson.folder)")
    var texts = try names.map { try contents(of: "\(solved)/\(lesson.folder)/\($0)") }
    for change in row.replacing("|", with: "\n").components(separatedBy: " ;; ") {
      let parts = change.components(separatedBy: " =>")
      if parts.count == 1 {
        texts[0] += "\n\(change.dropFirst(2))\n"
      } else {
        let changed = texts.map { $0.replacing(parts[0], with: parts[1].dropFirst()) }
        if changed == texts { throw Problem(description: "There is no '\(parts[0])'.") }
        texts = changed
      }
    }
    try FileManager.default.createDirectory(
      atPath: "\(place)/\(lesson.folder)", withIntermediateDirectories: true)
    for (name, text) in zip(names, texts) {
      let path = "\(place)/\(lesson.folder)/\(name)"
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
  }
}

@main enum Main {
  static func main() async throws {
    let solved = CommandLine.arguments[1]
    let folder = try TemporaryFolder()
    let all = lessons + steps
    func attempt(_ lesson: Lesson, _ open: Substring?, _ row: String) -> Attempt {
      Attempt(lesson: lesson, open: open, row: row, place: "\(folder.path)/\(UUID())")
    }
    var attempts = all.map { attempt($0, nil, "+ ") }
    var group: (lesson: Lesson, open: Substring?)?
    let table = try contents(of: "Tests/checks/tour/attempts")
    for line in table.components(separatedBy: "\n") {
      if let match = line.wholeMatch(of: /(\d+|inside \d) (?:= solved|> (.+))/) {
        group = all.first { $0.name == match.1 }.map { ($0, match.2) }
      } else if line.hasPrefix("- "), let group {
        attempts.append(attempt(group.lesson, group.open, String(line.dropFirst(2))))
      }
    }
    var isRight = true
    await withTaskGroup(of: String?.self) { tasks in
      for attempt in attempts { tasks.addTask { attempt.surprise(solved: solved) } }
      for await case let surprise? in tasks {
        isRight = false
        print(surprise)
      }
    }
    withExtendedLifetime(folder) {}
    print("\(all.count) solutions, \(attempts.count - all.count) attempts")
    if !isRight { exit(1) }
  }
}
