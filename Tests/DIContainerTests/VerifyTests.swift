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

  @Test func verifyTriesRegistrationsInOrder() {
    let child = DIContainer(parent: container)
    child.register(Int.self, transient: log.factory("child 1", of: 1))
    child.register(String.self, lazySingleton: log.factory("child 2", of: ""))
    container.register(Bool.self, eagerSingleton: log.factory("parent 1", of: true))
    container.register(Int.self, transient: log.factory("overridden", of: 1))
    container.register(Double.self, transient: log.factory("parent 2", of: 1))
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
  }

  /// Although each instance refers to its copy. Later errors are not recorded.
  @Test func verifyKeepsNothing() throws {
    struct Offline: Error { let cause: Rock }
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
    container.register(Int.self) { throw Offline(cause: watch.add(Rock())) }
    #expect(throws: Offline.self) { try container.resolve(Int.self) }
    #expect(watch.alive == [])
  }

  /// Factories can start tasks and threads, which can outlive the verification and the container.
  @Test func copyThatOutlivesTheVerificationFindsWhatExistedBefore() throws {
    var copy: DIContainer?
    var resolveLater: (() throws -> Rock)?
    weak var created: Rock?
    func verify() throws -> (parents: Rock, childs: Rock) {
      let (parent, child) = parentAndChild()
      parent.register(lazySingleton: { Rock() })
      child.register(name: "child", lazySingleton: { Rock() })
      let before = try (child.resolve(Rock.self), child.resolve(Rock.self, name: "child"))
      parent.register(lazySingleton: { c in
        resolveLater = { try c.resolve() }
        return true
      })
      child.register(lazySingleton: { Rock() })
      _ = child.verify { c in
        copy = c
        created = try c.resolve()
      }
      return before
    }
    let before = try verify()
    #expect(created == nil)
    #expect(try resolveLater?() === before.parents, "the child overrides it")
    #expect(copy?[Rock.self, name: "child"] === before.childs)
    #expect(try copy?.resolve(Rock.self) !== before.parents)
    #expect(copy?.verify().errors.isEmpty == true)
  }

  @Test func verifyInAFactoryTriesNothingAndIsACircularDependency() throws {
    let container = DIContainer()
    var texts: [String] = []
    let add: (DIContainer.Verification) -> Void = { texts += ["\($0)", $0.mermaid] }
    container.register(
      String.self,
      transient: { [unowned container] _ in
        add(container.verify())
        return ""
      }, initCompleted: { _, c in add(c.verify()) })
    container.register(Rock.self, transient: log.factory("rock", of: Rock()))
    _ = try container.resolve(String.self)
    #expect(log.lines == [])
    #expect(texts.count == 4)
    #expect(texts[0] == "Circular dependency: String → String" && texts[2] == texts[0])
    #expect(texts[1].contains("class _String circular") && !texts[1].contains("Rock"))
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
    let (rock, int) = (Key(service: Rock.self), Key(service: Int.self))
    let text = "'Engine' is not registered.\n  Path: Car → Engine"
    #expect([inner, outer].map { $0?.errors.map { "\($0)" } } == [[text], [text]])
    #expect(inner?.warnings == [.captured(rock, from: nil), .unchecked(rock)])
    #expect(outer.warnings == [.absent(int, path: [int])])
  }

  /// The last error of `verify` retains what it dropped. That must not outlive the copy.
  @Test func instanceThatAnErrorDropsCanUseItsContainerInItsDeinit() {
    let (parent, child) = parentAndChild()
    parent.register(Rock.self, lazySingleton: { _ in Rock() }) { _, _ in throw Failure("callback") }
    child.register { (c, _: Int) in
      _ = try c.resolve(Rock.self)
      return OnDeinit { [unowned c] in #expect(c[Int.self] == 1) }
    }
    child.register(Int.self, eagerSingleton: 1)
    let verification = child.verify { c in _ = try c.resolve(OnDeinit.self, arguments: 7) }
    #expect(verification.errors.map { "\($0)" } == ["callback"])
  }
}
