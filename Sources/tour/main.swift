import Foundation

let lessons = [
  noContainer, aContainer, testDouble, lifetimes, names, runtimeArguments, optionals, errors,
  autowire, providers, children, rings, threads,
]

func give(_ number: Int) async throws {
  let lesson = lessons[number - 1]
  print("Lesson \(number): \(lesson.title)\n\n\(lesson.before)\n")
  try await lesson.code()
  print("\n\(lesson.after)")
}

let words = Array(CommandLine.arguments.dropFirst())
if words.isEmpty {
  for number in 1...lessons.count {
    try await give(number)
    print()
  }
  print("The code of each lesson is in Sources/tour, in a file with its number.")
} else if words == ["list"] {
  for (index, lesson) in lessons.enumerated() { print("\(index + 1). \(lesson.title)") }
} else if words.count == 1, let number = Int(words[0]), lessons.indices.contains(number - 1) {
  try await give(number)
} else {
  let message = """
    '\(words.joined(separator: " "))' is not a lesson. Type one of these:
      swift run tour        all lessons
      swift run tour list   their titles
      swift run tour 7      one lesson, from 1 to \(lessons.count)

    """
  FileHandle.standardError.write(Data(message.utf8))
  exit(2)
}
