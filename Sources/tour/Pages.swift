/// The pages of the first part: the welcome, the list, and the lessons.
extension Tour {
  func showWelcome() async throws {
    Swift.print(terminal.heading("DIContainer: the tour"))
    say("")
    say(Welcome.before)
    try show(files: [], code: Welcome.code)
    try await run(Welcome.code)
    heading("Why")
    say(Welcome.after)
    heading("Take it along")
    say(
      """
      The code is a whole program, and so is the code of each lesson. Make a new folder outside of
      this one. Put the code there as `main.swift`, and a copy of
      `Sources/DIContainer/DIContainer.swift`. Then type in that folder:

        swiftc *.swift && ./main

      If a lesson has more files, they go there too, without the line `import DIContainer`. (A test
      needs a package, and stays here.)
      """)
    showTitles()
    say("")
    say(
      """
      Each lesson ends with an exercise: you change the lesson's own file, and run the lesson again.
      The tests of this package know what each lesson prints, so they may fail until you undo that.
      In a clone of the repository, this undoes all of it:

        git restore Sources Tests
      """)
    heading("Now type")
    say(
      """
        swift run tour 1         the first lesson, without a container
        swift run tour inside    or how a container works, from nothing
        swift run tour --help    everything that you can type
      """)
  }

  private func showTitles() {
    heading("The lessons")
    Swift.print(terminal.columns(numbered(lessons.map(\.title))))
  }

  func showList() {
    Swift.print(terminal.heading("Using a container: swift run tour 1"))
    say("")
    say(numbered(lessons.map(\.title)).joined(separator: "\n").indented)
    heading("How it works inside: swift run tour inside 1")
    say(numbered(steps.map(\.title)).joined(separator: "\n").indented)
  }

  /// Titles with their numbers, aligned.
  func numbered(_ titles: [String]) -> [String] {
    titles.enumerated().map { index, title in
      (index < 9 ? " " : "") + "\(index + 1) \(title)"
    }
  }

  func show(lesson number: Int) async throws {
    let lesson = lessons[number - 1]
    Swift.print(terminal.heading("Lesson \(number) of \(lessons.count): \(lesson.title)"))
    say("")
    say(lesson.before)
    try show(files: lesson.files, code: lesson.code)
    try await run(lesson.code)
    say("")
    say(lesson.after)
    heading("Exercise")
    say(lesson.exercise)
    say("")
    let place = lesson.files.isEmpty ? "" : ", and the files above"
    if let test = lesson.testToWrite {
      let name = test.split(separator: "/").last?.split(separator: ".").first ?? ""
      say("  Change   \(test)")
      say("  Run      swift test --filter \(name)")
    } else {
      say("  Change   `Code` in \(pathInPackage(lesson.code.path))\(place)")
      say("  Run      swift run tour \(number)")
    }
    say("  Compare  swift run tour \(number) --solution")
    say("  Go on    swift run tour \(number < lessons.count ? "\(number + 1)" : "inside")")
  }

  func show(solutionOf number: Int) async throws {
    let lesson = lessons[number - 1]
    Swift.print(terminal.heading("A solution of lesson \(number): \(lesson.title)"))
    say("")
    say(lesson.exercise)
    try show(files: lesson.solution.files, code: lesson.solution.code)
    if let code = lesson.solution.code { try await run(code) }
    say("")
    say(lesson.solution.after)
  }
}
