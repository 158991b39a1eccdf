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

    The tests of this package fail while a lesson is changed. If one doesn't compile,
    none runs, and the error begins with the name of its file. To undo it:
    swift run --skip-build tour reset 3
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
        Check    swift run tour check \(name)\(alone)
        Compare  swift run tour solution \(name)
        Undo     swift run tour reset \(name)
                 If it doesn't compile: swift run --skip-build tour reset \(name)
        Go on    \(goOn(after: name))
      """)
    return true
  }

  /// A step needs no container, and so no package.
  private var alone: String {
    name.hasPrefix("inside") ? "\n  Run      swift \(path)  (only this step)" : ""
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
    Swift.print("\n" + (try difference ?? solved()))
    return difference == nil
  }

  func solved() throws -> String {
    """
    Solved. What to see:

    \(try point())

      Compare  swift run tour solution \(name)
      Go on    \(goOn(after: name))
    """
  }

  @Sendable func showSolution() throws -> Bool {
    Swift.print(
      """
      \(try contents(of: solution))
        Apply    git apply \(solution)
        Undo     swift run tour reset \(name)
        Go on    \(goOn(after: name))
      """)
    return true
  }

  /// Undoes what a reader has changed in this lesson, and removes the new files of its folder.
  @Sendable func reset() throws -> Bool {
    let files = try files()
    let folders = files.map { URL(fileURLWithPath: $0).deletingLastPathComponent().relativePath }
    let own = Set(folders).filter { $0.hasPrefix("Sources/tour/Lessons/") }
    try git(["restore", "--source=HEAD", "--staged", "--worktree", "--"] + files + own)
    if !own.isEmpty { try git(["clean", "--force", "--"] + own) }
    Swift.print(
      """
      These are as they were:
        \(files.joined(separator: "\n  "))
      """)
    return true
  }

  private func git(_ words: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git"] + words
    process.currentDirectoryURL = package
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Unreadable("git \(words[0]) has failed. Is this a clone?")
    }
  }
}
