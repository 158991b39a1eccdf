import Foundation

@main struct Tour {
  static func main() {
    let words = CommandLine.arguments.dropFirst().joined(separator: " ")
    do {
      guard let command = commands[words] else {
        throw Problem(description: "The tour has no command '\(words)'. It has:\n\n\(usage)")
      }
      try command()
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }
}

let usage = """
    swift run tour               this page
    swift run tour next          the first lesson that you have not solved
    swift run tour watch         the same, checked whenever you save, then the next
    swift run tour 3             lesson 3
    swift run tour check 3       is its exercise solved?
    swift run tour hint 3        a question; then: hint 3 more
    swift run tour solution 3    a solution: the lines that change
    swift run tour reset 3       restore lesson 3
    swift run tour progress      one line about what you have solved
    swift run tour inside 1      how a container works; also: check inside 1
  """

let commands: [String: @Sendable () throws -> Void] = {
  var commands: [String: @Sendable () throws -> Void] = [
    "next": showNext, "watch": watch, "progress": showProgress,
  ]
  for words in ["", "help", "--help", "-h"] { commands[words] = showOverview }
  for lesson in allLessons {
    commands[lesson.name] = lesson.show
    commands["reset \(lesson.name)"] = lesson.reset
    commands["check \(lesson.name)"] = lesson.runCheck
    commands["hint \(lesson.name)"] = { print(wrapped(lesson.question)) }
    commands["hint \(lesson.name) more"] = { print(wrapped(lesson.answer)) }
    commands["solution \(lesson.name)"] = lesson.showSolution
  }
  return commands
}()

@Sendable func showOverview() {
  let lessons = allLessons.map {
    "  \($0.isSolved ? "✓" : " ") \($0.name): \($0.title) (\($0.minutes) minutes)"
  }
  let ends = routes.map { "\($0.last) (after \($0.minutes) minutes)" }.joined(separator: ", ")
  print(
    """
    # DIContainer: the tour
    Each lesson is a Swift file: a program, a question about it, and an exercise.
    You change the file, and the tour checks it. Start with: swift run tour next
    \(wrapped("You can stop at the end of lesson \(ends)."))

    ## Lessons (✓: solved)
    \(lessons.joined(separator: "\n"))

    ## Commands
    \(usage)
    """)
}

@Sendable func showProgress() {
  let solved = allLessons.filter(\.isSolved).map(\.name)
  let names = solved.isEmpty ? "none" : solved.joined(separator: ", ")
  let next = nextLesson()?.name ?? "none"
  print("Solved \(solved.count) of \(allLessons.count) lessons: \(names). Next: \(next).")
}

func nextLesson() -> Lesson? { allLessons.first { !$0.isSolved } }

@Sendable func showNext() throws {
  guard let lesson = nextLesson() else { return print("You have solved all lessons.") }
  try lesson.show()
}

/// In a terminal, waits for a reader.
func waitForReturn(_ purpose: String) {
  guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return }
  print("(Press Return to \(purpose).)")
  _ = readLine()
}

/// Checks the next lesson whenever it is saved, and continues when it is solved.
@Sendable func watch() throws {
  while let lesson = nextLesson() {
    try lesson.show()
    func dates() -> [Date?] { lesson.files().map(date) }
    var seen = dates()
    while !lesson.isSolved {
      print("\nThe tour checks this lesson when you save a file. (Press Control-C to stop.)")
      fflush(nil)
      while dates() == seen { Thread.sleep(forTimeInterval: 0.3) }
      seen = dates()
      print("\n# Lesson \(lesson.name) at \(Date())\n")
      do { try lesson.runCheck() } catch { print(error) }
    }
    waitForReturn("continue")  // It leaves what the check found on the screen.
  }
  try showNext()
}

/// The shipped lessons, which git keeps whatever a reader commits. `nil` without git.
let shipped: String? = {
  let tree = ((try? contents(of: "\(tourFolder)/Solutions/Lessons.tree")) ?? "").prefix(40)
  let place = "\(package)/.build/tour-shipped/\(tree)"
  let extract = """
    test -d "$0" && exit
    mkdir -p "$0.new" && git -c safe.directory="*" archive -o "$0.tar" "$1" &&
      tar -x -f "$0.tar" -C "$0.new" && mv "$0.new" "$0"
    """
  let run = try? Ended(["/bin/sh", "-c", extract, place, "\(tree)"])
  return run?.problem == nil ? place : nil
}()

extension Lesson {
  /// The folder of the shipped lesson, if it was recorded.
  var recorded: String? { shipped.flatMap { files(in: $0).isEmpty ? nil : $0 } }

  @Sendable func show() throws {
    for line in try page() {
      if line == "## Why" { showOutput() }
      print(line)
    }
    print(wrapped("\nElsewhere: \(elsewhere)"))
    print("\nThe exercise is solved when these facts are true:\n")
    for sentence in sentences { print("  - \(sentence)") }
    print(
      """

        Change   Sources/tour/Lessons/\(files().count == 1 ? "\(folder)/\(file)" : folder)
        Check    swift run tour check \(name)
        Hint     swift run tour hint \(name)
        Compare  swift run tour solution \(name)
        Next     swift run tour next
      """)
  }

  /// Shows the output of the shipped program. In a terminal, a reader can predict it first.
  private func showOutput() {
    waitForReturn("see the output")
    let run = try? Program(self, facts: "", in: recorded ?? Lesson.ownPlace).run()
    print("## Output\n")
    print(run.map { wrapped($0.output + ($0.problem ?? "")) } ?? "It does not compile.")
  }

  @Sendable func runCheck() throws {
    let before = texts()
    let unsolved = "\n\nNot solved yet. A hint: swift run tour hint \(name)"
    let result = Result { try Program(self, facts: check).check() }
    let (output, findings) = try result.mapError { Problem(description: "\($0)\(unsolved)") }.get()
    let isRight = findings.allSatisfy { $0.found == "" }
    isSolved = isRight && texts() == before
    print("Output:\n")
    for line in output.split(separator: "\n").prefix(99) { print("  | \(line)") }
    print("\nFacts:\n")
    for (sentence, found) in findings {
      print("  \(found.map { $0.isEmpty ? "✓" : "✗" } ?? "?") \(sentence)")
      let text = wrapped((found ?? "").replacing("\u{B}", with: "\n"))
      for line in text.split(separator: "\n") { print("      \(line)") }
    }
    guard isRight else { throw Problem(description: "\(unsolved.dropFirst())") }
    let end = routes.first { $0.last == name }.map { " This is the end of: \($0.title)." } ?? ""
    print(wrapped("\nSolved. \(point)\(end)\n\n  Next     swift run tour next"))
  }

  @Sendable func showSolution() throws {
    print(point, "", try contents(of: "\(package)/\(solution)"), separator: "\n")
    print("  Apply    swift run tour reset \(name)")
    print("           git apply --unidiff-zero \(solution)")
  }

  /// Restores the shipped files, and leaves files that a reader added.
  @Sendable func reset() throws {
    guard let recorded else {
      throw Problem(description: "Nothing was changed: git has no record of this lesson.")
    }
    _ = try Ended(["cp", "-R", "\(recorded)/\(folder)", Lesson.ownPlace])
    print("Lesson \(name) is restored. Files that you added are still there.")
  }
}
