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
    swift run tour route 60      start a route
    swift run tour next          the next lesson of your route
    swift run tour watch         the same, checked whenever you save, then the next
    swift run tour 3             lesson 3
    swift run tour check 3       is its exercise solved?
    swift run tour hint 3        a question; then: hint 3 more
    swift run tour solution 3    a solution: the lines that change
    swift run tour reset 3       restore lesson 3
    swift run tour inside 1      how a container works; also: check inside 1
  """

let commands: [String: @Sendable () throws -> Void] = {
  var commands: [String: @Sendable () throws -> Void] = ["next": showNext, "watch": watch]
  for words in ["", "help", "--help", "-h"] { commands[words] = showOverview }
  for route in routes {
    commands["route \(route.name)"] = {
      try route.name.write(toFile: Route.mark, atomically: true, encoding: .utf8)
      try showNext()
    }
  }
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
  print(
    """
    # DIContainer: the tour
    Each lesson is a Swift file: a program, a question about it, and an exercise.
    You change the file, and the tour checks it. Start with: swift run tour route 40

    ## Routes
    \(routes.map(\.line).joined())
    ## Lessons (✓: solved)
    \(allLessons.map(\.line).joined())
    \(usage)
    """)
}

@Sendable func showNext() throws {
  guard let lesson = Route.begun.next else { return print(Route.begun.end) }
  try lesson.show()
}

/// In a terminal, waits for a reader.
func waitForReturn(_ purpose: String) {
  guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return }
  print("(Press Return to \(purpose).)")
  _ = readLine()
}

/// Checks the next lesson if it was changed and whenever it is saved, and continues when it is solved.
@Sendable func watch() throws {
  while let lesson = Route.begun.next {
    try lesson.show()
    func dates() -> [Date?] { lesson.files().map(date) }
    var seen = lesson.isChanged ? [] : dates()
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
  print(Route.begun.end)
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
  /// Whether a reader has changed something.
  var isChanged: Bool { shipped.map { texts(in: $0) != texts() } ?? false }

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
    print("## Output\n")
    let run = try? Program(self, facts: "", in: shipped ?? Lesson.ownPlace).run()
    print(run.map { wrapped($0.output + ($0.problem ?? "")) } ?? "It does not compile.")
  }

  @Sendable func runCheck() throws {
    let before = texts()
    let (output, findings) = try Program(self, facts: check).check()
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
    guard isRight else {
      throw Problem(description: "\nNot solved yet. A hint: swift run tour hint \(name)")
    }
    let point = solutionText.prefix { $0 != "\n" }
    print("\nSolved. \(wrapped("\(point)"))\n\n  Next     swift run tour next")
  }

  @Sendable func showSolution() throws {
    print(solutionText)
    if date(of: "\(package)/\(solution)") == nil { return }
    print("  Apply    swift run tour reset \(name)")
    print("           git apply --unidiff-zero \(solution)")
  }

  /// Restores the shipped files, and leaves files that a reader added.
  @Sendable func reset() throws {
    guard let shipped else {
      throw Problem(description: "Nothing was changed: this folder is not a git clone.")
    }
    _ = try Ended(["cp", "-R", "\(shipped)/\(folder)", Lesson.ownPlace])
    print("Lesson \(name) is restored. Files that you added are still there.")
  }
}
