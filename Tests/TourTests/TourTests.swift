import Foundation
import Testing

/// What a run of `tour` printed, and how it ended.
private struct Run: Equatable {
  var output = ""
  var complaint = ""
  var status: Int32 = 0
}

private func tour(_ words: String...) throws -> Run {
  let (process, output, complaint) = (Process(), Pipe(), Pipe())
  process.executableURL = products.appendingPathComponent("tour")
  process.arguments = words
  (process.standardOutput, process.standardError) = (output, complaint)
  try process.run()
  func text(_ pipe: Pipe) -> String {
    String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
  let run = Run(output: text(output), complaint: text(complaint))
  process.waitUntilExit()
  return Run(output: run.output, complaint: run.complaint, status: process.terminationStatus)
}

/// The folder in which the test bundle was built, and with it the programs.
private let products: URL = {
  let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
  let url = bundle.bundlePath.hasSuffix(".xctest") ? bundle.bundleURL : bundle.executableURL
  return (url ?? bundle.bundleURL).deletingLastPathComponent()
}()

@Test func tourGivesEveryLessonInOrder() throws {
  let farewell = "The code of each lesson is in Sources/tour, in a file with its number.\n"
  let everything = lessonTexts.map { $0 + "\n" }.joined() + farewell
  #expect(try tour() == Run(output: everything))
}

@Test(arguments: 1...13) func tourGivesOneLesson(number: Int) throws {
  #expect(try tour("\(number)") == Run(output: lessonTexts[number - 1]))
}

@Test func tourListsItsLessons() throws {
  let titles = lessonTexts.enumerated().map { index, text in
    "\(index + 1). "
      + text.prefix { $0 != "\n" }.replacingOccurrences(of: "Lesson \(index + 1): ", with: "")
  }
  #expect(try tour("list") == Run(output: titles.joined(separator: "\n") + "\n"))
  #expect(titles.count == 13)
}

@Test(arguments: ["0", "14", "-1", "seven", "7.5", "", "--help", "List"])
func tourSaysWhatToTypeInPlaceOfAWrongWord(word: String) throws {
  #expect(try tour(word) == Run(complaint: whatToType(inPlaceOf: word), status: 2))
}

@Test func tourTakesOneWordAtMost() throws {
  #expect(try tour("7", "8") == Run(complaint: whatToType(inPlaceOf: "7 8"), status: 2))
}

private func whatToType(inPlaceOf words: String) -> String {
  """
  '\(words)' is not a lesson. Type one of these:
    swift run tour        all lessons
    swift run tour list   their titles
    swift run tour 7      one lesson, from 1 to 13

  """
}

/// A lesson is read on one screen: its code is at most 25 lines, with a sentence before and after.
@Test(arguments: 1...13) func lessonIsShort(number: Int) throws {
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  let name = "Sources/tour/Lesson\(number < 10 ? "0" : "")\(number).swift"
  let source = try String(contentsOf: root.appendingPathComponent(name), encoding: .utf8)
  let lines = source.components(separatedBy: "\n")
  let start = try #require(lines.firstIndex(of: ") {"))
  let end = try #require(lines.firstIndex(of: "}"))
  #expect(start < end && end - start - 1 <= 25)
  #expect(lines.count <= 60)
  let sentences = source.components(separatedBy: "\"\"\"")
  for sentence in [sentences[1], sentences[3]] {
    let words = sentence.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(words.hasSuffix(".") && !words.contains(". "))
  }
}
