import DIContainer
import TestSupport
import Testing

// Every schedule of a ring whose members are made on as many threads: each thread makes its member
// up to the point where it asks for the next, and then they ask in a given order.

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

struct RingSchedule: Sendable, CustomTestStringConvertible {
  /// Where each member asks for the next one.
  enum Place: Sendable { case factory, callback }

  let places: [Place]
  let order: [Int]
  var failing: Int?
  var isSplit = false

  static func all(_ count: Int, failing: Bool = false) -> [RingSchedule] {
    let places = (0..<1 << count).map { bits in
      (0..<count).map { bits >> $0 & 1 == 0 ? Place.factory : .callback }
    }
    let schedules = places.flatMap { places in
      orders(count).flatMap { order in
        [false, true].map { RingSchedule(places: places, order: order, isSplit: $0) }
      }
    }
    guard failing else { return schedules }
    return schedules.filter { !$0.isReal }.flatMap { schedule in
      (0..<count).map {
        var schedule = schedule
        schedule.failing = $0
        return schedule
      }
    }
  }

  private static func orders(_ count: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return orders(count - 1).flatMap { order in
      (0..<count).map { Array(order[..<$0] + [count - 1] + order[$0...]) }
    }
  }

  var isReal: Bool { !places.contains(.callback) }

  var testDescription: String {
    let names = places.map { $0 == .factory ? "factory" : "callback" }.joined(separator: ", ")
    let failing = failing.map { ", \($0) fails" } ?? ""
    return "[\(names)] in order \(order)\(failing)\(isSplit ? ", a container each" : "")"
  }
}

/// What a thread got, and whether it and its ring were complete at that moment.
struct Member: Sendable {
  let part: Part
  let isComplete: Bool
  let isRingComplete: Bool

  init(_ part: Part, ofRing count: Int) {
    self.part = part
    let ring = (1..<count).reduce([part]) { ring, _ in ring + [ring.last?.next ?? part] }
    isComplete = part.isComplete
    isRingComplete = ring.allSatisfy(\.isComplete)
  }
}

/// The containers, threads and latches of one schedule.
final class RingRun: @unchecked Sendable {
  let schedule: RingSchedule
  let counts = Counter()
  let watch = Watch()
  private(set) var resolvers: [@Sendable () throws -> Part] = []
  private let containers: [DIContainer]
  private let arrived: [Latch]
  private let go: [Latch]

  init(_ schedule: RingSchedule) {
    self.schedule = schedule
    let count = schedule.places.count
    let shared = DIContainer()
    containers = (0..<count).map { _ in schedule.isSplit ? DIContainer() : shared }
    arrived = (0..<count).map { _ in Latch() }
    go = (0..<count).map { _ in Latch() }
    for container in containers { watch.add(container) }
    add(A.self, asking: B.self)
    if count == 2 {
      add(B.self, asking: A.self)
    } else {
      add(B.self, asking: C.self)
      add(C.self, asking: A.self)
    }
  }

  private func add<Made: Part, Next: Part>(_: Made.Type, asking: Next.Type) {
    let index = resolvers.count
    let container = containers[index]
    let (arrived, go, counts, watch) = (arrived[index], go[index], counts, watch)
    let fails = schedule.failing == index
    let other = containers[(index + 1) % containers.count]
    let next: () throws -> Next = { [unowned other] in
      arrived.open()
      try go.wait()
      let next = try other.resolve(Next.self)
      if fails, counts.add("failure") == 1 { throw Failure("\(index)") }
      return next
    }
    switch schedule.places[index] {
    case .factory:
      container.register(
        Made.self,
        lazySingleton: { _ in
          counts.add("\(Made.self)")
          return watch.add(Made(next: try next()))
        })
    case .callback:
      container.register(
        Made.self,
        lazySingleton: { _ in
          counts.add("\(Made.self)")
          return watch.add(Made(isComplete: false))
        },
        initCompleted: { member, _ in
          counts.add("\(Made.self) completed")
          member.complete(next: try next())
        })
    }
    resolvers.append { [container] in try container.resolve(Made.self) }
  }

  func run() async throws -> [Result<Member, any Error>] {
    let count = resolvers.count
    let workers = resolvers.map { resolver in Worker { Member(try resolver(), ofRing: count) } }
    for latch in arrived { try await latch.opened() }
    for index in schedule.order {
      go[index].open()
      if index != schedule.order.last { try await workers[index].rested() }
    }
    var results: [Result<Member, any Error>] = []
    for worker in workers { results.append(try await worker.result) }
    return results
  }

  /// Lets several threads resolve each member, in whatever order comes.
  func race(threads: Int) async throws -> [Result<Member, any Error>] {
    let count = resolvers.count
    for latch in go { latch.open() }
    let gate = Gate(count * threads)
    let workers = (0..<count * threads).map { index in
      Worker {
        try gate.pass()
        return Member(try self.resolvers[index % count](), ofRing: count)
      }
    }
    var results: [Result<Member, any Error>] = []
    for worker in workers { results.append(try await worker.result) }
    return results
  }
}

@Suite struct RingSchedules {
  @Test(.rules(.T5, .T6, .C1, .C2), arguments: RingSchedule.all(2) + RingSchedule.all(3))
  func ringBetweenThreadsClosesOrIsCircular(_ schedule: RingSchedule) async throws {
    let run = RingRun(schedule)
    let results = try await run.run()
    let names = Array(["A", "B", "C"].prefix(results.count))

    guard !schedule.isReal else {
      let rings = names.indices.map { first in
        let ring = names[first...] + names[..<first] + [names[first]]
        return "Circular dependency: " + ring.joined(separator: " → ")
      }
      let errors = results.compactMap { result -> String? in
        if case .failure(let error) = result { "\(error)" } else { nil }
      }
      #expect(errors.count == results.count, "each member needs itself")
      for error in errors { #expect(rings.contains(error)) }
      return
    }
    let parts = try results.map { try $0.get().part }
    for (index, part) in parts.enumerated() {
      #expect(part.next === parts[(index + 1) % parts.count])
      #expect(try run.resolvers[index]() === part)
      #expect(try results[index].get().isRingComplete, "\(names[index]) came too early")
      #expect(run.counts[names[index]] == 1)
      let callbacks = schedule.places[index] == .callback ? 1 : 0
      #expect(run.counts["\(names[index]) completed"] == callbacks)
    }
  }

  @Test(
    .rules(.T5, .C6, .R2, .R7),
    arguments: RingSchedule.all(2, failing: true) + RingSchedule.all(3, failing: true))
  func ringThatFailsOnOneThreadLeavesNothingHalfMade(_ schedule: RingSchedule) async throws {
    let run = RingRun(schedule)
    let results = try await run.run()
    let failing = try #require(schedule.failing)

    #expect(throws: Failure("\(failing)")) { try results[failing].get() }
    for result in results {
      if case .failure(let error) = result {
        #expect(error as? Failure == Failure("\(failing)"))
      }
    }
    // Whatever a thread got is what the container keeps, and the next try has no trace of the failure.
    let parts = try run.resolvers.map { try $0() }
    for (index, part) in parts.enumerated() {
      #expect(part.next === parts[(index + 1) % parts.count])
      #expect(part.isComplete)
      guard case .success(let got) = results[index] else { continue }
      #expect(got.part === part)
      #expect(got.isComplete)
    }
  }
}
