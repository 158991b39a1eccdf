// SPDX-License-Identifier: MIT-0

// Hands in all solutions, and the attempts of the table beside this file, and compares what the tour says
// of them. `solutions` compiles this with the tour's own files, and runs it with the solved lessons.

import Foundation

struct Attempt: Sendable {
  let lesson: Lesson
  let wanted: State
  let changes: String  // of the solution

  /// What the tour says, if it should say something else.
  func surprise(solved: String) -> String? {
    do {
      let found = try state(solved: solved)
      return found == wanted ? nil : "\(lesson.name) \(changes)\n  is \(found), not \(wanted)"
    } catch {
      return "\(lesson.name) \(changes)\n  \(error)"
    }
  }

  private func state(solved: String) throws -> State {
    let folder = try TemporaryFolder()
    let place = "\(folder.path)/\(lesson.folder)"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let names = files(in: "\(solved)/\(lesson.folder)")
    let texts = try names.map { try contents(of: "\(solved)/\(lesson.folder)/\($0)") }
    for (name, text) in try zip(names, changed(texts)) {
      try text.write(toFile: "\(place)/\(name)", atomically: true, encoding: .utf8)
    }
    return withExtendedLifetime(folder) { Work(in: folder.path).state(lesson) }
  }

  private func changed(_ texts: [String]) throws -> [String] {
    var texts = texts
    for change in changes.replacing("|", with: "\n").components(separatedBy: " ;; ") {
      let parts = change.components(separatedBy: " =>")
      if parts.count == 1 {
        texts[0] += "\n\(change.dropFirst(2))\n"
      } else {
        let new = texts.map { $0.replacing(parts[0], with: parts[1].dropFirst()) }
        if new == texts { throw Problem(description: "There is no '\(parts[0])'.") }
        texts = new
      }
    }
    return texts
  }
}

@main enum Main {
  static func main() async throws {
    let solved = CommandLine.arguments[1]
    var attempts = (lessons + steps).map { Attempt(lesson: $0, wanted: .solved, changes: "+ ") }
    let row = /(?m)^(inside \d|\d+)(?:\.(\d))? (.+)$/
    for match in try contents(of: "Tests/checks/tour/attempts").matches(of: row) {
      for lesson in lessons + steps where lesson.name == match.1 {
        let fact = match.2.flatMap { Int($0) }.map { lesson.sentences[$0 - 1] }
        let wanted = fact.map(State.open) ?? .solved
        attempts.append(Attempt(lesson: lesson, wanted: wanted, changes: "\(match.3)"))
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
    print("\(attempts.count) attempts, with \((lessons + steps).count) solutions")
    if !isRight { exit(1) }
  }
}
