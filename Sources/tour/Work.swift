// SPDX-License-Identifier: MIT-0

import Foundation

// What a reader has done: which files changed, what is solved, and how a file was when it was shipped.

/// A folder with `Lessons` and `Inside`: the tour's own, or one that was handed in.
struct Place: Sendable {
  static let own = Place(tourFolder)
  let path: String

  /// Of a clone, of the folder of the tour, or of one with only some of its folders.
  init(_ path: String) {
    let inClone = "\(path)/Sources/tour"
    self.path = FileManager.default.fileExists(atPath: inClone) ? inClone : path
  }

  func contents(_ file: String) -> String? {
    try? String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)
  }
}

enum State: Equatable {
  case notBegun, solved
  case open(String)

  var isOpen: Bool { self != .notBegun && self != .solved }
}

/// Every file as it was shipped, by its path. Git keeps it, whatever a reader commits.
private let shipped: [String: String]? = {
  guard let list = try? contents(of: "\(tourFolder)/Solutions/shipped") else { return nil }
  var files: [String: String] = [:]
  for line in list.split(separator: "\n") {
    let words = line.split(separator: " ")
    guard let run = try? Ended(["git", "cat-file", "blob", String(words[0])]), run.status == 0
    else { return nil }
    files[String(words[1])] = run.output
  }
  return files
}()

/// Without git, nobody knows what a reader has changed.
let hasGit = shipped != nil

extension Lesson {
  /// The file of the lesson, and those of the folder that it has, if it has one.
  func files(in place: Place) -> [String] {
    names(in: place).map { name in
      place.contents(name) == nil ? "\(tourFolder)/\(name)" : "\(place.path)/\(name)"
    }
  }

  private func names(in place: Place) -> [String] {
    guard name == "13" else { return [path] }
    let folder = "Lessons/Bakery"
    let files = [Place.own, place].flatMap { place in
      (try? FileManager.default.contentsOfDirectory(atPath: "\(place.path)/\(folder)")) ?? []
    }
    return [path] + Set(files).filter { $0.hasSuffix(".swift") }.sorted().map { "\(folder)/\($0)" }
  }

  func isChanged(in place: Place) -> Bool {
    guard let shipped else { return true }
    return names(in: place).contains { name in
      place.contents(name).map { $0 != shipped[name] } ?? false
    }
  }

  func state(in place: Place) -> State {
    guard isChanged(in: place) else { return .notBegun }
    do {
      let open = try Program.findings(of: self, in: place).first { !$0.isSo }
      return open.map { .open($0.sentence) } ?? .solved
    } catch {
      return .open("\(error)".components(separatedBy: "\n")[0])
    }
  }

  /// Puts the files back as they were shipped, and says what it did. It deletes nothing that a reader
  /// wrote: only a new file that is the solution's to the letter.
  func putBack() throws -> [String] {
    guard let shipped else {
      throw Unreadable(
        """
        Without git, nobody knows how lesson \(name) was: this folder is not a clone, or
        git is not installed. Nothing was changed.
        """)
    }
    return try names(in: .own).compactMap { name in
      let file = "\(tourFolder)/\(name)"
      let text = Place.own.contents(name)
      if let old = shipped[name] {
        if text == old { return nil }
        try old.write(toFile: file, atomically: true, encoding: .utf8)
        return "put back  Sources/tour/\(name)"
      }
      guard text == (try newFile()) else { return "left      Sources/tour/\(name), which is yours" }
      try FileManager.default.removeItem(atPath: file)
      return "removed   Sources/tour/\(name), which was the solution's"
    }
  }

  /// The file that the solution makes.
  private func newFile() throws -> String {
    let parts = try contents(of: "\(tourFolder)/\(solution)").components(separatedBy: "--- ")
    let lines = parts.first { $0.hasPrefix("/dev/null") }?.components(separatedBy: "\n") ?? []
    return lines.dropFirst(3).map { $0.dropFirst() + "\n" }.dropLast().joined()
  }
}

/// What came of all lessons in some places: as many at a time as there are cores.
func states(in places: [Place]) async -> [[State]] {
  await withTaskGroup(of: (Int, Int, State).self) { group in
    let all = lessons + steps
    var states = places.map { _ in all.map { _ in State.notBegun } }
    for (row, place) in places.enumerated() {
      for (column, lesson) in all.enumerated() {
        group.addTask { (row, column, lesson.state(in: place)) }
      }
    }
    for await (row, column, state) in group { states[row][column] = state }
    return states
  }
}
