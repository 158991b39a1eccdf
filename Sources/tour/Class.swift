import Foundation

// A stack of what was handed in: a folder, with a folder for each student.

private func isFolder(_ path: String) -> Bool {
  var isFolder: ObjCBool = false
  return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
}

/// How far each student is. They are shown in order, each as soon as it is known.
func checkClass(_ folder: String) async throws {
  guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
    throw Problem(description: "\(folder) can't be read. It needs a folder for each student.")
  }
  let places = names.sorted().filter { isFolder("\(folder)/\($0)") }
  for name in names where !places.contains(name) { print("\(name) is not a folder.") }
  print("Checking \(places.count) students.")
  await withTaskGroup(of: (Int, Work, [State]).self) { group in
    for (index, name) in places.enumerated() {
      group.addTask {
        let work = Work(in: "\(folder)/\(name)")
        return (index, work, await work.states())
      }
    }
    var done: [Int: (Work, [State])] = [:]
    var next = 0
    for await (index, work, states) in group {
      done[index] = (work, states)
      while let (work, states) = done[next] {
        print("\n\(places[next]) (\(next + 1) of \(places.count))")
        show(states)
        for name in work.missing { print("  missing    \(name)") }
        for name in work.unknown { print("  unknown    \(name)") }
        next += 1
      }
    }
  }
}

/// One lesson of one student, in full.
func checkClass(_ folder: String, student: String, _ lesson: Lesson) throws {
  guard isFolder("\(folder)/\(student)") else {
    throw Problem(description: "\(folder) has no folder \(student).")
  }
  try lesson.check(Work(in: "\(folder)/\(student)"))
}
