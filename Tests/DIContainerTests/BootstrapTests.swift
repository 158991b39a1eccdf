import DIContainer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct BootstrapTests {
  let container = DIContainer()
  let log = Log()

  @Test func bootstrapCreatesTheEagerSingletonsInOrder() throws {
    container.register(eagerSingleton: { c in
      log.add("Int")
      return try c.resolve(String.self, name: "n").count
    })
    container.register(Rock.self, lazySingleton: log.factory("Rock", of: Rock()))
    container.register(Bool.self, transient: log.factory("Bool", of: true))
    container.register(
      Double.self, eagerSingleton: log.factory("Double", of: 1.0),
      initCompleted: { _, _ in log.add("Double completed") })
    container.register(String.self, name: "n", eagerSingleton: log.factory("String", of: "four"))
    for _ in 1...2 { try container.bootstrap() }
    #expect(log.lines == ["Int", "String", "Double", "Double completed"])
    #expect(container.keys("(created)") == ["Int", "Double", #"String "n""#])
    #expect(container[Int.self] == 4)
  }

  /// Not the services that a factory registers meanwhile, also after a reset.
  @Test(arguments: [false, true])
  func bootstrapCreatesOnlySingletonsThatWereRegisteredWhenItBegan(resets: Bool) throws {
    container.register(eagerSingleton: { [log] c in
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

  @Test func bootstrapThatFailsFreezesNothingAndCanBeRepeated() throws {
    var fails = true
    container.register(Rock.self, eagerSingleton: log.factory("Rock", of: Rock()))
    container.register(eagerSingleton: {
      log.add("Int")
      if fails { throw Failure("not yet") }
      return 1
    })
    container.register(String.self, eagerSingleton: log.factory("String", of: ""))
    #expect(throws: Failure("not yet")) { try container.bootstrap() }
    #expect(container.keys("(created)") == ["Rock"])
    container.register(Bool.self, eagerSingleton: true)
    container.unregister(Bool.self)
    fails = false
    try container.bootstrap()
    #expect(log.lines == ["Rock", "Int", "Int", "String"])
  }

  @Test(arguments: [false, true])
  func bootstrapCreatesTheEagerSingletonsAgainAfterAReset(keepingRegistrations: Bool) throws {
    container.register(Rock.self, eagerSingleton: log.factory("rock", of: Rock()))
    try container.bootstrap()
    container.reset(keepingRegistrations: keepingRegistrations)
    if !keepingRegistrations {
      container.register(Rock.self, eagerSingleton: log.factory("rock", of: Rock()))
    }
    try container.bootstrap()
    #expect(log.lines == ["rock", "rock"])
  }

  @Test func bootstrapConcernsNeitherParentsNorChildren() throws {
    let child = DIContainer(parent: container)
    let grandchild = DIContainer(parent: child)
    container.register(Int.self, eagerSingleton: { _ in 1 })
    try child.bootstrap()
    #expect(container.description == "Int: eagerSingleton (not created)")
    container.register(Bool.self, eagerSingleton: true)
    grandchild.register(Bool.self, eagerSingleton: false)
    #expect(child[Bool.self] == true && grandchild[Bool.self] == false)
  }

  #if compiler(>=6.2) && (os(macOS) || os(Linux))  // Exit tests are new in Swift 6.2.
    /// In a factory, too. A reset that keeps the registrations keeps the freeze.
    @Test func registeringInAFrozenContainerEndsTheProgram() async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        try misuse(
          { c in
            c.register { c in c.register(name: "late") { (_, _: String) in 1 } }
            c.register(eagerSingleton: { c in c.unregister(Rock.self) })
            c.register(eagerSingleton: { Rock() })
          },
          { c in
            c.reset(keepingRegistrations: true)
            try c.resolve(Void.self)
          })
      }
      try expectMessage(about: #"Int "late" (String)"#, in: result)
    }

    /// A factory that calls `bootstrap` does not lift the freeze, although a callback has not run.
    @Test func unregisteringFromAFrozenContainerEndsTheProgram() async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        try misuse(
          { c in
            c.register(Rock.self, eagerSingleton: { _ in Rock() }) { _, _ in }
            c.register { c in try c.bootstrap() }
          },
          { c in
            c.reset(keepingRegistrations: true)
            try c.resolve(Void.self)
            c.unregister(Rock.self, arguments: Int.self)
          })
      }
      try expectMessage(about: "Rock (Int)", in: result)
    }

    private func expectMessage(about key: String, in result: ExitTest.Result?) throws {
      let errors = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(errors.contains("'\(key)' cannot be registered or unregistered after bootstrap()."))
    }
  #endif
}

/// Freezes a container and then misuses it. Never inlined: the release optimizer of Swift 6.3.1
/// crashes where the bodies of several exit tests contain all of this.
@inline(never)
private func misuse(
  _ registrations: (DIContainer) -> Void, _ use: (DIContainer) throws -> Void
) throws {
  let container = DIContainer(configure: registrations)
  try container.bootstrap()
  try use(container)
}
