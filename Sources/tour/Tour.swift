import Foundation

@Sendable func showOverview() {
  print(
    """
    # DIContainer: the tour

    Each lesson is a Swift file: a program, a question about it, and an exercise.
    You change the file, and the tour checks it. The minutes are estimates.
    Begin with: swift run tour route first

    ## Routes
    \(routes.map(\.line).joined())
    ## Lessons
    \(lessons.map(\.line).joined())
    ## Inside: a container from nothing
    \(steps.map(\.line).joined())
    ## You can type
    \(usage)
    """)
}

/// How far the reader is.
@Sendable func checkAll() async {
  let states = await Work.own.states()
  show(states)
  if shipped.isEmpty { print("Without git, what you have not begun is open too.") }
  if !states.values.allSatisfy({ $0 == .solved || $0 == .notBegun }) { exit(1) }
}

func show(_ states: [String: State]) {
  let names = allLessons.map(\.name)
  for name in names {
    if case .open(let fact) = states[name] { print("  open       \(name): \(fact)") }
  }
  func show(_ title: String, _ state: State) {
    let some = names.filter { states[$0] == state }.joined(separator: ", ")
    if !some.isEmpty { print("  \(title)  \(some)") }
  }
  show("solved   ", .solved)
  show("not begun", .notBegun)
  show("not there", .missing)
}

/// How far each student is, of a stack of what was handed in: a folder, with a folder for each student.
func checkClass(_ folder: String) async throws {
  guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
    throw Problem(description: "\(folder) can't be read. It needs a folder for each student.")
  }
  let students = names.sorted().filter { type(of: "\(folder)/\($0)") == .typeDirectory }
  for name in names where !students.contains(name) { print("\(name) is not a folder.") }
  print("Students to check: \(students.count)")
  for (index, student) in students.enumerated() {
    print("\n\(student) (\(index + 1) of \(students.count))")
    let work = Work(in: "\(folder)/\(student)")
    show(await work.states())
    for name in work.missing { print("  missing    \(name)") }
    for name in work.notRead { print("  not read   \(name)") }
    fflush(nil)  // what is handed in could end the tour
  }
}

/// One lesson of one student, in full.
func checkClass(_ folder: String, student: String, _ lesson: Lesson) throws {
  let work = Work(in: "\(folder)/\(student)")
  if !work.has(lesson) { throw Problem(description: "\(student) has nothing of \(lesson.folder).") }
  try lesson.check(work)
}

extension Route {
  @Sendable func start() throws {
    try name.write(toFile: Self.mark, atomically: true, encoding: .utf8)
    try allLessons.first { $0.name == lessons[0] }?.show()
  }
}

extension Lesson {
  @Sendable func show() throws {
    for line in try page() {
      if line == "## Why" { showOutput() }
      print(line)
    }
    print("\nIt is solved if this is so:\n")
    for sentence in sentences { print("  - \(sentence)") }
    showCommands()
  }

  private func showCommands() {
    print(
      """

        Change   Sources/tour/Lessons/\(ownFiles.count == 1 ? path : folder)
        Check    swift run tour check \(name)
        Hint     swift run tour hint \(name)
        Compare  swift run tour solution \(name)
        Undo     swift run tour reset \(name)
        Go on    \(Route.begun?.next(after: self) ?? "")
      """)
  }

  /// At a terminal, a reader can predict what is printed before it stands there.
  private func showOutput() {
    if isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 {
      print("(Press Return to see what it prints.)")
      _ = readLine()
    }
    print("## It prints")
    do {
      print(try Work.own.program(self).output())
    } catch {
      print("It doesn't compile:\n\(error)\n")
    }
  }

  @Sendable func check() throws {
    try check(.own)
    showCommands()
  }

  func check(_ work: Work) throws {
    let program = try work.program(self)
    let findings = try program.findings()  // first, since what runs could replace the program
    print("It prints:\n")
    let output = try program.output().trimmingCharacters(in: .newlines)
    let lines = output.components(separatedBy: "\n").map { "  | \($0)" }
    print((lines.count > 99 ? lines.prefix(99) + ["  | …"] : lines).joined(separator: "\n"))
    print("\nFacts:\n")
    let first = findings.firstIndex { !$0.isSo }
    for (index, finding) in findings.enumerated() {
      let mark = finding.found.map { $0.isEmpty ? "✓" : "✗" } ?? "?"
      print("  \(mark) \(finding.sentence)")
      guard index == first, let found = finding.found else { continue }
      for line in wrapped(found).components(separatedBy: "\n") { print("      \(line)") }
    }
    if first != nil {
      throw Problem(description: "\nNot solved yet. A hint: swift run tour hint \(name)")
    }
    print("\nSolved. What to see:\n\n\(try point())")
  }

  @Sendable func showSolution() throws {
    print(try contents(of: "\(tourFolder)/\(solution)"))
    print("  Apply    swift run tour reset \(name)")
    print("           git apply --unidiff-zero Sources/tour/\(solution)")
    showCommands()
  }
}
