import Foundation

/// What the code of a lesson prints, indented, so that it stands apart from the sentences.
///
/// In this module it hides Swift's own `print`. So the code of a lesson says `print`, as it would in
/// a program of its own, and can be copied into one as it is. The tour itself uses `Swift.print`.
func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {
  let text = items.map { "\($0)" }.joined(separator: separator)
  Output.shared.write(text + terminator)
}

/// Where `print` goes. Lessons print from several threads, and a crash must not swallow what was
/// printed before it: so there is a lock, and each call reaches the terminal at once.
private final class Output: @unchecked Sendable {
  static let shared = Output()

  private let lock = NSLock()
  private var isAtStartOfLine = true  // guarded by the lock

  func write(_ text: String) {
    lock.lock()
    defer { lock.unlock() }
    for character in text {
      if isAtStartOfLine, character != "\n" { Swift.print("  ", terminator: "") }
      Swift.print(character, terminator: "")
      isAtStartOfLine = character == "\n"
    }
    fflush(nil)
  }
}
