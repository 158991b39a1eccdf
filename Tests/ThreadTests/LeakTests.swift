// SPDX-License-Identifier: MIT-0

import DIContainer
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LeakTests {
  /// The factory of a run loop or a server resolves all the time, and releases the instances.
  @Test func longRunningFactoryKeepsNothingThatItReleased() throws {
    struct Offline: Error { let cause: D }
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
        throw Offline(cause: watch.add(D()))
      })
    container.register(A.self) { c in
      for _ in 1...100 {
        _ = try c.resolve(Link.self)
        _ = try c.resolve(Link.self, name: "due")
        #expect(c[D.self] == nil)
        #expect(watch.alive == ["Link"], "the ancestor of B, which its callback may ask for")
      }
      return A()
    }
    _ = try container.resolve(A.self)
    #expect(watch.count == 500)
  }

  #if compiler(>=6.2) && os(Linux)  // Exit tests are new in Swift 6.2.
    /// In a process without other tests, which need memory, too.
    @Test(.enabled(if: !hasSanitizer)) func factoryThatAsksAgainNeedsNoMoreMemory() async throws {
      await #expect(processExitsWith: .success) {
        let container = DIContainer()
        container.register(B.self, lazySingleton: { _ in B() }, initCompleted: { _, _ in })
        container.register(A.self) { c in
          func bytes(after rounds: Int) throws -> Int {
            for _ in 1...rounds { _ = try c.resolve(B.self) }
            let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
            return (Int(pages.split(separator: " ")[1]) ?? 0) * 4096
          }
          let before = try bytes(after: 2_000)
          #expect(try bytes(after: 400_000) - before < 1_500_000)
          return A()
        }
        _ = try container.resolve(A.self)
      }
    }
  #endif
}
