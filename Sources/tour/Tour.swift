import Foundation

@main struct Tour {
  static func main() async {
    let command: Command
    do {
      command = try Command(Array(CommandLine.arguments.dropFirst()))
    } catch {
      end(status: 64, error)  // EX_USAGE of sysexits.h
    }
    do {
      try await Tour().show(command)
    } catch {
      end(status: 1, error)
    }
  }

  private static func end(status: Int32, _ error: any Error) -> Never {
    fflush(nil)
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(status)
  }

  let terminal = Terminal.standard

  func show(_ command: Command) async throws {
    switch command {
    case .welcome:
      try await showWelcome()
    case .list:
      showList()
    case .lesson(let number):
      try await show(lesson: number)
    case .solution(let number):
      try await show(solutionOf: number)
    case .allLessons:
      for number in 1...lessons.count {
        try await show(lesson: number)
        say("")
      }
    case .inside:
      try await showInside()
    case .step(let number):
      try show(step: number)
    case .allSteps:
      for number in 1...steps.count {
        try show(step: number)
        say("")
      }
    case .help:
      say(Command.usage.indented)
    }
  }

  // MARK: - The pieces of a page

  func say(_ text: String) { Swift.print(terminal.wrapped(text)) }

  func heading(_ text: String) {
    say("")
    Swift.print(terminal.heading(text))
    say("")
  }

  func show(code: String, indent: String = "  ") {
    for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
      Swift.print(line.isEmpty ? "" : indent + terminal.colored(code: String(line)))
    }
  }

  func show(file: String, indent: String = "  ") throws {
    heading(file)
    let text = try contents(ofSource: packageFolder + file)
    show(code: text.trimmingCharacters(in: .newlines), indent: indent)
  }

  /// Shows each file under its path, and then the program, if there is one.
  func show(files: [String], code: Snippet?) throws {
    for file in files { try show(file: file) }
    guard let code else { return }
    heading(files.isEmpty ? "The code" : "main.swift")
    show(code: try code.code())
  }

  func run(_ code: Snippet) async throws {
    heading("It prints")
    fflush(nil)
    do {
      try await code.run()
    } catch {
      // A reader who changes the code may well get here.
      throw TourError("The code ended with an error:\n\("\(error)".indented)")
    }
  }
}

extension String {
  /// Every line, indented like code.
  var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }
      .joined(separator: "\n")
  }
}
