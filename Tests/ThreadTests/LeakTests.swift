// SPDX-License-Identifier: MIT-0

import DIContainer
import Foundation
import TestSupport
import Testing

// What is freed, and when.

@Suite(.timeLimit(.minutes(5)))
struct LeakTests {
  /// In the container's lifetime.
  @Test func failedResolveKeepsNothing() throws {
    let watch = Watch()
    let container = DIContainer()
    for name in ["factory", "callback"] {
      container.register(
        A.self, name: name,
        lazySingleton: { c -> A in
          watch.add(try c.resolve(B.self, name: name))
          let a = watch.add(A())
          if name == "factory" { throw Failure() }
          return a
        }, initCompleted: { _, _ in throw Failure() })
      container.register(
        B.self, name: name, lazySingleton: { _ in B() }, initCompleted: { b, c in b.complete() })
    }
    #expect(throws: Failure.self) { try container.resolve(A.self, name: "factory") }
    #expect(watch.alive == [])
    #expect(throws: Failure.self) { try container.resolve(A.self, name: "callback") }
    // B's turn came before A's and it was finished.
    #expect(watch.alive == ["B"])
  }

  /// A run loop, or a server: it resolves all the time, and lets go.
  @Test func longRunningFactoryKeepsNothingThatItReleased() throws {
    struct Offline: Error { let cause: Captured }
    let watch = Watch()
    let container = DIContainer()
    container.register(B.self, lazySingleton: { _ in B() }, initCompleted: { _, _ in })
    container.register(C.self) { _ in watch.add(C()) }
    let wired = DIContainer.autowire { (part: C) in watch.add(Link(part)) }
    container.register(Link.self, transient: wired)
    container.register(Link.self, name: "due") { c in watch.add(Link(try c.resolve(B.self))) }
    container.register(
      D.self,
      lazySingleton: { c -> D in
        _ = try c.resolve(Link.self, name: "due")
        throw Offline(cause: watch.add(Captured()))
      })
    container.register(A.self) { c in
      for _ in 1...100 {
        _ = try c.resolve(Link.self)
        _ = try c.resolve(Link.self, name: "due")
        #expect(c[D.self] == nil)
        #expect(watch.alive == ["Link"], "the one that B was made for: its callback may ask for it")
      }
      return A()
    }
    _ = try container.resolve(A.self)
    #expect(watch.count == 500)
  }

  /// What the container itself keeps. In a process of its own: other tests need memory too.
  @Test(.enabled(if: !hasSanitizer))
  func longRunningFactoryThatAsksAgainNeedsNoMoreMemory() async throws {
    #if os(Linux)
      await #expect(processExitsWith: .success) {
        let container = DIContainer()
        container.register(B.self, lazySingleton: { _ in B() }, initCompleted: { _, _ in })
        container.register(A.self) { c in
          for _ in 1...1000 { _ = try c.resolve(B.self) }
          let before = try residentBytes()
          for _ in 1...400_000 { _ = try c.resolve(B.self) }
          #expect(try residentBytes() - before < 1_000_000)
          return A()
        }
        _ = try container.resolve(A.self)
      }
    #endif
  }

  @Test func longRunningFactoryKeepsNothingThatAnotherThreadMade() async throws {
    // thread 1                    │ thread 2
    //                             │ B's factory runs
    // A's factory asks for B:     │
    // waits                       │ B is made
    // has B; the container        │
    // forgets B                   │
    let watch = Watch()
    let making = Pause()
    let container = DIContainer()
    container.register(
      B.self,
      lazySingleton: { _ in
        try making.stop()
        return watch.add(B())
      })
    let second = Worker { container[B.self] != nil }
    try await making.reached()
    let alive = Shared<[String]?>(nil)
    container.register(A.self) { c in
      _ = try c.resolve(B.self)
      _ = try second.join()
      c.reset(keepingRegistrations: true)
      alive.value = watch.alive
      return A()
    }
    let first = Worker { try container.resolve(A.self) }
    try await first.rested()
    making.end()
    _ = try await first.value
    #expect(alive.value == [])
    #expect(watch.count == 1)
  }

  @Test func droppedInstanceIsNotKeptByWhatItsCallbackResolved() async throws {
    // thread 1             │ thread 2             │ thread 3
    //                      │                      │ D's factory has C, whose
    //                      │ C's factory has B    │ callback is due, and runs on
    // A is made of B, and  │                      │
    // its callback runs    │ fails: B and A go    │
    // it resolves C: fails │                      │
    let watch = Watch()
    let (completing, failing, serving) = (Pause(), Pause(), Pause())
    let container = DIContainer()
    container.register(C.self, lazySingleton: { _ in C() }, initCompleted: { _, _ in })
    container.register(Link.self) { c in Link(try c.resolve(C.self)) }
    container.register(D.self) { c in
      _ = try c.resolve(C.self)
      try serving.stop()
      return D()
    }
    container.register(B.self, lazySingleton: { _ in B() }, initCompleted: { _, _ in })
    container.register(Link.self, name: "failing") { c in
      _ = try c.resolve(B.self)
      try failing.stop()
      throw Failure()
    }
    container.register(
      A.self,
      lazySingleton: { c -> A in
        _ = try c.resolve(B.self)
        return watch.add(A())
      },
      initCompleted: { _, c in
        try completing.stop()
        #expect(c[Link.self] != nil)
      })
    let third = Worker { try container.resolve(D.self) }
    try await serving.reached()
    let second = Worker { try container.resolve(Link.self, name: "failing") }
    try await failing.reached()
    let first = Worker { try container.resolve(A.self) }
    try await completing.reached()
    failing.end()
    #expect(try await second.error is Failure)
    completing.end()
    #expect(try await first.error is Failure)
    #expect(watch.alive == [])
    #expect(!third.isDone)
    serving.end()
    _ = try await third.value
  }
}

/// The memory that this process has now.
private func residentBytes() throws -> Int {
  let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
  return (Int(pages[1]) ?? 0) * 4096
}
