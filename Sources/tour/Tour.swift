import Foundation

@Sendable func showOverview() {
  print(
    """
    # DIContainer: the tour

    Each lesson is a Swift file: a program, a question about it, and an exercise.
    You change the file, and the tour checks it. The minutes are estimates.
    Begin with: swift run tour route 30

    ## Routes
    \(routes.map(\.line).joined())
    ## Lessons, and a container from nothing (✓: solved)
    \(allLessons.map(\.line).joined())
    ## You can type
    \(usage)
    """)
}

/// How far each student is, of a stack of what was handed in: a folder, with a folder for each student.
func checkClass(_ folder: String) async throws {
  guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
    throw Problem(description: "\(folder) can't be read. It needs a folder for each student.")
  }
  let students = names.sorted().filter { type(of: "\(folder)/\($0)") == .typeDirectory }
  let sheet = "tour.csv"
  for name in names where !students.contains(name) && name != sheet {
    print("\(name) is not a folder.")
  }
  print("Students to check: \(students.count)")
  var table = Table()
  for (index, student) in students.enumerated() {
    print("\n\(shown(student)) (\(index + 1) of \(students.count))")
    let work = Work(in: "\(folder)/\(student)")
    let verdicts = await work.verdicts()
    for lesson in allLessons {
      guard let verdict = verdicts[lesson.name] else { continue }
      let title = padded(verdict.state.rawValue, to: 15)
      for reason in verdict.reasons { print("  \(title)  \(lesson): \(reason)") }
    }
    for name in work.notRead { print("  not read         \(shown(name))") }
    fflush(nil)  // what is handed in could end the tour
    table.rows.append((student, allLessons.map { verdicts[$0.name]?.state ?? .missing }))
    for fact in verdicts.values.flatMap(\.missed) { table.missed[fact, default: 0] += 1 }
  }
  print("\n\(table)")
  try table.sheet.write(toFile: "\(folder)/\(sheet)", atomically: true, encoding: .utf8)
  print("For a sheet of your own: \(folder)/\(sheet)")
}

/// What a student called something, on one line.
func shown(_ name: String) -> String {
  wrapped(name).components(separatedBy: "\n").joined()
}

func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

/// Students and lessons.
struct Table: CustomStringConvertible {
  var rows: [(student: String, states: [State])] = []
  var missed: [String: Int] = [:]  // facts, and how many students

  /// For a screen.
  var description: String {
    let titles = allLessons.map { $0.name.replacing("inside ", with: "i") }
    let table = [("", titles)] + rows.map { ($0.student, $0.states.map(\.sign)) }
    var lines = table.map { student, cells in
      let name = padded(String(shown(student).prefix(24)), to: 24)
      return name + cells.map { padded("", to: 3 - $0.count) + $0 }.joined()
    }
    let signs = State.allCases.dropLast().map { "\($0.sign) \($0.rawValue)" }
    lines += [
      "", signs.prefix(4).joined(separator: ", "), signs.dropFirst(4).joined(separator: ", "),
    ]
    let most = missed.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(5)
    if !most.isEmpty { lines += ["", "The facts that most students missed:"] }
    for (fact, count) in most {
      lines.append(wrapped("\(padded("", to: 4 - "\(count)".count))\(count)  \(fact)"))
    }
    return lines.joined(separator: "\n")
  }

  /// As CSV. A sheet would calculate a name that begins with `=`, so an apostrophe stands before it.
  var sheet: String {
    let titles = ["student"] + allLessons.map(\.name)
    let lines = [titles] + rows.map { [$0.student] + $0.states.map(\.rawValue) }
    return lines.map { line in
      let cells = line.map { text in
        let mark = text.contains(/^[=+\-@\t\r]/) ? "'" : ""
        return "\"\(mark)\(text.replacingOccurrences(of: "\"", with: "\"\""))\""
      }
      return cells.joined(separator: ",") + "\r\n"
    }.joined()
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
    try lessons.first?.show()
  }
}

@Sendable func showNext() throws {
  guard let lesson = Route.begun?.next else { return print("All of this route is solved.") }
  try lesson.show()
}

/// Checks the next lesson whenever one of its files is saved, and goes on when it is solved.
@Sendable func watch() throws {
  while let lesson = Route.begun?.next {
    try lesson.show()
    print("\nThe tour checks it when you save a file. (Control-C ends this.)")
    var seen = lesson.state
    while !lesson.isSolved {
      fflush(nil)
      while lesson.state == seen { Thread.sleep(forTimeInterval: 0.3) }
      seen = lesson.state
      print("\n# Lesson \(lesson) at \(Date())\n")
      do { try lesson.check(Work(in: Work.ownPlace)) } catch { print(error) }
    }
  }
  print("All of this route is solved.")
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

        Change   Sources/tour/Lessons/\(files.count == 1 ? path : folder)
        Check    swift run tour check \(name)
        Hint     swift run tour hint \(name)
        Compare  swift run tour solution \(name)
        Undo     swift run tour reset \(name)
        Next     swift run tour next
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
    let texts = state
    let verdict = try work.program(self).verdict()
    if work.isOwn { isSolved = verdict.isSolved && state == texts }
    print("It prints:\n")
    let lines = verdict.output.trimmingCharacters(in: .newlines).components(separatedBy: "\n")
    let shown = lines.count > 99 ? lines.prefix(99) + ["…"] : lines
    print(shown.map { "  | \($0)" }.joined(separator: "\n"))
    print("\nFacts:\n")
    for finding in verdict.findings {
      let mark = finding.found.map { $0.isEmpty ? "✓" : "✗" } ?? "?"
      print("  \(mark) \(finding.sentence)")
      guard let found = finding.found, !found.isEmpty else { continue }
      for line in wrapped(found).components(separatedBy: "\n") { print("      \(line)") }
    }
    if !verdict.isSolved {
      throw Problem(description: "\nNot solved yet. A hint: swift run tour hint \(name)")
    }
    if verdict.state == .readThis {
      print("\nA person has to read this, which no solution needs:\n")
    }
    for line in verdict.lines { print(wrapped("  \(line)")) }
    print("\nSolved. What to see:\n\n\(try point())")
  }

  /// The first hint asks, and the second one shows where.
  @Sendable func showHint() throws {
    print("\(question)\n\n  More     swift run tour hint \(name) more")
  }

  @Sendable func showMore() throws { print(try hint()) }

  @Sendable func showSolution() throws {
    print(try contents(of: "\(tourFolder)/\(solution)"))
    print("  Apply    swift run tour reset \(name)")
    print("           git apply --unidiff-zero Sources/tour/\(solution)")
    showCommands()
  }
}
