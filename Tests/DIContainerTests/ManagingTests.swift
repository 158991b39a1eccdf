// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

// Exit tests came with Swift 6.2.
#if compiler(>=6.2) && (os(macOS) || os(Linux))  // exit tests
  /// What the standard error of an exit test says.
  private func message(_ result: ExitTest.Result?) throws -> String {
    String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
  }
#endif

/// Freezes a container of `registrations` and then misuses it. Never inlined: the release optimizer
/// of Swift 6.3.1 crashes where the bodies of several exit tests hold all of this.
@inline(never)
private func misuse(
  _ registrations: (DIContainer) -> Void = { _ in }, _ use: (DIContainer) throws -> Void
) throws {
  let container = DIContainer(configure: registrations)
  try container.bootstrap()
  try use(container)
}

/// What the program says last.
private func frozen(_ key: String) -> String {
  "'\(key)' cannot be registered or unregistered after bootstrap(): do it before, or in a child."
}

/// A factory freezes a container, a callback fails, and then the container is misused.
@inline(never)
private func misuseAfterFailure(_ use: (DIContainer) -> Void) {
  let container = DIContainer()
  container.register(Int.self, eagerSingleton: { _ in 1 }) { _, _ in throw Failure("late") }
  container.register(String.self) { c in
    try c.bootstrap()
    return "made"
  }
  guard container[String.self] == nil else { return }
  use(container)
}

@Suite(.timeLimit(.minutes(5)))
struct ManagingTests {
  let container = DIContainer()
  let log = Log()

  // MARK: contains

  @Test(.tags(.I3)) func containsLooksForTheWholeKey() {
    container.register(Animal.self, name: "cat") { _, name in Cat(name: name) }
    #expect(container.contains(Animal.self, name: "cat", arguments: String.self))
    #expect(!container.contains(Animal.self))
    #expect(!container.contains(Animal.self, name: "cat"))
    #expect(!container.contains(Animal.self, arguments: String.self))
    #expect(!container.contains(Animal.self, name: "cat", arguments: String.self, Bool.self))
    #expect(!container.contains(Animal.self, name: "cat", arguments: String?.self))
    #expect(!container.contains(Cat.self, name: "cat", arguments: String.self))
  }

  @Test(.tags(.I3, .R8)) func containsSeesTheParentsAndMakesNothing() {
    container.register(Rock.self, lazySingleton: { _ in Rock() })
    let child = DIContainer(parent: container)
    #expect(child.contains(Rock.self))
    #expect(!child.contains(Rock.self, name: "n"))
    #expect(container.description == "Rock: lazySingleton (not made)")
  }

  // MARK: unregister

  @Test(.tags(.M1))
  func unregisterRemovesOneKeyAndSaysWhetherItWasThere() {
    container.register(Animal.self) { _ in Cat(name: "Mimi") }
    container.register(Animal.self, name: "cat") { _ in Cat(name: "Mimi") }
    container.register(Animal.self) { _, name in Cat(name: name) }
    container.register(Animal.self, name: "cat") { _, name in Cat(name: name) }
    #expect(container.unregister(Animal.self))
    #expect(!container.unregister(Animal.self))
    #expect(!container.contains(Animal.self))
    #expect(container.unregister(Animal.self, arguments: String.self))
    #expect(!container.unregister(Animal.self, arguments: String.self))
    #expect(container.unregister(Animal.self, name: "cat", arguments: String.self))
    #expect(!container.unregister(Animal.self, name: "cat", arguments: Int.self))
    #expect(container.description == "Animal \"cat\": transient")
    container.unregister(Animal.self, name: "cat")
    #expect(container.description == "")
  }

  @Test(.tags(.M1))
  func unregisterRemovesTheInstanceToo() throws {
    let watch = Watch()
    container.register(Rock.self, lazySingleton: { _ in watch.add(Rock()) })
    _ = try container.resolve(Rock.self)
    #expect(watch.alive == ["Rock"])
    #expect(container.unregister(Rock.self))
    #expect(watch.alive == [])
    container.register(Rock.self, lazySingleton: { _ in Rock() })
    #expect(container.keys("(made)") == [])
  }

  // MARK: reset

