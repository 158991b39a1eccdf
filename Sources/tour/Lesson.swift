/// Some sentences, code that runs, what it prints, some sentences, and an exercise.
struct Lesson: Sendable {
  let title: String
  let before: String
  /// Other source files of the same program, from the folder of the package. They come first.
  var files: [String] = []
  let code: Snippet
  let after: String
  let exercise: String
  let solution: Solution

  /// The file of the exercise, where its solution is a test: the tour can't run that.
  var testToWrite: String? {
    solution.code == nil ? files.first { $0.hasPrefix("Tests/") } : nil
  }
}

/// One answer to the exercise of a lesson.
struct Solution: Sendable {
  var files: [String] = []
  /// Without code, the files are tests, which the tour can't run.
  var code: Snippet?
  let after: String
}

let lessons = [
  noContainer, aContainer, lifetimes, names, runtimeArguments, autowire, errors, optionals,
  testDoubles, testing, verification, providers, severalFiles, children, rings, threads,
]
