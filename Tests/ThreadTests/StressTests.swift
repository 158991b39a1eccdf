import DIContainer
import Foundation
import TestSupport
import Testing

/// A container and two children in use by every thread, of which one is bootstrapped.
private struct Playground: Sendable {
  let root = DIContainer()
  let child: DIContainer
  let frozen: DIContainer
  let watch = Watch()

  init() {
    child = DIContainer(parent: root)
    frozen = DIContainer(parent: root)
    for container in [root, child, frozen] { watch.add(container) }
    register(0, in: root)
    frozen.register(D.self, eagerSingleton: { _ in D() })
  }

  /// A ring of singletons, a transient on top, one with arguments, and one that fails at times.
  func register(_ number: Int, in container: DIContainer) {
    let (counts, watch) = (Counter(), watch)
    container.register(
      A.self, lazySingleton: { _ in watch.add(A(isComplete: false)) },
      initCompleted: { a, c in a.complete(next: try c.resolve(B.self)) })
    container.register(
      B.self, lazySingleton: { c in watch.add(B(next: c[D.self], isComplete: false)) },
      initCompleted: { b, c in b.complete(next: try c.resolve(C.self, name: "in the ring")) })
    container.register(
      C.self, name: "in the ring", lazySingleton: { c in C(next: try c.resolve(A.self)) })
    container.register(C.self) { c in C(next: try c.resolve(A.self)) }
    container.register(
      C.self,
      transient: { (c, depth: Int) in
        C(next: depth > 0 ? try c.resolve(C.self, arguments: depth - 1) : try c.resolve(B.self))
      }, initCompleted: { part, _ in part.complete(next: part.next) })
    container.register(
      D.self, name: "failing",
      lazySingleton: { c in
        let a = try c.resolve(A.self)
        if counts.add("failing") % 3 == 1 { throw Failure("\(number)") }
        return D(next: a)
      })
  }

  func operate(_ random: inout SplitMix) throws {
    let container = [root, child, frozen].randomElement(using: &random) ?? root
    let open = [root, child].randomElement(using: &random) ?? root
    switch Int.random(in: 0..<100, using: &random) {
    case ..<20: check(try container.resolve(A.self))
    case ..<40: check(try container.resolve(B.self))
    case ..<50: check(container[C.self])
    case ..<60: check(container[C.self, arguments: 3])
    case ..<70: check(try container.resolve(D.self, name: "failing"))
    case ..<80: for part in try container.resolveAll(C.self) { check(part) }
    case ..<84: register(Int.random(in: 0..<100, using: &random), in: open)
    case ..<86: open.unregister(B.self)
    case ..<88: open.unregister(C.self, arguments: Int.self)
    case ..<92: _ = container.contains(D.self, name: "failing")
    case ..<94: #expect(container.description.isEmpty == false || container === child)
    case ..<96: check(try container.resolve() as A?)
    case ..<97: open.reset(keepingRegistrations: true)
    case ..<98: try frozen.bootstrap()
    case ..<99: _ = container.verify()
    default:
      child.reset()
      _ = DIContainer(parent: container)[A.self]
    }
  }

  private func check(_ part: Part?) {
    #expect(part?.isComplete != false)
  }
}

@Suite struct Stress {
  @Test(.rules(.T1, .T6, .T10))
  func everyOperationOnEveryThread() async throws {
    func run() async throws -> Watch {
      let playground = Playground()
      let workers = (0..<4).map { index in
        Worker {
          var random = SplitMix(state: UInt64(index))
          for _ in 0..<1500 {
            do {
              try playground.operate(&random)
            } catch is Failure {
            } catch DIContainer.ResolutionError.notRegistered {
            }
          }
        }
      }
      for worker in workers { try await worker.value }
      return playground.watch
    }
    let watch = try await run()
    #expect(await watch.emptied(), "\(watch.alive)")
  }

  /// Nothing decides the order.
  @Test(.rules(.T2, .T5), arguments: RingSchedule.all(3).filter { $0.order == [0, 1, 2] })
  func ringIsRacedFor(_ schedule: RingSchedule) async throws {
    var isSeenIncomplete = false
    for _ in 0..<20 {
      let run = RingRun(schedule)
      let results = try await run.race(threads: 2)
      guard !schedule.isReal else {
        for result in results {
          #expect(throws: DIContainer.ResolutionError.self) { try result.get() }
        }
        continue
      }
      for (index, result) in results.enumerated() {
        let member = try result.get()
        isSeenIncomplete = isSeenIncomplete || !member.isRingComplete
        #expect(try member.part === run.resolvers[index % 3]())
      }
      for name in ["A", "B", "C"] { #expect(run.counts[name] == 1) }
    }
    #expect(!isSeenIncomplete)
  }
}
