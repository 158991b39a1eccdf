// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct BootstrapTests {
  let container = DIContainer()
  let log = Log()

  @Test func bootstrapCreatesTheEagerSingletonsInOrder() throws {
    container.register(
      Int.self,
      eagerSingleton: { c in
        log.add("Int")
        return try c.resolve(String.self, name: "n").count
      })
    container.register(Rock.self, lazySingleton: log.factory("Rock", of: Rock()))
    container.register(Bool.self, transient: log.factory("Bool", of: true))
    container.register(
      Double.self, eagerSingleton: log.factory("Double", of: 1.0),
      initCompleted: { _, _ in log.add("Double completed") })
    container.register(String.self, name: "n", eagerSingleton: log.factory("String", of: "four"))
    container.register(UInt.self, eagerSingleton: log.factory("UInt", of: 1))
    for _ in 1...2 { try container.bootstrap() }
    #expect(log.lines == ["Int", "String", "Double", "Double completed", "UInt"])
    #expect(container.keys("(created)") == ["Int", "Double", #"String "n""#, "UInt"])
    #expect(container[Int.self] == 4)
  }

  /// Not the services that a factory registers meanwhile, also after a reset.
  @Test(arguments: [false, true])
  func bootstrapCreatesOnlySingletonsThatWereRegisteredWhenItBegan(resets: Bool) throws {
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
    #expect(container.keys("(created)") == (resets ? [] : ["Int"]))
    #expect(container.keys("(not created)") == ["String", "Rock"])
    #expect(container[String.self] == "new")
  }

  @Test func bootstrapThatFailsCanBeRepeated() throws {
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
    #expect(container.keys("(created)") == ["Rock"])
    container.register(Bool.self, eagerSingleton: true)
    container.unregister(Bool.self)
    fails = false
    try container.bootstrap()
    #expect(log.lines == ["Rock", "Int", "Int", "String"])
  }

  @Test(arguments: [false, true])
  func bootstrapCreatesTheEagerSingletonsAgainAfterAReset(keepingRegistrations: Bool) throws {
    container.register(Rock.self, name: "a", eagerSingleton: log.factory("a", of: Rock()))
    container.register(Rock.self, name: "b", eagerSingleton: log.factory("b", of: Rock()))
    try container.bootstrap()
    container.reset(keepingRegistrations: keepingRegistrations)
    if !keepingRegistrations {
      container.register(Rock.self, name: "b", eagerSingleton: log.factory("b", of: Rock()))
    }
    try container.bootstrap()
    #expect(log.lines == ["a", "b"] + (keepingRegistrations ? ["a", "b"] : ["b"]))
  }

  @Test func bootstrapConcernsNeitherParentsNorChildren() throws {
    let child = DIContainer(parent: container)
    let grandchild = DIContainer(parent: child)
    container.register(Int.self, eagerSingleton: { _ in 1 })
    try child.bootstrap()
    #expect(container.description == "Int: eagerSingleton (not created)")
    container.register(Bool.self, eagerSingleton: true)
    grandchild.register(Bool.self, eagerSingleton: false)
    #expect(child[Bool.self] == true)
    #expect(grandchild[Bool.self] == false)
  }

  /// Registering in a frozen container would end the program.
  @Test func bootstrapInAFactoryDoesNotFreezeBeforeACallbackHasRun() throws {
    container.register(Rock.self, eagerSingleton: { _ in Rock() }) { _, _ in throw Failure("late") }
    container.register { c in
      try c.bootstrap()
      return 1
    }
    #expect(throws: Failure("late")) { try container.resolve(Int.self) }
    container.register(Rock.self, eagerSingleton: { Rock() })
    #expect(try container.resolve(Int.self) == 1)
  }

  // MARK: Misuse of a frozen container

  #if compiler(>=6.2) && (os(macOS) || os(Linux))  // Exit tests are new in Swift 6.2.
    /// A reset that keeps the registrations keeps the freeze, too.
    @Test func registeringInAFrozenContainerEndsTheProgramEvenInAFactory() async throws {
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

    @Test func bootstrapInAFactoryKeepsAnEarlierFreeze() async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        try misuse(
          { c in
            c.register(Rock.self, eagerSingleton: { _ in Rock() }) { _, _ in }
            c.register { c in
              try c.bootstrap()
              return 1
            }
          },
          { c in
            c.reset(keepingRegistrations: true)
            _ = try c.resolve(Int.self)
            c.unregister(Int.self)
          })
      }
      #expect(try message(result).contains(frozen("Int")))
    }

    @Test func unregisteringFromAFrozenContainerEndsTheProgram() async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        try misuse { c in c.unregister(Rock.self, arguments: Int.self) }
      }
      #expect(try message(result).contains(frozen("Rock (Int)")))
    }

    /// The standard error of an exit test.
    private func message(_ result: ExitTest.Result?) throws -> String {
      String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    }
  #endif
}

private func frozen(_ key: String) -> String {
  "'\(key)' cannot be registered or unregistered after bootstrap()."
}

/// Freezes a container and then misuses it. Never inlined: the release optimizer of Swift 6.3.1
/// crashes where the bodies of several exit tests contain all of this.
@inline(never)
private func misuse(
  _ registrations: (DIContainer) -> Void = { _ in }, _ use: (DIContainer) throws -> Void
) throws {
  let container = DIContainer(configure: registrations)
  try container.bootstrap()
  try use(container)
}