  @Test(.tags(.M1, .R8), arguments: [false, true])
  func resetLeavesTheParentAlone(keepingRegistrations: Bool) throws {
    let parent = DIContainer { $0.register(Rock.self, lazySingleton: { _ in Rock() }) }
    let child = DIContainer(parent: parent)
    let rock = try child.resolve(Rock.self)
    child.register(Rock.self, lazySingleton: { _ in Rock() })
    let own = try child.resolve(Rock.self)
    child.reset(keepingRegistrations: keepingRegistrations)
    #expect(parent[Rock.self] === rock)
    #expect(child[Rock.self] !== own)
    #expect((child[Rock.self] === rock) == !keepingRegistrations)
  }

  // MARK: reset(keepingRegistrations: true)

  @Test(.tags(.M1, .K5))
  func resetThatKeepsRegistrationsForgetsWhatFactoriesMade() throws {
    container.register(Rock.self, name: "lazy", lazySingleton: { _ in Rock() })
    container.register(Rock.self, name: "given", eagerSingleton: Rock())
    container.register(Rock.self, name: "eager", eagerSingleton: { _ in Rock() })
    container.register(Rock.self) { _ in Rock() }
    container.register(Rock.self, name: "arguments") { (_, _: Int) in Rock() }
    let names = ["lazy", "given", "eager"]
    let before = try names.map { try container.resolve(Rock.self, name: $0) }
    let order = container.description
    container.reset(keepingRegistrations: true)
    #expect(container.keys("(made)") == [#"Rock "given""#])
    let after = try names.map { try container.resolve(Rock.self, name: $0) }
    #expect(zip(before, after).map { $0 === $1 } == [false, true, false])
    #expect(container.description == order)
    #expect(try container.resolveAll(Rock.self).prefix(3).elementsEqual(after, by: ===))
    #expect(try container.resolve(Rock.self, name: "lazy") === after[0])
  }

  @Test(.tags(.M1))
  func resetFreesWhatFactoriesMade() throws {
    let watch = Watch()
    container.register(Rock.self, lazySingleton: { _ in watch.add(Rock()) })
    _ = try container.resolve(Rock.self)
    container.reset(keepingRegistrations: true)
    #expect(watch.alive == [])
    _ = try container.resolve(Rock.self)
    container.reset()
    #expect(watch.alive == [])
    #expect(container.description == "")
    #expect(container[Rock.self] == nil)
    container.reset()
  }

  @Test(.tags(.M1, .M2))
  func bootstrapMakesTheEagerSingletonsAgainAfterAResetThatKeepsRegistrations() throws {
    for name in ["a", "b"] {
      container.register(Rock.self, name: name, eagerSingleton: log.factory(name, of: Rock()))
    }
    try container.bootstrap()
    container.reset(keepingRegistrations: true)
    try container.bootstrap()
    #expect(log.lines == ["a", "b", "a", "b"])
    #expect(container.keys("(made)") == [#"Rock "a""#, #"Rock "b""#])
  }

  // MARK: bootstrap

  @Test(.tags(.M2, .K5, .R3))
  func bootstrapMakesTheEagerSingletonsInOrderAndOnce() throws {
    container.register(
      Int.self,
      eagerSingleton: { c in
        log.add("Int")
        return try c.resolve(String.self, name: "n").count
      })
    container.register(Rock.self, lazySingleton: log.factory("Rock", of: Rock()))
    container.register(Bool.self, transient: log.factory("Bool", of: true))
    container.register(
      Double.self,
      eagerSingleton: log.factory("Double", of: 1.0),
      initCompleted: { _, _ in log.add("Double completed") })
    container.register(String.self, name: "n", eagerSingleton: log.factory("String", of: "four"))
    container.register(UInt.self, eagerSingleton: log.factory("UInt", of: 1))
    try container.bootstrap()
    #expect(log.lines == ["Int", "String", "Double", "Double completed", "UInt"])
    #expect(container.keys("(made)") == ["Int", "Double", #"String "n""#, "UInt"])
    #expect(container[Int.self] == 4)
  }

