import Foundation

@Sendable func showOverview() {
  print(
    """
    # DIContainer: the tour

    Each lesson is one Swift file: a program, a question about it, and an exercise.
    You change the file, and the tour checks it. The minutes are estimates.

    ## Routes
    \(routes.map { "  \($0.title): \($0.lessons) (\($0.minutes) minutes)\n" }.joined())
    ## Lessons
    \(lessons.map(\.line).joined())
    ## Inside: a container from nothing
    \(steps.map(\.line).joined())
    ## You can type
    \(usage)
    """)
}

@Sendable func showTerms() {
  for term in readme.matches(of: /(?m)^\| ([a-z ]+) \| (\d+) \| (.+) \|$/) {
    print(wrapped("\(term.1) (lesson \(term.2)): \(term.3)"))
  }
}

/// How far the reader is.
@Sendable func checkAll() async {
  let states = await states(in: [tourFolder])[0]
  show(states)
  if !hasGit { print("Without git, what you have not begun is open too.") }
  if !states.allSatisfy({ $0 == .solved || $0 == .notBegun }) { exit(1) }
}

/// A stack of what was handed in: how far each student is.
@Sendable func checkClass(_ folder: String) async throws {
  let url = URL(fileURLWithPath: folder)
  guard let files = try? FileManager.default.contentsOfDirectory(atPath: url.path) else {
    throw Problem(description: "\(folder) can't be read. It needs a folder for each student.")
  }
  let names = files.filter { !$0.hasPrefix(".") }.sorted()
  let places = names.map { name in
    let place = url.appendingPathComponent(name).path
    let inClone = "\(place)/Sources/tour"
    return FileManager.default.fileExists(atPath: inClone) ? inClone : place
  }
  for (name, states) in zip(names, await states(in: places)) {
    print(name)
    show(states)
  }
}

private func show(_ states: [State]) {
  let all = zip(lessons + steps, states)
  for case (let lesson, .open(let fact)) in all { print("  open       \(lesson.name): \(fact)") }
  for (title, state) in [("solved   ", State.solved), ("not begun", .notBegun)] {
    let names = all.filter { $0.1 == state }.map(\.0.name)
    print("  \(title)  \(names.joined(separator: ", "))")
  }
}

extension Lesson {
  @Sendable func show() throws {
    for line in try page() {
      if line == "## Why" { showOutput() }
      print(line)
    }
    print("\nIt is solved if this is so:\n")
    for sentence in try sentences() { print("  - \(sentence)") }
    print(
      """

        Change   Sources/tour/\(path)
        Check    swift run tour check \(name)
        Hint     swift run tour hint \(name)
        Compare  swift run tour solution \(name)
        Undo     swift run tour reset \(name)
        Go on    \(goOn)
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
      print(try Program(self, in: tourFolder).output())
    } catch {
      print("\(error)\n")
    }
  }

  @Sendable func check() throws {
    let program = try Program(self, in: tourFolder)
    print("It prints:\n\n\(try program.output())\nFacts:\n")
    let findings = try program.findings()
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
    print(
      """

      Solved. What to see:

      \(try point())

        Compare  swift run tour solution \(name)
        Go on    \(goOn)
      """)
  }

  @Sendable func showHint() throws {
    print(try hint())
  }

  @Sendable func showSolution() throws {
    let reset = hasGit && isChanged(in: tourFolder) ? "swift run tour reset \(name) && " : ""
    print(
      """
      \(try contents(of: "\(tourFolder)/\(solution)"))
        Apply    \(reset)git apply --unidiff-zero Sources/tour/\(solution)
        Undo     swift run tour reset \(name)
        Go on    \(goOn)
      """)
  }
}
