import Foundation

@main struct Tour {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    guard let command = command(words) else {
      let mistake = """
        The tour doesn't know '\(words.joined(separator: " "))'.
        The lessons are \(allLessons.map(\.name).joined(separator: ", ")). You can type:

        \(usage)
        """
      stop(64, mistake)  // EX_USAGE of sysexits.h
    }
    do { try await command() } catch { stop(1, "\(error)") }
  }

  private static func stop(_ status: Int32, _ text: String) -> Never {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
    exit(status)
  }
}

typealias Command = @Sendable () async throws -> Void

let usage = """
    swift run tour               this page
    swift run tour route 60      begin a route, along which `next` leads
    swift run tour next          the next lesson that is not solved
    swift run tour watch         the same, checked when you save a file, and so on
    swift run tour 3             lesson 3
    swift run tour check 3       is its exercise solved?
    swift run tour hint 3        a question; then: hint 3 more
    swift run tour solution 3    a solution: the lines that change
    swift run tour reset 3       put lesson 3 back as it was
    swift run tour inside 3      how a container works; also: check inside 3
    swift run tour class folder  check what students handed in, a folder each
    swift run tour class folder ana 3    lesson 3 of the student ana, in full
  """

func command(_ words: [String]) -> Command? {
  var commands: [String: Command] = ["next": showNext, "watch": watch]
  for words in ["", "help", "--help", "-h"] { commands[words] = showOverview }
  for route in routes { commands["route \(route.name)"] = route.start }
  for lesson in allLessons {
    commands[lesson.name] = lesson.show
    commands["check \(lesson.name)"] = { try lesson.check() }
    commands["hint \(lesson.name)"] = lesson.showHint
    commands["hint \(lesson.name) more"] = lesson.showMore
    commands["solution \(lesson.name)"] = lesson.showSolution
    commands["reset \(lesson.name)"] = { try lesson.reset() }
    guard words.count > 3 else { continue }
    let handedIn = "class \(words[1]) \(words[2]) \(lesson.name)"
    commands[handedIn] = { try checkClass(words[1], student: words[2], lesson) }
  }
  if words.count == 2 { commands["class \(words[1])"] = { try await checkClass(words[1]) } }
  return commands[words.joined(separator: " ")]
}