  /// Also after a `reset` in between. What is registered meanwhile is made at its first use.
  @Test(.tags(.M2, .M1, .K1), arguments: [false, true])
  func bootstrapMakesNeitherWhatAFactoryRegistersNorWhatItReplaces(resets: Bool) throws {
    container.register(
      Int.self,
      eagerSingleton: { [log] c in
        if resets { c.reset() }
        c.register(String.self, eagerSingleton: log.factory("new", of: "new"))
        c.register(Rock.self, eagerSingleton: log.factory("Rock", of: Rock()))
        return 1
      })
    container.register(String.self, eagerSingleton: log.factory("old", of: "old"))
    try container.bootstrap()
    #expect(log.lines == [])
    #expect(container.keys("(made)") == (resets ? [] : ["Int"]))
    #expect(container.keys("(not made)") == ["String", "Rock"])
    #expect(container[String.self] == "new")
  }

  @Test(.tags(.M2))
  func bootstrapThatFailsFreezesNothingAndCanBeRepeated() throws {
    var fails = true
    container.register(Rock.self, eagerSingleton: log.factory("Rock", of: Rock()))
    container.register(
      Int.self,
      eagerSingleton: { _ in
        log.add("Int")
        if fails { throw Failure("not yet") }
        return 1
      })
    container.register(String.self, eagerSingleton: log.factory("String", of: ""))
    #expect(throws: Failure("not yet")) { try container.bootstrap() }
    #expect(log.lines == ["Rock", "Int"])
    #expect(container.keys("(made)") == ["Rock"])
    container.register(Bool.self, eagerSingleton: true)
    container.unregister(Bool.self)
    fails = false
    try container.bootstrap()
    #expect(log.lines == ["Rock", "Int", "Int", "String"])
  }

  @Test(.tags(.M1, .M2))
  func bootstrapWorksAgainAfterReset() throws {
    container.register(Int.self, eagerSingleton: { _ in 1 })
    try container.bootstrap()
    container.reset()
    container.register(Int.self, eagerSingleton: { _ in 2 })
    container.register(Int.self, name: "n", eagerSingleton: { _ in 3 })
    #expect(container.keys("(not made)") == ["Int", #"Int "n""#])
    try container.bootstrap()
    #expect(container.keys("(made)") == ["Int", #"Int "n""#])
    #expect(container[Int.self] == 2)
  }

  @Test(.tags(.M2, .R8))
  func bootstrapOfAChildLeavesItsParentAlone() throws {
    let parent = DIContainer { $0.register(Int.self, eagerSingleton: { _ in 1 }) }
    let child = DIContainer(parent: parent)
    try child.bootstrap()
    #expect(parent.description == "Int: eagerSingleton (not made)")
    parent.register(String.self, eagerSingleton: "open")
    #expect(child[String.self] == "open")
  }

  // MARK: A frozen container

  @Test(.tags(.M2, .R8))
  func frozenParentCanHaveAChildThatIsNotFrozen() throws {
    let parent = DIContainer { $0.register(Int.self, eagerSingleton: 1) }
    try parent.bootstrap()
    let child = DIContainer(parent: parent)
    child.register(Int.self, eagerSingleton: 2)
    #expect(child[Int.self] == 2)
    #expect(child.unregister(Int.self))
    #expect(child[Int.self] == 1)
  }

  #if compiler(>=6.2) && (os(macOS) || os(Linux))  // exit tests
    /// Also after a reset that keeps the registrations.
    @Test(.tags(.M1, .M2, .K1))
    func registeringInAFrozenContainerEndsTheProgramEvenInAFactory() async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        try misuse(
          { c in
            c.register(Int.self) { c in
              c.register(Animal.self, name: "late") { _, name in Cat(name: name) }
              return 1
            }
          },
          { c in
            c.reset(keepingRegistrations: true)
            _ = try c.resolve(Int.self)
          })
      }
      #expect(try message(result).contains(frozen(#"Animal "late" (String)"#)))
    }

    @Test(.tags(.M2))
    func unregisteringWhatIsNotThereFromAFrozenContainerEndsTheProgram() async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        try misuse { c in c.unregister(Rock.self, arguments: Int.self) }
      }
      #expect(try message(result).contains(frozen("Rock (Int)")))
    }

    /// `bootstrap` had returned without an error, and the failure comes after it.
    @Test(.tags(.M2, .C6))
    func containerStaysFrozenIfACallbackFailsAfterBootstrapInAFactory() async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        misuseAfterFailure { c in c.register(Rock.self, name: "late") { _ in Rock() } }
      }
      #expect(try message(result).contains(frozen(#"Rock "late""#)))
    }
  #endif
}
