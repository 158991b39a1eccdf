import Foundation

// What a reader has done: which files changed, what is solved, and how a file was when it was shipped.

enum State: Equatable {
  case notBegun, solved, missing
  case open(String)
}

/// The files as they were shipped, by their paths. Git keeps the tree of the folder, whatever a reader
/// commits. Without git, nobody knows what a reader has changed.
let shipped: [String: String] = {
  guard let tree = try? contents(of: "\(tourFolder)/Solutions/Lessons.tree").prefix(40),
    let list = try? Ended(["git", "ls-tree", "-r", "--name-only", "\(tree)"]), list.isFine
  else { return [:] }
  var texts: [String: String] = [:]
  for name in list.lines where name.hasSuffix(".swift") {
    texts[name] = try? Ended(["git", "cat-file", "blob", "\(tree):\(name)"]).output
  }
  return texts
}()

/// The lessons of a folder: the tour's own, or one that was handed in.
struct Work: Sendable {
  private var files: [String: [String: String]] = [:]  // by the lesson's folder and their names
  private(set) var unknown: [String] = []

  static let own = Work(in: "\(tourFolder)/Lessons")

  /// Whatever lies around the folders of the lessons, and also files without them.
  init(in place: String) {
    let names = tour.files(in: place)
    let folders = Set(names.compactMap { $0.firstMatch(of: /^(?:.*\/)?Lessons\//)?.output })
    let folder = folders.count == 1 ? String(folders.first ?? "") : ""
    for name in names where name.hasPrefix(folder) && !name.hasSuffix("Package.swift") {
      let parts = name.components(separatedBy: "/")
      let all = lessons + steps
      let lesson =
        all.first { $0.folder == parts.dropLast().last } ?? all.first { $0.file == parts.last }
      if let lesson, name.hasSuffix(".swift"), files[lesson.folder]?[parts[parts.count - 1]] == nil {
        files[lesson.folder, default: [:]][parts[parts.count - 1]] = "\(place)/\(name)"
      } else {
        unknown.append(name)
      }
    }
  }

  /// The files of a lesson, and the tour's own in place of those that are missing.
  func files(of lesson: Lesson) -> [String] {
    let own = lesson.ownFiles.merging(files[lesson.folder] ?? [:]) { $1 }
    return own.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The shipped files that are not there, of lessons of which there is something.
  var missing: [String] {
    (lessons + steps).filter { files[$0.folder] != nil }.flatMap { lesson in
      lesson.ownFiles.keys.sorted().filter { files[lesson.folder]?[$0] == nil }.map { "\(lesson.folder)/\($0)" }
    }
  }

  func program(_ lesson: Lesson) throws -> Program { try Program(lesson, files(of: lesson)) }

  func isChanged(_ lesson: Lesson) -> Bool {
    (files[lesson.folder] ?? [:]).contains { name, path in
      (try? contents(of: path)) != shipped["\(lesson.folder)/\(name)"]
    }
  }

  func state(_ lesson: Lesson) -> State {
    if files[lesson.folder] == nil { return .missing }
    guard isChanged(lesson) else { return .notBegun }
    do {
      let open = try program(lesson).findings().first { !$0.isSo }
      return open.map { .open($0.sentence) } ?? .solved
    } catch {
      return .open("\(error)".components(separatedBy: "\n")[0])
    }
  }

  /// What came of all lessons: as many at a time as there are cores.
  func states() async -> [State] {
    await withTaskGroup(of: (Int, State).self) { group in
      let all = lessons + steps
      for (index, lesson) in all.enumerated() { group.addTask { (index, state(lesson)) } }
      var states = all.map { _ in State.missing }
      for await (index, state) in group { states[index] = state }
      return states
    }
  }
}

extension Lesson {
  /// The tour's files of this lesson, by their names.
  fileprivate var ownFiles: [String: String] {
    let place = "\(tourFolder)/Lessons/\(folder)"
    return Dictionary(uniqueKeysWithValues: swiftFiles(in: place).map { ($0, "\(place)/\($0)") })
  }

  /// Puts the files back as they were shipped, and says what it did. It deletes nothing that a reader
  /// wrote: only a new file that is the solution's to the letter.
  @Sendable func reset() throws {
    if shipped.isEmpty {
      let why = "this folder is not a clone, or git is not installed"
      throw Problem(description: "Nothing was changed. Git knows how it was, and \(why).")
    }
    let old = shipped.keys.filter { $0.hasPrefix("\(folder)/") }
    for name in Set(ownFiles.keys.map { "\(folder)/\($0)" }).union(old).sorted() {
      let file = "\(tourFolder)/Lessons/\(name)"
      let text = try? contents(of: file)
      if let old = shipped[name] {
        if text != old { try old.write(toFile: file, atomically: true, encoding: .utf8) }
        print(text == old ? "as it was " : "put back  ", "Sources/tour/Lessons/\(name)")
      } else if try text == newFile() {
        try FileManager.default.removeItem(atPath: file)
        print("removed    Sources/tour/Lessons/\(name), which was the solution's")
      } else {
        print("left       Sources/tour/Lessons/\(name), which is yours")
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
