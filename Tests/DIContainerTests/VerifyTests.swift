// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

// The copy that `verify` uses, and its closure. Other files test errors, warnings and the chart.

/// Keeps its container.
private final class Keeper {
  let container: DIContainer
  init(_ container: DIContainer) { self.container = container }
}

@Suite(.timeLimit(.minutes(5)))
struct VerifyTests {
  let container = DIContainer()
  let log = Log()

  // MARK: Order

  @Test func verifyTriesRegistrationsInOrder() {
    let child = DIContainer(parent: container)
    child.register(Int.self, transient: log.factory("child 1", of: 1))
    child.register(String.self, lazySingleton: log.factory("child 2", of: ""))
    container.register(Bool.self, eagerSingleton: log.factory("parent 1", of: true))
    container.register(Int.self, transient: log.factory("overridden", of: 1))
    container.register(Double.self, transient: log.factory("parent 2", of: 1))
    container.register(Rock.self) { [log] (_, _: Int) in
      log.add("arguments")
      return Rock()
    }
    var numbers: [Int] = []
    let verification = child.verify { c in
      log.add("closure")
      c.register(Int.self, name: "last") { _ in 2 }
      numbers = try c.resolveAll()
    }
    #expect(verification.errors.isEmpty)
    #expect(numbers == [1, 2], "a registration in the copy comes last")
    #expect(log.lines == ["parent 1", "parent 2", "child 1", "child 2", "closure", "child 1"])
  }

  // MARK: The copy

  @Test func verifyChangesNoContainer() throws {
    container.register(Rock.self, lazySingleton: log.factory("rock", of: Rock()))
    container.register(Int.self, lazySingleton: log.factory("int", of: 1))
    let child = DIContainer(parent: container)
    child.register(Rock.self, name: "child", lazySingleton: log.factory("child", of: Rock()))
    let rock = try child.resolve(Rock.self)
    let before = [container.description, child.description]
    var used: [Rock] = []
    for _ in 1...2 {
      let verification = child.verify { c in
        used.append(try c.resolve())
        _ = try c.resolve(Int.self)
      }
      #expect(verification.errors.isEmpty)
    }
    #expect(used.count == 2 && used.allSatisfy { $0 === rock })
    #expect(log.lines == ["rock", "int", "child", "int", "child"])
    #expect([container.description, child.description] == before)
    #expect(try container.resolve(Rock.self) === rock)
  }

  /// Although each instance refers to its copy.
  @Test func copiesAreFreedWithTheirInstances() throws {
    let watch = Watch()
    let createKeeper: (DIContainer) -> Keeper = { c in watch.add(Keeper(watch.add(c))) }
    let (parent, child) = parentAndChild()
    parent.register(Keeper.self, lazySingleton: createKeeper)
    child.register(Keeper.self, name: "eager", eagerSingleton: createKeeper)
    child.register(Keeper.self, name: "callback", lazySingleton: createKeeper) { _, c in
      _ = try c.resolve(Keeper.self)
    }
    child.register(Keeper.self, name: "failing", lazySingleton: createKeeper) { _, _ in
      throw Failure("late")
    }
    let verification = child.verify { c in watch.add(try c.resolve(Keeper.self, name: "eager")) }
    #expect(verification.errors.map { "\($0)" } == ["late"])
    #expect(watch.count == 9, "four keepers, their containers, and the keeper of the closure")
    #expect(watch.alive == [])
  }

  /// A task or a thread that a factory starts can outlive the verification.
  @Test func copyThatOutlivesTheVerificationFindsWhatExistedBefore() throws {
    let (parent, child) = parentAndChild()
    parent.register(Rock.self, lazySingleton: { _ in Rock() })
    child.register(Rock.self, name: "child", lazySingleton: { _ in Rock() })
    let (rock, own) = try (parent.resolve(Rock.self), child.resolve(Rock.self, name: "child"))
    weak var created: Rock?
    var resolveLater: (() throws -> Rock)?
    parent.register(
      Bool.self,
      lazySingleton: { c in
        resolveLater = { try c.resolve(Rock.self) }
        return true
      })
    child.register(Rock.self, lazySingleton: { _ in Rock() })
    var copy: DIContainer?
    _ = child.verify { c in
      copy = c
      created = try c.resolve()
    }
    #expect(created == nil)
    #expect(try resolveLater?() === rock, "the parent's singleton, which the child overrides")
    #expect(copy?[Rock.self, name: "child"] === own)
    #expect(try copy?.resolve(Rock.self) !== child[Rock.self])
  }

  @Test func copyOutlivesTheVerifiedContainer() {
    func copy() -> DIContainer? {
      let (parent, child) = parentAndChild()
      parent.register { Engine() }
      child.register(lazySingleton: DIContainer.autowire(Car.init))
      var copy: DIContainer?
      _ = child.verify { copy = $0 }
      return copy
    }
    let remaining = copy()
    #expect(remaining?[Car.self] != nil)
    #expect(remaining?.verify().errors.isEmpty == true)
  }

  // MARK: Nesting

  @Test func verifyInAFactoryTriesNothingAndIsACircularDependency() throws {
    let container = DIContainer()
    var verification: DIContainer.Verification?
    container.register(
      String.self,
      transient: { [unowned container] _ in
        verification = container.verify(); return ""
      },
      initCompleted: { _, c in verification = c.verify() })
    container.register(
      Rock.self,
      transient: { [log] _ in
        log.add("rock"); return Rock()
      })
    for _ in 1...2 {
      _ = try container.resolve(String.self)
      #expect(verification?.description == "Circular dependency: String → String")
      #expect(verification?.mermaid.contains("Rock") == false)
    }
    #expect(log.lines == [])
    #expect(container.verify().errors.isEmpty)
    #expect(log.lines == ["rock"])
  }

  /// The closure verifies the copy. The outer verification still observes it after that.
  @Test func verifyInTheClosureOfVerifyReportsItsOwn() {
    container.register(Rock.self, lazySingleton: { _ in Rock() })
    container.register { c in Car(engine: try c.resolve()) }
    var inner: DIContainer.Verification?
    let outer = container.verify { c in
      inner = c.verify { _ in _ = try c.resolve(Rock.self) }
      _ = c[Int.self]
    }
    let text = "'Engine' is not registered.\n  Path: Car → Engine"
    let (rock, int) = (Key(service: Rock.self), Key(service: Int.self))
    #expect(inner?.errors.map { "\($0)" } == [text])
    #expect(Set(inner?.warnings ?? []) == [.unchecked(rock), .captured(rock, from: nil)])
    #expect(outer.errors.map { "\($0)" } == [text])
    #expect(outer.warnings == [.absent(int, path: [int])])
  }
}
