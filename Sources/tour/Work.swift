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
  private(set) var notRead: [String] = []  // unknown, a second one, or no plain file

  static let own = Work(in: "\(tourFolder)/Lessons")

  /// Whatever lies around the folders of the lessons, and also their files without them. Of a clone, only the
  /// lessons count.
  init(in place: String) {
    let names = tour.files(in: place)
    let ofClone = names.filter { $0.contains("Sources/tour/Lessons/") }
    let owned = allLessons.flatMap { lesson in lesson.ownFiles.keys.map { ($0, lesson) } }
    for name in ofClone.isEmpty ? names : ofClone {
      let parts = name.components(separatedBy: "/")
      let file = parts[parts.count - 1]
      let path = URL(fileURLWithPath: "\(place)/\(name)").path
      let ofFolder = allLessons.first { parts.contains($0.folder) }
      let lesson = ofFolder ?? owned.first { $0.0 == file }?.1
      let isNew = lesson.map { files[$0.folder]?[file] == nil } ?? false
      if let lesson, isNew, file.hasSuffix(".swift"), type(of: path) == .typeRegular {
        files[lesson.folder, default: [:]][file] = path
      } else if file != "Package.swift" {
        notRead.append(name)
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
    allLessons.filter(has).flatMap { lesson in
      let names = lesson.ownFiles.keys.sorted().filter { files[lesson.folder]?[$0] == nil }
      return names.map { "\(lesson.folder)/\($0)" }
    }
  }

  func has(_ lesson: Lesson) -> Bool { files[lesson.folder] != nil }

  func program(_ lesson: Lesson) throws -> Program { try Program(lesson, files(of: lesson)) }

  func isChanged(_ lesson: Lesson) -> Bool {
    (files[lesson.folder] ?? [:]).contains { name, path in
      (try? contents(of: path)) != shipped["\(lesson.folder)/\(name)"]
    }
  }

  func state(_ lesson: Lesson) -> State {
    guard has(lesson) else { return .missing }
    guard isChanged(lesson) else { return .notBegun }
    do {
      let open = try program(lesson).findings().first { !$0.isSo }
      return open.map { .open($0.sentence) } ?? .solved
    } catch {
      return .open("\(error)".components(separatedBy: "\n")[0])
    }
  }

  /// What came of all lessons, by their names: as many at a time as there are cores.
  func states() async -> [String: State] {
    await withTaskGroup(of: (String, State).self) { group in
      for lesson in allLessons { group.addTask { (lesson.name, state(lesson)) } }
      return await group.reduce(into: [:]) { states, new in states[new.0] = new.1 }
    }
  }
}

extension Lesson {
  /// The tour's files of this lesson, by their names.
  var ownFiles: [String: String] {
    let place = "\(tourFolder)/Lessons/\(folder)"
    let names = files(in: place).filter { $0.hasSuffix(".swift") }
    return Dictionary(uniqueKeysWithValues: names.map { ($0, "\(place)/\($0)") })
  }

  /// Puts the files back as they were shipped. What a reader has added stays.
  func reset(in lessons: String = "\(tourFolder)/Lessons") throws {
    if shipped.isEmpty {
      let why = "this folder is not a clone, or git is not installed"
      throw Problem(description: "Nothing was changed. Git knows how it was, and \(why).")
    }
    let place = "\(lessons)/\(folder)"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    for (name, text) in shipped where name.hasPrefix("\(folder)/") {
      try text.write(toFile: "\(lessons)/\(name)", atomically: true, encoding: .utf8)
    }
    print("The files in \(place) are as they were.")
    for name in tour.files(in: place) where shipped["\(folder)/\(name)"] == nil {
      print("What you have added stays, and could be in the way of the solution: \(name)")
    }
  }
}
