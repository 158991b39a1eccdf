// SPDX-License-Identifier: MIT-0

/// What a command does. It says whether all is well: an exercise may be unsolved.
typealias Command = @Sendable () async throws -> Bool

let usage = """
    swift run tour               this page
    swift run tour 3             lesson 3
    swift run tour check 3       is its exercise solved?
    swift run tour check         how far are you?
    swift run tour hint 3        a hint
    swift run tour solution 3    a solution: the lines that change
    swift run tour reset 3       put lesson 3 back as it was
    swift run tour terms         the terms of the field, and their lessons
    swift run tour inside        how a container works, from nothing: step 1
    swift run tour inside 3      step 3; also: check inside 3, and so on
    swift run tour class folder  check what students handed in, a folder each
  """

/// Everything that can be typed, but for `class`, which has a folder.
let commands: [String: Command] = {
  var commands: [String: Command] = ["check": checkAll, "terms": showTerms]
  for words in ["", "help", "--help", "-h"] { commands[words] = showOverview }
  for lesson in lessons + steps {
    commands[lesson.name] = lesson.show
    commands["check \(lesson.name)"] = lesson.check
    commands["hint \(lesson.name)"] = lesson.showHint
    commands["solution \(lesson.name)"] = lesson.showSolution
    commands["reset \(lesson.name)"] = lesson.reset
  }
  commands["inside"] = steps[0].show
  commands[RealFile.name] = RealFile.show
  return commands
}()

func command(_ words: [String]) -> Command? {
  if words.count == 2, words[0] == "class" { return { try await checkClass(words[1]) } }
  return commands[words.joined(separator: " ")]
}

func mistake(_ words: String) -> String {
  """
  The tour doesn't know '\(words)'. There are lessons 1 to \(lessons.count), and steps inside 1 to 7.
  You can type:

  \(usage)
  """
}
