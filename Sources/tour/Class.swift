import Foundation

// A stack of what was handed in: a folder, with a folder for each student.

/// How far each student is.
func checkClass(_ folder: String) async throws {
  guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
    throw Problem(description: "\(folder) can't be read. It needs a folder for each student.")
  }
  let students = names.sorted().filter { isFolder("\(folder)/\($0)") }
  for name in names where !students.contains(name) { print("\(name) is not a folder.") }
  print("Checking \(students.count) students.")
  for (index, student) in students.enumerated() {
    print("\n\(student) (\(index + 1) of \(students.count))")
    let work = Work(in: "\(folder)/\(student)")
    show(await work.states())
    for name in work.missing { print("  missing    \(name)") }
    for name in work.unknown { print("  unknown    \(name)") }
  }
}

/// One lesson of one student, in full.
func checkClass(_ folder: String, student: String, _ lesson: Lesson) throws {
  guard isFolder("\(folder)/\(student)") else {
    throw Problem(description: "\(folder) has no folder \(student).")
  }
  try lesson.check(Work(in: "\(folder)/\(student)"))
}
