import Foundation

// What a reader has done: which files changed, what is solved, and how a file was when it was shipped.

enum State: String, CaseIterable {
  case solved
  case readThis = "read this"
  case open
  case notCompiled = "did not compile"
  case notEnded = "did not end"
  case crashed
  case notBegun = "not begun"
  case missing = "not there"

  /// In a table.
  var sign: String {
    switch self {
    case .solved: "✓"
    case .readThis: "?"
    case .open: "✗"
    case .notCompiled: "c"
    case .notEnded: "∞"
    case .crashed: "!"
    case .notBegun: "·"
    case .missing: " "
    }
  }
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
  let isOwn: Bool

  static let ownPlace = "\(tourFolder)/Lessons"
  static let own = Work(in: ownPlace)

  /// Whatever lies around the folders of the lessons, and also their files without them. Of a clone, only the
  /// lessons count. A file in a lesson's own folder wins over one that lies elsewhere.
  init(in place: String) {
    isOwn = place == Work.ownPlace
    let names = tour.files(in: place)
    let ofClone = names.filter { $0.contains("Sources/tour/Lessons/") }
    let found = (ofClone.isEmpty ? names : ofClone).map { ($0, Work.lesson(of: $0, among: names)) }
    for isAtHome in [true, false] {
      for (name, lesson) in found {
        let parts = name.components(separatedBy: "/")
        let file = parts[parts.count - 1]
        guard isAtHome == (lesson.map { parts.contains($0.folder) } ?? false) else { continue }
        let path = URL(fileURLWithPath: "\(place)/\(name)").path
        let isNew = lesson.map { files[$0.folder]?[file] == nil } ?? false
        if let lesson, isNew, file.hasSuffix(".swift"), type(of: path) == .typeRegular {
          files[lesson.folder, default: [:]][file] = path
        } else if file != "Package.swift" {
          notRead.append(name)
        }
      }
    }
  }

  private static let owners = Dictionary(
    grouping: allLessons.flatMap { lesson in lesson.ownFiles.keys.map { (lesson.folder, $0) } }, by: \.1
  ).mapValues { $0.map(\.0) }

  /// The lesson of a folder's name, if the folder has a file of that lesson. Otherwise the files say which it
  /// is: the folder may have been renamed, or be of a tour with another order.
  private static func lesson(of name: String, among names: [String]) -> Lesson? {
    let parts = name.components(separatedBy: "/")
    let folder = parts.dropLast().joined(separator: "/")
    let beside = names.filter { $0.hasPrefix(folder) && !$0.dropFirst(folder.count + 1).contains("/") }
    let known = Set(beside.flatMap { owners[URL(fileURLWithPath: $0).lastPathComponent] ?? [] })
    let named = allLessons.first { parts.contains($0.folder) }
    if let named, known.contains(named.folder) { return named }
    if let own = owners[parts[parts.count - 1]] { return allLessons.first { own.contains($0.folder) } }
    let isOfLesson = folder.contains(/(^|\/)(Lesson|Inside)\d[^\/]*$/) && known.count == 1
    return isOfLesson ? allLessons.first { known.contains($0.folder) } : named
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

  func verdict(_ lesson: Lesson) -> Verdict {
    guard has(lesson) else { return Verdict(state: .missing) }
    guard isChanged(lesson) else { return Verdict(state: .notBegun) }
    do {
      return try program(lesson).verdict()
    } catch {
      return Verdict(state: .notCompiled, lines: "\(error)".components(separatedBy: "\n"))
    }
  }

  /// What came of all lessons, by their names: as many at a time as there are cores.
  func verdicts() async -> [String: Verdict] {
    await withTaskGroup(of: (String, Verdict).self) { group in
      for lesson in allLessons { group.addTask { (lesson.name, verdict(lesson)) } }
      return await group.reduce(into: [:]) { verdicts, new in verdicts[new.0] = new.1 }
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

  /// Whether a check has found it solved, and its files are still the same.
  var isSolved: Bool {
    get { (try? contents(of: solvedMark)) == state }
    nonmutating set {
      let folder = URL(fileURLWithPath: solvedMark).deletingLastPathComponent()
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try? (newValue ? state : "").write(toFile: solvedMark, atomically: true, encoding: .utf8)
    }
  }

  private var solvedMark: String { package.path + "/.build/tour-solved/\(folder)" }

  /// What its files say, in the tour's own folder.
  var state: String {
    ownFiles.sorted { $0.key < $1.key }.map { (try? contents(of: $0.value)) ?? "" }.joined()
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
