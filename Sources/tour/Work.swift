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
  var sign: String { State.signs[self] ?? " " }

  static let signs: [State: String] = [
    .solved: "✓", .readThis: "?", .open: "✗", .notCompiled: "c", .notEnded: "∞", .crashed: "!",
    .notBegun: "·",
  ]
}

/// A folder with the lessons as they were shipped. Git has it, whatever a reader commits. Without git, nobody
/// knows what a reader has changed.
let shipped: String = {
  let tree = (try? contents(of: "\(tourFolder)/Solutions/Lessons.tree").prefix(40)) ?? ""
  let place = "\(package.path)/.build/tour-shipped/\(tree)"
  let extract = """
    test -d "$0" && exit
    new="$0.$$"
    mkdir -p "$new" && git archive -o "$new/all.tar" $1 && tar -x -f "$new/all.tar" -C "$new" && mv "$new" "$0"
    """
  let isThere = (try? Ended(["/bin/sh", "-c", extract, place, "\(tree)"]).isFine) ?? false
  return isThere ? place : Work.ownPlace
}()

/// The lessons of a folder: the tour's own, or one that was handed in.
struct Work: Sendable {
  private var files: [String: [String: String]] = [:]  // by the lesson's folder and their names
  private(set) var notRead: [String] = []  // unknown, a second one, or no plain file
  let isOwn: Bool

  static let ownPlace = "\(tourFolder)/Lessons"
  static let own = Work(in: ownPlace)

  /// Whatever lies around the folders of the lessons, and also their files without them. Of a clone, only the
  /// lessons count. A folder with a lesson's own name wins over one with more in its name.
  init(in place: String) {
    isOwn = place == Work.ownPlace
    let all = tour.files(in: place)
    let ofClone = all.filter { $0.contains("Sources/tour/Lessons/") }
    for isExact in [true, false] {
      for name in ofClone.isEmpty ? all : ofClone {
        let folders = name.components(separatedBy: "/").dropLast()
        let path = URL(fileURLWithPath: "\(place)/\(name)")
        let file = path.lastPathComponent
        let named = allLessons.first { lesson in folders.contains { $0.hasPrefix(lesson.folder) } }
        let lesson = Work.owners[file] ?? named
        guard isExact == folders.contains(lesson?.folder ?? "") else { continue }
        let isFree = lesson.map { files[$0.folder]?[file] == nil } ?? false
        if let lesson, isFree, file.hasSuffix(".swift"), type(of: path.path) == .typeRegular {
          files[lesson.folder, default: [:]][file] = path.path
        } else if file != "Package.swift" {
          notRead.append(name)
        }
      }
    }
  }

  /// The lessons that are shipped with a file of this name.
  private static let owners = allLessons.reduce(into: [String: Lesson]()) { owners, lesson in
    for name in lesson.files { owners[name] = lesson }
  }

  /// The files of a lesson, and the shipped ones in place of those that are missing.
  func files(of lesson: Lesson) -> [String] {
    let handedIn = files[lesson.folder] ?? [:]
    let names = Set(lesson.files).union(handedIn.keys).sorted()
    return names.map { handedIn[$0] ?? "\(shipped)/\(lesson.folder)/\($0)" }
  }

  func has(_ lesson: Lesson) -> Bool { files[lesson.folder] != nil }

  func program(_ lesson: Lesson) throws -> Program { try Program(lesson, files(of: lesson)) }

  func isChanged(_ lesson: Lesson) -> Bool {
    (files[lesson.folder] ?? [:]).contains { name, path in
      (try? contents(of: path)) != (try? contents(of: "\(shipped)/\(lesson.folder)/\(name)"))
    }
  }

  func verdict(_ lesson: Lesson) -> Verdict {
    guard has(lesson) else { return Verdict(state: .missing) }
    guard isChanged(lesson) else { return Verdict(state: .notBegun) }
    do {
      return try program(lesson).verdict()
    } catch {
      return Verdict(state: .notCompiled, lines: ["\("\(error)".prefix { !$0.isNewline })"])
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
  /// The names of its files, as they were shipped.
  var files: [String] { tour.files(in: "\(shipped)/\(folder)") }

  /// Whether a check has found it solved, and its files are still the same.
  var isSolved: Bool {
    get { (try? contents(of: solvedMark)) == state }
    nonmutating set {
      try? (newValue ? state : "").write(toFile: solvedMark, atomically: true, encoding: .utf8)
    }
  }

  private var solvedMark: String { package.path + "/.build/tour-solved-\(folder)" }

  /// What its files say, in the tour's own folder.
  var state: String {
    Work(in: Work.ownPlace).files(of: self).map { (try? contents(of: $0)) ?? "" }.joined()
  }

  /// Puts the files back as they were shipped. What a reader has added stays.
  func reset(in lessons: String = Work.ownPlace) throws {
    if shipped == Work.ownPlace {
      let why = "this folder is not a clone, or git is not installed"
      throw Problem(description: "Nothing was changed. Git knows how it was, and \(why).")
    }
    let place = "\(lessons)/\(folder)"
    _ = try Ended(["cp", "-R", "\(shipped)/\(folder)", lessons])
    print("The files in \(place) are as they were.")
    for name in tour.files(in: place) where !files.contains(name) {
      print("What you have added stays, and could be in the way of the solution: \(name)")
    }
  }
}
