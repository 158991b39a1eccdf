import Testing

@testable import tour

private func terminal(
  isTerminal: Bool = true, columns: Int? = 80, _ environment: [String: String] = [:]
) -> Terminal {
  Terminal(isTerminal: isTerminal, columns: columns, environment: environment)
}

@Suite struct TerminalTests {
  @Test func widthIsThatOfTheWindowButAtMost80() {
    #expect(terminal(columns: 60).width == 60)
    #expect(terminal(columns: 80).width == 80)
    #expect(terminal(columns: 200).width == 80)
  }

  @Test func widthIs80WhereThereIsNoWindow() {
    #expect(terminal(isTerminal: false, columns: nil).width == 80)
  }

  @Test func columnsInTheEnvironmentComeFirst() {
    #expect(terminal(columns: 80, ["COLUMNS": "50"]).width == 50)
    #expect(terminal(columns: 60, ["COLUMNS": ""]).width == 60)
    #expect(terminal(columns: 60, ["COLUMNS": "wide"]).width == 60)
    #expect(terminal(columns: 60, ["COLUMNS": "-3"]).width == 30)
  }

  @Test func widthIsNeverTooSmallForASentence() {
    #expect(terminal(columns: 5).width == 30)
  }

  @Test func stylesAreForTerminals() {
    #expect(terminal().heading("A") == "\u{1B}[1mA\u{1B}[0m")
    #expect(terminal(isTerminal: false).heading("A") == "A")
  }

  @Test func noColorAndDumbTerminalsGetNoStyles() {
    #expect(terminal(["NO_COLOR": "1"]).heading("A") == "A")
    #expect(terminal(["TERM": "dumb"]).heading("A") == "A")
    #expect(terminal(["NO_COLOR": "", "TERM": "xterm"]).heading("A") != "A")
  }

  @Test func commentsAreGreen() {
    let terminal = terminal()
    #expect(terminal.colored(code: "  // a comment") == "  \u{1B}[32m// a comment\u{1B}[0m")
    #expect(terminal.colored(code: "let a = 1  // one") == "let a = 1\u{1B}[32m  // one\u{1B}[0m")
    #expect(terminal.colored(code: "let a = \"http://b\"") == "let a = \"http://b\"")
  }

  @Test func sentencesAreBrokenAtTheWidth() {
    let text = terminal(columns: 30).wrapped("one two three four five six seven eight\nnine ten")
    #expect(text == "one two three four five six\nseven eight nine ten")
  }

  @Test func longWordHasALineOfItsOwn() {
    let word = String(repeating: "x", count: 40)
    #expect(terminal(columns: 30).wrapped("a \(word) b") == "a\n\(word)\nb")
  }

  @Test func emptyLinesSeparateParagraphs() {
    #expect(terminal().wrapped("one\ntwo\n\nthree") == "one two\n\nthree")
  }

  @Test func listsHaveAHangingIndent() {
    let text = terminal(columns: 30).wrapped("- one two three four five six seven\n- eight\nnine")
    #expect(text == "- one two three four five six\n  seven\n- eight nine")
  }

  @Test func indentedLinesStayAsTheyAre() {
    let line = "  " + String(repeating: "swift run tour ", count: 4)
    #expect(terminal(columns: 30).wrapped("one\n\n\(line)\n\ntwo") == "one\n\n\(line)\n\ntwo")
  }

  @Test func titlesAreSetInAsManyColumnsAsFit() {
    let titles = ["one", "two", "three", "four", "five"]
    #expect(terminal(columns: 30).columns(titles) == "  one    three  five\n  two    four")
    #expect(terminal(columns: 80).columns(titles) == "  one    two    three  four   five")
  }
}
