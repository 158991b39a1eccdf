import DIContainer
import TestSupport
import Testing

private final class Service {
  let log: Log

  init(_ log: Log) {
    self.log = log
  }

  deinit {
    log.add("gone")
  }
}

/// What the standard error of an exit test says.
private func message(_ result: ExitTest.Result?) throws -> String {
  String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
}

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

struct ManagingTests {
  // MARK: contains

  @Test func containsLooksForTheWholeKey() {
    let container = DIContainer()
    container.register(Animal.self, name: "cat") { _, name in Cat(name: name) }
    #expect(container.contains(Animal.self, name: "cat", arguments: String.self))
    #expect(!container.contains(Animal.self))
    #expect(!container.contains(Animal.self, name: "cat"))
    #expect(!container.contains(Animal.self, arguments: String.self))
    #expect(!container.contains(Animal.self, name: "cat", arguments: String.self, Bool.self))
    #expect(!container.contains(Animal.self, name: "cat", arguments: String?.self))
    #expect(!container.contains(Cat.self, name: "cat", arguments: String.self))
  }

  @Test func containsMakesNothing() {
    let container = DIContainer()
    let log = Log()
    container.register(
      Rock.self,
      lazySingleton: { _ in
        log.add("made")
        return Rock()
      })
    #expect(container.contains(Rock.self))
    #expect(log.lines == [])
    #expect(container.description == "Rock: lazySingleton (not made)")
  }

  @Test(.rules(.R8))
  func containsSeesTheParents() {
    let parent = DIContainer()
    let child = DIContainer(parent: parent)
    parent.register(Int.self, name: "n", eagerSingleton: 1)
    #expect(child.contains(Int.self, name: "n"))
    #expect(!child.contains(Int.self))
  }

  // MARK: unregister

  @Test(.rules(.M1))
  func unregisterRemovesOneKeyAndSaysWhetherItWasThere() {
    let container = DIContainer()
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

  @Test(.rules(.M1))
  func unregisterRemovesTheInstanceToo() throws {
    let container = DIContainer()
    let log = Log()
    container.register(Service.self, lazySingleton: { _ in Service(log) })
    _ = try container.resolve(Service.self)
    #expect(log.lines == [])
    #expect(container.unregister(Service.self))
    #expect(log.lines == ["gone"])
    container.register(Service.self, lazySingleton: { _ in Service(log) })
    #expect(container.description == "Service: lazySingleton (not made)")
  }

  @Test(.rules(.M1, .R8))
  func unregisterLeavesTheParentAlone() {
    let parent = DIContainer()
    let child = DIContainer(parent: parent)
    parent.register(Int.self, eagerSingleton: 1)
    #expect(!child.unregister(Int.self))
    #expect(child[Int.self] == 1)
  }

  // MARK: reset

  @Test(.rules(.M1))
  func resetRemovesEverything() throws {
    let container = DIContainer()
    let log = Log()
    container.register(Service.self, lazySingleton: { _ in Service(log) })
    container.register(Int.self, name: "n") { (_, number: Int) in number }
    _ = try container.resolve(Service.self)
    container.reset()
    #expect(log.lines == ["gone"])
    #expect(container.description == "")
    #expect(container[Service.self] == nil)
    #expect(!container.contains(Int.self, name: "n", arguments: Int.self))
    container.reset()
  }

  @Test(.rules(.M1, .R8))
  func resetLeavesTheParentAlone() {
    let parent = DIContainer { $0.register(Int.self, eagerSingleton: 1) }
    let child = DIContainer(parent: parent) { $0.register(Int.self, eagerSingleton: 2) }
    child.reset()
    #expect(child[Int.self] == 1)
  }

  /// A lock that is held meanwhile would hang the thread.
  @Test(.rules(.M1, .K1, .T3, .T8), .timeLimit(.minutes(5)))
  func deinitMayUseTheContainerThatRemovesIt() async throws {
    final class Last {
      let container: DIContainer
      let log: Log

      init(_ container: DIContainer, _ log: Log) {
        self.container = container
        self.log = log
      }

      deinit { log.add("\(container[Int.self] ?? 0)") }
    }
    let lines = try await Worker {
      let container = DIContainer()
      let log = Log()
      func make() throws {
        container.register(Int.self, eagerSingleton: 1)
        container.register(Last.self, lazySingleton: { c in Last(c, log) })
        _ = try container.resolve(Last.self)
      }
      try make()
      container.unregister(Last.self)
      try make()
      container.register(Last.self) { c in Last(c, log) }
      try make()
      container.reset()
      return log.lines
    }.value
    #expect(lines == ["1", "1", "0"])
  }

  // MARK: bootstrap

  @Test(.rules(.M2, .K5))
  func bootstrapMakesTheEagerSingletonsInOrder() throws {
    let container = DIContainer()
    let log = Log()
    container.register(
      Int.self,
      eagerSingleton: { _ in
        log.add("Int")
        return 1
      })
    container.register(
      Rock.self,
      lazySingleton: { _ in
        log.add("Rock")
        return Rock()
      })
    container.register(
      String.self, name: "n",
      eagerSingleton: { _ in
        log.add("String")
        return ""
      })
    container.register(Bool.self) { _ in
      log.add("Bool")
      return true
    }
    container.register(
      Double.self,
      eagerSingleton: { _ in
        log.add("Double")
        return 1.0
      },
      initCompleted: { _, _ in log.add("Double completed") })
    container.register(
      UInt.self,
      eagerSingleton: { _ in
        log.add("UInt")
        return 1
      })
    try container.bootstrap()
    #expect(log.lines == ["Int", "String", "Double", "Double completed", "UInt"])
    #expect(
      container.description == """
        Int: eagerSingleton (made)
        Rock: lazySingleton (not made)
        String "n": eagerSingleton (made)
        Bool: transient
        Double: eagerSingleton (made)
        UInt: eagerSingleton (made)
        """)
  }

