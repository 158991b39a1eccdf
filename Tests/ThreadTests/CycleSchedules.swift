// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

// Every schedule of a cycle whose members are made on as many threads: each thread makes its member
// up to the point where it asks for the next, and then they ask in a given order. The tests run them
// all and name the schedule that fails. `CycleTests.swift` has cases to read.

struct CycleSchedule: Sendable, CustomStringConvertible {
  /// Where each member asks for the next one.
  let places: [Place]
  /// The order in which the threads ask.
  let order: [Int]
  /// The member that fails, once, after it has what it asked for.
  let failing: Int?
  /// Whether each member is registered in a container of its own.
  let isSplit: Bool

  static func all(_ count: Int) -> [CycleSchedule] {
    var schedules: [CycleSchedule] = []
    for places in places(count) {
      for order in orders(count) {
        for isSplit in [false, true] {
          schedules.append(
            CycleSchedule(places: places, order: order, failing: nil, isSplit: isSplit))
        }
      }
    }
    return schedules
  }

  /// A cycle that can be resolved, with each of its members failing.
  static func failing(_ count: Int) -> [CycleSchedule] {
    var schedules: [CycleSchedule] = []
    for schedule in all(count) where !schedule.isCircular {
      for failing in 0..<count {
        schedules.append(
          CycleSchedule(
            places: schedule.places, order: schedule.order, failing: failing,
            isSplit: schedule.isSplit))
      }
    }
    return schedules
  }

  private static func places(_ count: Int) -> [[Place]] {
    guard count > 0 else { return [[]] }
    return places(count - 1).flatMap { [$0 + [.factory], $0 + [.callback]] }
  }

  private static func orders(_ count: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return orders(count - 1).flatMap { order in
      (0..<count).map { Array(order[..<$0] + [count - 1] + order[$0...]) }
    }
  }

  /// Whether no callback closes it.
  var isCircular: Bool { !places.contains(.callback) }

  var description: String {
    let names = places.map { "\($0)" }.joined(separator: ", ")
    let failing = failing.map { ", \($0) fails" } ?? ""
    return "[\(names)] in order \(order)\(failing)\(isSplit ? ", a container each" : "")"
  }
}

/// The containers and threads of one schedule.
private final class CycleRun: @unchecked Sendable {
  let schedule: CycleSchedule
  let counts = Counter()
  let watch = Watch()
  private(set) var resolvers: [@Sendable () throws -> Part] = []
  private let containers: [DIContainer]
  private let pauses: [Pause]

  init(_ schedule: CycleSchedule) {
    self.schedule = schedule
    let count = schedule.places.count
    let shared = DIContainer()
    containers = (0..<count).map { _ in schedule.isSplit ? DIContainer() : shared }
    pauses = (0..<count).map { _ in Pause() }
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
    let other = containers[(index + 1) % containers.count]
    let pause = pauses[index]
    let counts = counts
    let watch = watch
    let fails = schedule.failing == index
    let askForNext: () throws -> Next = { [unowned other] in
      try pause.stop()
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
          return watch.add(Made(next: try askForNext()))
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
          member.complete(next: try askForNext())
        })
    }
    resolvers.append { [container] in try container.resolve(Made.self) }
  }

  func run() async throws -> [Result<Member, any Error>] {
    let count = resolvers.count
    let workers = resolvers.map { resolver in Worker { Member(try resolver(), ofCycle: count) } }
    for pause in pauses { try await pause.reached() }
    for index in schedule.order {
      pauses[index].end()
      if index != schedule.order.last { try await workers[index].rested() }
    }
    var results: [Result<Member, any Error>] = []
    for worker in workers { results.append(try await worker.result) }
    return results
  }

  func expectClosed(_ results: [Result<Member, any Error>]) throws {
    let parts = try results.map { try $0.get().part }
    for (index, part) in parts.enumerated() {
      let name = "\(type(of: part))"
      #expect(part.next === parts[(index + 1) % parts.count], "\(schedule)")
      #expect(try resolvers[index]() === part, "\(schedule)")
      #expect(try results[index].get().isComplete, "\(schedule): \(name) came too early")
      #expect(counts[name] == 1, "\(schedule)")
      let callbacks = schedule.places[index] == .callback ? 1 : 0
      #expect(counts["\(name) completed"] == callbacks, "\(schedule)")
    }
  }

  /// Each thread meets the cycle, and names it from its own member on.
  func expectCircular(_ results: [Result<Member, any Error>]) {
    let names = ["A", "B", "C"].prefix(results.count)
    for (index, result) in results.enumerated() {
      let cycle = names[index...] + names[..<index] + [names[index]]
      let expected = "Circular dependency: " + cycle.joined(separator: " → ")
      #expect(text(result) == expected, "\(schedule)")
    }
  }

  /// Whatever a thread got is what the container keeps, and the next try has no trace of the failure.
  func expectNothingHalfMade(_ results: [Result<Member, any Error>]) throws {
    let failing = try #require(schedule.failing)
    #expect(text(results[failing]) == "\(failing)", "\(schedule)")
    let parts = try resolvers.map { try $0() }
    for (index, part) in parts.enumerated() {
      #expect(part.next === parts[(index + 1) % parts.count], "\(schedule)")
      #expect(part.isComplete, "\(schedule)")
      switch results[index] {
      case .success(let got):
        #expect(got.part === part, "\(schedule)")
        #expect(got.isComplete, "\(schedule)")
      case .failure:
        #expect(text(results[index]) == "\(failing)", "\(schedule)")
      }
    }
  }

  private func text(_ result: Result<Member, any Error>) -> String {
    switch result {
    case .success(let member): "made \(type(of: member.part))"
    case .failure(let error): "\(error)"
    }
  }
}

@Suite(.timeLimit(.minutes(5)))
struct CycleSchedules {
  @Test(.tags(.T5, .T6, .T10, .C1, .C2, .C4))
  func cycleBetweenThreadsClosesOrIsCircular() async throws {
    for schedule in CycleSchedule.all(2) + CycleSchedule.all(3) {
      let watch = try await run(schedule) { run, results in
        if schedule.isCircular {
          run.expectCircular(results)
        } else {
          try run.expectClosed(results)
        }
      }
      #expect(await watch.emptied(), "\(schedule): \(watch.alive)")
    }
  }

  @Test(.tags(.T5, .T10, .C6, .R2, .R7))
  func cycleThatFailsOnOneThreadLeavesNothingIncomplete() async throws {
    for schedule in CycleSchedule.failing(2) + CycleSchedule.failing(3) {
      let watch = try await run(schedule) { run, results in
        try run.expectNothingHalfMade(results)
      }
      #expect(await watch.emptied(), "\(schedule): \(watch.alive)")
    }
  }

  /// Returns what has to be freed.
  private func run(
    _ schedule: CycleSchedule, _ expect: (CycleRun, [Result<Member, any Error>]) throws -> Void
  ) async throws -> Watch {
    do {
      let run = CycleRun(schedule)
      let results = try await run.run()
      try expect(run, results)
      #expect(run.watch.count > 0)
      return run.watch
    } catch {
      Issue.record(error, "\(schedule)")
      throw error
    }
  }
}
