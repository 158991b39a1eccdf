// SPDX-License-Identifier: MIT-0

import Foundation

@main struct Tour {
  static func main() async {
    let words = CommandLine.arguments.dropFirst().joined(separator: " ")
    guard let command = commands[words] else {
      stop(64, mistake(words))  // EX_USAGE of sysexits.h
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
  Swift.print(
    """
    # DIContainer: the tour

    Each lesson is one Swift file. It shows a program, asks what it prints, and ends
    with an exercise: you change the file, and the tour checks it. What you need is
    an editor, and this folder.

    ## Routes
    \(try routes.map { try $0.line() }.joined(separator: "\n"))

    ## Lessons
    \(try lessons.map { try $0.line() }.joined(separator: "\n"))

    ## Inside: a container from nothing
    \(try steps.map { try $0.line() }.joined(separator: "\n"))
    \(RealFile.line)

    ## You can type
    \(usage)

    The tests of this package fail while a lesson is changed. To undo all changes:
    git restore Sources
    """)
  return true
}

extension Lesson {
  @Sendable func show() async throws -> Bool {
    let page = try page()
    let printed = await Output.shared.of(program, isShown: false)
    for line in page.lines(ifItPrints: printed) {
      if line == Page.output { waitForReturn() }
      Swift.print(line)
    }
    Swift.print(
      """

        Change   \(path)
        Check    swift run tour check \(name)
        Compare  swift run tour solution \(name)
        Undo     git restore Sources
        Go on    swift run tour \(next)
      """)
    return true
  }

  /// At a terminal, a reader can predict what is printed before it stands there.
  private func waitForReturn() {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return }
    Swift.print("(Press Return to see what it prints.)")
    _ = readLine()
  }

  @Sendable func check() async throws -> Bool {
    let page = try page()
    let printed = await Output.shared.of(program, isShown: true)
    let difference = page.difference(ifItPrints: printed)
    Swift.print("\n" + (difference ?? "Solved. Go on with: swift run tour \(next)"))
    return difference == nil
  }

  @Sendable func showSolution() throws -> Bool {
    Swift.print(
      """
      \(try contents(of: solution))
        Apply    git apply \(solution)
        Undo     git restore Sources
        Go on    swift run tour \(next)
      """)
    return true
  }
}