  @Test(.rules(.M2, .R3))
  func bootstrapMakesWhatAnEagerSingletonNeedsOnce() throws {
    let container = DIContainer()
    let log = Log()
    container.register(
      Int.self,
      eagerSingleton: { c in
        log.add("Int")
        return try c.resolve(String.self).count
      })
    container.register(
      String.self,
      eagerSingleton: { _ in
        log.add("String")
        return "four"
      })
    try container.bootstrap()
    #expect(log.lines == ["Int", "String"])
    #expect(container[Int.self] == 4)
  }

  @Test(.rules(.M2))
  func bootstrapMakesWhatAnEagerSingletonRegisters() throws {
    let container = DIContainer()
    container.register(
      Int.self,
      eagerSingleton: { c in
        c.register(String.self, eagerSingleton: { _ in "late" })
        return 1
      })
    try container.bootstrap()
    #expect(
      container.description == """
        Int: eagerSingleton (made)
        String: eagerSingleton (made)
        """)
  }

  @Test(.rules(.M2, .C6))
  func bootstrapInAFactoryDoesNotFreezeWhatMayStillFail() throws {
    let container = DIContainer()
    container.register(
      Int.self, eagerSingleton: { _ -> Int in 1 }, initCompleted: { _, _ in throw Failure("late") })
    container.register(String.self) { c in
      try c.bootstrap()
      return "made"
    }
    #expect(throws: Failure.self) { try container.resolve(String.self) }
    container.register(Int.self, eagerSingleton: { _ in 2 })
    #expect(try container.resolve(String.self) == "made")
  }

  @Test(.rules(.M2, .R9))
  func bootstrapThrowsWhatIsMissing() throws {
    let container = DIContainer()
    container.register(
      Person.self,
      eagerSingleton: { c in
        PetOwner(name: "Stephen", pet: try c.resolve())
      })
    #expect(
      errorText { try container.bootstrap() } == """
        'Animal' is not registered.
          Path: Person → Animal
        """)
    container.register(Animal.self) { _ in Cat(name: "Mimi") }
    try container.bootstrap()
    #expect(container[Person.self]?.name == "Stephen")
  }

  @Test(.rules(.M2))
  func failingBootstrapFreezesNothingAndCanBeRepeated() throws {
    let container = DIContainer()
    let log = Log()
    var fails = true
    container.register(
      Rock.self,
      eagerSingleton: { _ in
        log.add("Rock")
        return Rock()
      })
    container.register(
      Int.self,
      eagerSingleton: { _ in
        log.add("Int")
        if fails { throw Failure("not yet") }
        return 1
      })
    container.register(
      String.self,
      eagerSingleton: { _ in
        log.add("String")
        return ""
      })
    #expect(throws: Failure("not yet")) { try container.bootstrap() }
    #expect(log.lines == ["Rock", "Int"])
    #expect(
      container.description == """
        Rock: eagerSingleton (made)
        Int: eagerSingleton (not made)
        String: eagerSingleton (not made)
        """)
    container.register(Bool.self, eagerSingleton: true)
    container.unregister(Bool.self)
    fails = false
    try container.bootstrap()
    #expect(log.lines == ["Rock", "Int", "Int", "String"])
  }

  @Test(.rules(.M1, .M2))
  func bootstrapWorksAgainAfterReset() throws {
    let container = DIContainer()
    container.register(Int.self, eagerSingleton: { _ in 1 })
    try container.bootstrap()
    container.reset()
    container.register(Int.self, eagerSingleton: { _ in 2 })
    container.register(Int.self, name: "n", eagerSingleton: { _ in 3 })
    #expect(
      container.description == """
        Int: eagerSingleton (not made)
        Int "n": eagerSingleton (not made)
        """)
    try container.bootstrap()
    #expect(
      container.description == """
        Int: eagerSingleton (made)
        Int "n": eagerSingleton (made)
        """)
    #expect(container[Int.self] == 2)
  }

  @Test(.rules(.M2, .R8))
  func bootstrapOfAChildLeavesItsParentAlone() throws {
    let parent = DIContainer { $0.register(Int.self, eagerSingleton: { _ in 1 }) }
    let child = DIContainer(parent: parent)
    try child.bootstrap()
    #expect(parent.description == "Int: eagerSingleton (not made)")
    parent.register(String.self, eagerSingleton: "open")
    #expect(child[String.self] == "open")
  }

  // MARK: A frozen container

  @Test(.rules(.M2))
  func frozenContainerStillResolves() throws {
    let container = DIContainer()
    container.register(Int.self, lazySingleton: { _ in 1 })
    container.register(Animal.self) { _, name in Cat(name: name) }
    try container.bootstrap()
    #expect(try container.resolve(Int.self) == 1)
    #expect(try container.resolve(Animal.self, arguments: "Mimi").name == "Mimi")
    #expect(try container.resolveAll(Int.self) == [1])
    #expect(container.contains(Int.self))
    try container.bootstrap()
  }

  @Test(.rules(.M2, .R8))
  func frozenParentMayHaveAChildThatIsNot() throws {
    let parent = DIContainer { $0.register(Int.self, eagerSingleton: 1) }
    try parent.bootstrap()
    let child = DIContainer(parent: parent)
    child.register(Int.self, eagerSingleton: 2)
    #expect(child[Int.self] == 2)
    #expect(child.unregister(Int.self))
    #expect(child[Int.self] == 1)
  }

  @Test(.rules(.M2), .timeLimit(.minutes(5)))
  func registeringInAFrozenContainerEndsTheProgram() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try misuse { c in c.register(Animal.self, name: "late") { _, name in Cat(name: name) } }
    }
    #expect(try message(result).contains("Animal \"late\" (String)"))
  }

  @Test(.rules(.M2), .timeLimit(.minutes(5)))
  func replacingInAFrozenContainerEndsTheProgram() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try misuse(
        { c in c.register(Rock.self, eagerSingleton: Rock()) },
        { c in c.register(Rock.self, eagerSingleton: Rock()) })
    }
    #expect(try message(result).contains("'Rock'"))
  }

  @Test(.rules(.M2), .timeLimit(.minutes(5)))
  func unregisteringFromAFrozenContainerEndsTheProgram() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try misuse(
        { c in c.register(Animal.self, name: "cat") { _ in Cat(name: "Mimi") } },
        { c in c.unregister(Animal.self, name: "cat") })
    }
    #expect(try message(result).contains("Animal \"cat\""))
  }

  @Test(.rules(.M2), .timeLimit(.minutes(5)))
  func registeringFromAFactoryOfAFrozenContainerEndsTheProgram() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try misuse(
        { c in
          c.register(
            Int.self,
            lazySingleton: { c in
              c.register(Rock.self) { _ in Rock() }
              return 1
            })
        },
        { c in _ = try c.resolve(Int.self) })
    }
    #expect(try message(result).contains("'Rock'"))
  }
}
