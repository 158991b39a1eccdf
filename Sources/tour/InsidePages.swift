/// The pages of the second part: a container from nothing, step by step.
extension Tour {
  func showInside() async throws {
    Swift.print(terminal.heading("How it works inside"))
    say("")
    say(
      """
      These steps build a container from nothing. Each is one small container in one file. It can do
      something that the one before gets wrong, and then it shows what it gets wrong itself. After
      the last one you can read `Sources/DIContainer/DIContainer.swift`, and change it.

      Each file compiles alone, so you can hand it out, or take it apart on your own:

        swiftc Sources/tour/Inside/Step1.swift && ./Step1
      """)
    heading("The steps")
    for (index, step) in steps.enumerated() {
      Swift.print("\(index + 1) \(step.title)".indented)
    }
    heading("Now type")
    say("  swift run tour inside 1")
  }

  func show(step number: Int) throws {
    let step = steps[number - 1]
    Swift.print(terminal.heading("Step \(number) of \(steps.count): \(step.title)"))
    say("")
    say(step.idea)
    if number > 1, let fails = steps[number - 2].fails {
      run("What step \(number - 1) gets wrong", fails)
    }
    // Not indented, so that its lines are as wide as they are written.
    try show(file: "Sources/tour/Inside/Step\(number).swift", indent: "")
    run("What step \(number) gets right", step.works)
    if let fails = step.fails {
      run("And what it gets wrong", fails)
      heading("Now type")
      say("  swift run tour inside \(number + 1)")
    } else {
      showRealFile()
    }
  }

  private func run(_ title: String, _ code: () -> Void) {
    heading(title)
    code()
  }

  /// A table of the sections of the real file, in the order of the steps.
  private func showRealFile() {
    heading("Where the real file does it")
    say(
      """
      The real container is `Sources/DIContainer/DIContainer.swift`. It does the same in these
      sections. Look for their titles behind `MARK: -`.
      """)
    say("")
    for place in realFile {
      say("  Step \(place.step)  \(place.section)")
      say("          \(place.idea)")
    }
    say("")
    say(
      """
      What a user calls comes first. Below the long line, a text says how it works, and you know most
      of it now. Read on from there. What no step has, you will meet on the way: child containers,
      `verify()`, and what makes it fast.
      """)
  }
}
