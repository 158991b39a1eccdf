import Foundation

// What a reader has done: which files changed, what is solved, and how a file was when it was shipped.

enum State: Equatable {
  case notBegun, solved
  case open(String)
}

/// Without git, nobody knows what a reader has changed.
let hasGit = lessons.first.map { $0.shipped($0.path) != nil } ?? false

/// A place is a folder with `Lessons` and `Inside`: the tour's own, or one that was handed in.
extension Lesson {
  /// The file of the lesson, and those of the folder that it has, if it has one.
  func files(in place: String) -> [String] {
    names(in: place).map { name in
      let file = "\(place)/\(name)"
      return FileManager.default.fileExists(atPath: file) ? file : "\(tourFolder)/\(name)"
    }
  }

  private func names(in place: String) -> [String] {
    guard name == "13" else { return [path] }
    let files = Set(
      [tourFolder, place].flatMap { place in
        (try? FileManager.default.contentsOfDirectory(atPath: "\(place)/Lessons/Bakery")) ?? []
      })
    return [path] + files.filter { $0.hasSuffix(".swift") }.sorted().map { "Lessons/Bakery/\($0)" }
  }

  /// A file as it was shipped. Git keeps the tree of its folder, whatever a reader commits.
  fileprivate func shipped(_ path: String) -> String? {
    guard let tree = try? contents(of: "\(tourFolder)/Solutions/\(folder).tree") else { return nil }
    let name = path.dropFirst(folder.count + 1)
    let run = try? Ended(["git", "cat-file", "blob", "\(tree.prefix(40)):\(name)"])
    return run?.status == 0 ? run?.output : nil
  }

  func isChanged(in place: String) -> Bool {
    names(in: place).contains { name in
      guard let text = try? contents(of: "\(place)/\(name)") else { return false }
      return text != shipped(name)
    }
  }

  func state(in place: String) -> State {
    guard isChanged(in: place) else { return .notBegun }
    do {
      let open = try Program(self, in: place).findings().first { !$0.isSo }
      return open.map { .open($0.sentence) } ?? .solved
    } catch {
      return .open("\(error)".components(separatedBy: "\n")[0])
    }
  }

  /// Puts the files back as they were shipped, and says what it did. It deletes nothing that a reader
  /// wrote: only a new file that is the solution's to the letter.
  @Sendable func reset() throws {
    guard hasGit else {
      let why = "this folder is not a clone, or git is not installed"
      throw Problem(description: "Nothing was changed. Git knows how it was, and \(why).")
    }
    for name in names(in: tourFolder) {
      let file = "\(tourFolder)/\(name)"
      let text = try? contents(of: file)
      if let old = shipped(name) {
        if text != old { try old.write(toFile: file, atomically: true, encoding: .utf8) }
        print(text == old ? "as it was " : "put back  ", "Sources/tour/\(name)")
      } else if try text == newFile() {
        try FileManager.default.removeItem(atPath: file)
        print("removed    Sources/tour/\(name), which was the solution's")
      } else {
        print("left       Sources/tour/\(name), which is yours")
      }
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
func states(in places: [String]) async -> [[State]] {
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
