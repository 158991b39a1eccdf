// SPDX-License-Identifier: MIT-0

import Foundation

@main struct Tour {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    guard let command = command(words) else {
      stop(64, mistake(words.joined(separator: " ")))  // EX_USAGE of sysexits.h
    }
    do {
      exit(try await command() ? 0 : 1)
    } catch {
      stop(1, "\(error)")
    }
  }

  private static func stop(_ status: Int32, _ text: String) -> Never {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
    exit(status)
  }
}

@Sendable func showOverview() throws -> Bool {
  print(
    """
    # DIContainer: the tour

    Each lesson is one Swift file. It shows a program, asks what it prints, and ends
    with an exercise: you change the file, and the tour checks it. What you need is
    an editor, and a clone of this package. The minutes are estimates, with a wrong
    try; a route has \(Route.minutesBefore) more, to clone and to build.

    ## Routes
    \(try routes.map { try $0.line() }.joined(separator: "\n"))

    ## Lessons
    \(try lessons.map { try $0.line() }.joined(separator: "\n"))

    ## Inside: a container from nothing
    \(try steps.map { try $0.line() }.joined(separator: "\n"))
    \(RealFile.line)

    ## You can type
    \(usage)
    """)
  return true
}

/// The table of the page.
@Sendable func showTerms() throws -> Bool {
  let terms = try contents(of: "\(tourFolder)/README.md").matches(
    of: /\n\| ([a-z ]+) \| (\d+) \| (.+) \|/)
  for term in terms { print(wrapped("\(term.1) (lesson \(term.2)): \(term.3)")) }
  return true
}

/// How far the reader is.
@Sendable func checkAll() async throws -> Bool {
  let states = await states(in: [.own])[0]
  print(report(states))
  if !hasGit { print("Without git, what you have not begun is open too.") }
  return !states.contains(where: \.isOpen)
}

/// A stack of what was handed in: how far each student is.
@Sendable func checkClass(_ folder: String) async throws -> Bool {
  let url = URL(fileURLWithPath: folder)
  guard let files = try? FileManager.default.contentsOfDirectory(atPath: url.path) else {
    throw Unreadable("\(folder) can't be read. It has to be a folder with one for each student.")
  }
  let names = files.filter { !$0.hasPrefix(".") }.sorted()
  let places = names.map { Place(url.appendingPathComponent($0).path) }
  for (name, states) in zip(names, await states(in: places)) { print("\(name)\n\(report(states))") }
  return true
}

/// What is solved, what is open and why, and what is not begun.
private func report(_ states: [State]) -> String {
  var solved: [String] = []
  var open: [String] = []
  var notBegun: [String] = []
  for (lesson, state) in zip(lessons + steps, states) {
    switch state {
    case .solved: solved.append(lesson.name)
    case .open(let fact): open.append("  open       \(lesson.name): \(fact)\n")
    case .notBegun: notBegun.append(lesson.name)
    }
  }
  return """
      solved     \(solved.joined(separator: ", "))
    \(open.joined())  not begun  \(notBegun.joined(separator: ", "))
    """
}

extension Lesson {
  @Sendable func show() async throws -> Bool {
    for line in try page().lines {
      if line == Page.output { waitForReturn() }
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
        Go on    \(goOn(after: name))
      """)
    return true
  }

  /// At a terminal, a reader can predict what is printed before it stands there.
  private func waitForReturn() {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return }
    print("(Press Return to see what it prints.)")
    _ = readLine()
  }

  @Sendable func check() async throws -> Bool {
    print("It prints:\n\n\(try Program.output(of: self, in: .own))\nFacts:\n")
    let findings = try Program.findings(of: self, in: .own)
    let first = findings.firstIndex { !$0.isSo }
    for (index, finding) in findings.enumerated() {
      let mark = finding.found.map { $0.isEmpty ? "✓" : "✗" } ?? "?"
      print("  \(mark) \(finding.sentence)")
      guard index == first, let found = finding.found else { continue }
      for line in wrapped(found).components(separatedBy: "\n") { print("      \(line)") }
    }
    print(
      "\n" + (first == nil ? try solved() : "Not solved yet. A hint: swift run tour hint \(name)"))
    return first == nil
  }

  func solved() throws -> String {
    """
    Solved. What to see:

    \(try point())

      Compare  swift run tour solution \(name)
      Go on    \(goOn(after: name))
    """
  }

  @Sendable func showHint() throws -> Bool {
    print(try hint())
    return true
  }

  @Sendable func showSolution() throws -> Bool {
    let first = hasGit && isChanged(in: .own) ? "swift run tour reset \(name) && " : ""
    print(
      """
      \(try contents(of: "\(tourFolder)/\(solution)"))
        Apply    \(first)git apply --unidiff-zero Sources/tour/\(solution)
        Undo     swift run tour reset \(name)
        Go on    \(goOn(after: name))
      """)
    return true
  }

  /// Undoes what a reader has changed in this lesson.
  @Sendable func reset() throws -> Bool {
    let lines = try putBack()
    print(lines.isEmpty ? "Lesson \(name) is as it was." : lines.joined(separator: "\n"))
    return true
  }
}
