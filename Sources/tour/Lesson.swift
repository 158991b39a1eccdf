/// One lesson: a sentence, some code that prints what it does, and a sentence about what it printed.
struct Lesson: Sendable {
  let title: String
  let before: String
  let after: String
  let code: @Sendable () async throws -> Void
}

/// Prints one result of a lesson, set off from the sentences around it.
func show(_ result: Any) {
  for line in "\(result)".split(separator: "\n") { print("    \(line)") }
}
