import DIContainer
import TestSupport
import Testing

/// A service that may refer to another one, and knows whether it is complete.
class Part: @unchecked Sendable {
  private(set) weak var next: Part?
  private(set) var isComplete: Bool

  required init(next: Part? = nil, isComplete: Bool = true) {
    self.next = next
    self.isComplete = isComplete
  }

  func complete(next: Part? = nil) {
    self.next = next
    isComplete = true
  }
}

final class A: Part, @unchecked Sendable {}
final class B: Part, @unchecked Sendable {}
final class C: Part, @unchecked Sendable {}
final class D: Part, @unchecked Sendable {}

/// A transient between two singletons.
final class Link: Sendable {
  let part: Part
  init(_ part: Part) { self.part = part }
}

/// Where a member of a graph acts.
enum Place: Sendable, CaseIterable { case factory, callback }

/// Registers a singleton that acts in its factory or in its callback, and is complete after that.
func register<Member: Part>(
  _ type: Member.Type, in container: DIContainer, _ place: Place = .callback,
  _ act: @escaping @Sendable () throws -> Void = {}
) {
  container.register(
    type,
    lazySingleton: { _ -> Member in
      if place == .factory { try act() }
      return Member(isComplete: false)
    },
    initCompleted: { part, _ in
      if place == .callback { try act() }
      part.complete()
    })
}

/// Registers a singleton whose factory resolves another one.
func register<Member: Part, Next: Part>(
  _ type: Member.Type, with next: Next.Type, in container: DIContainer
) {
  container.register(type, lazySingleton: { c in Member(next: try c.resolve(next)) })
}

/// One of several ways that a test tries.
struct Way<Act: Sendable>: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let act: Act

  init(_ name: String, _ act: Act) {
    testDescription = name
    self.act = act
  }
}

/// A point where a thread stops until the test lets it go on.
final class Pause: Sendable {
  private let isReached = Latch()
  private let isOver = Latch()

  /// The thread stops here.
  func stop(file: String = #fileID, line: Int = #line) throws {
    isReached.open()
    try isOver.wait(file: file, line: line)
  }

  /// Returns when the thread has stopped.
  func reached(file: String = #fileID, line: Int = #line) async throws {
    try await isReached.opened(file: file, line: line)
  }

  func end() { isOver.open() }
}

/// Expects that the instance and those that it refers to are complete at this moment.
func complete(_ part: Part, _ count: Int) -> Part {
  var next: Part? = part
  for _ in 1...count {
    #expect(next?.isComplete == true)
    next = next?.next
  }
  return part
}
