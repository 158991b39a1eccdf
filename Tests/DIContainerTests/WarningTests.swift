// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

private struct Clock {}
private struct Logger { let clock: Clock }
private struct Screen { let logger: Logger? }
private struct Search { let paths: [String] }

private let clock = Key(service: Clock.self)
private let logger = Key(service: Logger.self)
private let screen = Key(service: Screen.self)
private let search = Key(service: Search.self, arguments: [[String].self])

@Suite(.timeLimit(.minutes(1)))
struct WarningTests {
  let container = DIContainer()

  @Test(.tags(.M5, .M6))
  func completeWiringHasNoErrorsAndNoWarnings() {
    let (parent, child) = parentAndChild()
    parent.register(lazySingleton: { _ in Clock() })
    parent.register(lazySingleton: DIContainer.autowire(Logger.init))
    child.register(transient: DIContainer.autowire(Screen.init))
    child.register { c in Search(paths: c[Clock.self] == nil ? [] : ["."]) }
    #expect(child.verify().description == "No errors.")
    #expect(child.verify().warnings == [])
    #expect(DIContainer().verify().description == "No errors.")
  }

  // MARK: unchecked

  @Test(.tags(.M4, .M6))
  func serviceThatAFactoryOrTheClosureOfVerifyResolvesIsNotUnchecked() {
    container.register { _, paths in Search(paths: paths) }
    container.register(Int.self) { (c, path: String) in
      try c.resolve(Search.self, arguments: [path]).paths.count
    }
    #expect(container.verify().warnings.count == 2)
    let checked = container.verify { c in _ = try c.resolve(Int.self, arguments: ".") }
    #expect(checked.description == "No errors.")
    container.register(Bool.self) { c in try c.resolve(Int.self, arguments: ".") > 0 }
    #expect(container.verify().warnings == [])
  }

  @Test(.tags(.M4, .M6, .K2))
  func factoryThatTakesOneVoidIsNotTried() {
    container.register(Bool.self) { (_, _: Void) in throw Failure("tried") }
    #expect(
      container.verify().warnings == [
        .unchecked(Key(service: Bool.self, arguments: [Void.self]))
      ])
    #expect(container.verify { c in _ = try c.resolve(Bool.self, arguments: ()) }.warnings == [])
  }

  /// It is not made again. If an instance was registered, there is nothing to check.
  @Test(.tags(.M4, .M6))
  func singletonThatWasMadeBeforeIsUnchecked() throws {
    let (parent, child) = parentAndChild()
    parent.register(Int.self, lazySingleton: { _ in 1 })
    parent.register(Int.self, name: "replaced", lazySingleton: { _ in 1 })
    parent.register(Int.self, name: "given", eagerSingleton: 1)
    child.register(Bool.self, eagerSingleton: { _ in true })
    child.register(Bool.self, name: "given", eagerSingleton: true)
    child.register(Bool.self, name: "not made", lazySingleton: { _ in true })
    child.register(Bool.self, name: "transient") { _ in true }
    _ = try (parent.resolveAll(Int.self), child.resolve(Bool.self))
    child.register(Int.self, name: "replaced", lazySingleton: { _ in 2 })
    #expect(
      child.verify { c in _ = try c.resolve(Bool.self) }.description == """
        No errors.
        'Int' was made before and was not checked: verify a new container.
        'Bool' was made before and was not checked: verify a new container.
        """)
    child.reset(keepingRegistrations: true)
    parent.reset(keepingRegistrations: true)
    #expect(child.verify().warnings == [])
  }

  // MARK: replaced

  @Test(.tags(.M6, .K1))
  func keyThatWasRegisteredTwiceIsReplaced() {
    let (parent, child) = parentAndChild()
    for isTrue in [true, false] { parent.register(Bool.self, eagerSingleton: isTrue) }
    for container in [parent, child] {
      for _ in 1...3 { container.register(name: "three times") { _ in Clock() } }
      container.register { _ in Logger(clock: Clock()) }
    }
    let replaced = Key(service: Clock.self, name: "three times")
    let verification = child.verify()
    #expect(verification.warnings == [.replaced(Key(service: Bool.self)), .replaced(replaced)])
    #expect(
      verification.warnings[1].description
        == "'Clock \"three times\"' is registered twice, and the first is lost: give each a name to "
        + "keep both, unless the second is a test double.")
  }

  /// Nor is what a factory registers during the verification.
  @Test(.tags(.M6, .M1))
  func keyThatWasRemovedBeforeItWasRegisteredAgainIsNotReplaced() {
    for _ in 1...2 {
      container.register(Bool.self) { c in
        c.register(Bool.self) { _ in true }
        return true
      }
      container.register { _ in Clock() }
      container.register(name: "other") { _ in Clock() }
      if container.unregister(Bool.self) { container.reset() }
    }
    container.register(Bool.self, eagerSingleton: true)
    container.unregister(Bool.self)
    container.register(Bool.self, eagerSingleton: true)
    #expect(container.verify().warnings == [])
  }

  // MARK: absent

  @Test(.tags(.M6, .R1))
  func serviceThatASubscriptDoesNotFindIsAbsentWithItsFirstPath() {
    container.register([Screen].self) { c in [try c.resolve()] }
    container.register { c in Screen(logger: c[Logger.self, name: "debug"]) }
    container.register(Bool.self) { c in c[Logger.self, name: "debug"] == nil }
    let verification = container.verify()
    let key = Key(service: Logger.self, name: "debug")
    #expect(
      verification.warnings == [.absent(key, path: [Key(service: [Screen].self), screen, key])])
    #expect(
      verification.description == """
        No errors.
        'Logger "debug"' is not registered, and no error came of it \
        (Array<Screen> → Screen → Logger "debug"): register it, unless it may be absent.
        """)
  }

  @Test(.tags(.M6, .K8))
  func optionalParameterOfAutowireThatIsNotRegisteredIsAbsent() {
    container.register(transient: DIContainer.autowire(Screen.init))
    #expect(container.verify().warnings == [.absent(logger, path: [screen, logger])])
  }

  @Test(.tags(.M4, .M6))
  func serviceThatTheClosureOfVerifyDoesNotFindIsAbsentWithoutAPath() {
    let verification = DIContainer().verify { c in _ = c[Search.self, arguments: ["."]] }
    #expect(verification.warnings == [.absent(search, path: [search])])
    #expect(
      verification.description == """
        No errors.
        'Search (Array<String>)' is not registered, and no error came of it: \
        register it, unless it may be absent.
        """)
  }

  /// Also if the failure comes from what the resolved service needs.
  @Test(.tags(.M6))
  func failureThatAFactorySwallowsIsAbsent() {
    container.register(Bool.self) { c in (try? c.resolve(Clock.self)) == nil }
    container.register(Int.self) { c in (try? c.resolve(Int.self, arguments: ".")) ?? 0 }
    container.register(Int.self) { (c, _: String) in
      _ = try c.resolve(Logger.self)
      return 1
    }
    let verification = container.verify()
    #expect(verification.errors.isEmpty)
    #expect(
      verification.warnings == [
        .absent(clock, path: [Key(service: Bool.self), clock]),
        .absent(
          logger,
          path: [
            Key(service: Int.self), Key(service: Int.self, arguments: [String.self]), logger,
          ]),
      ])
  }

  /// `Logger` fails, `Clock` is reported as an error, and `contains` does not ask for `Search`.
  @Test(.tags(.M6))
  func serviceThatFailsOrLeadsToAnErrorOrIsNotAskedForIsNotAbsent() {
    container.register { c in Screen(logger: c[Logger.self]) }
    container.register(Bool.self) { c in c.contains(Search.self) || c[Clock.self] == nil }
    container.register(transient: DIContainer.autowire(Logger.init))
    let verification = container.verify()
    #expect(verification.warnings == [])
    #expect(
      verification.errors.map { "\($0)" } == ["'Clock' is not registered.\n  Path: Logger → Clock"])
  }

  // MARK: hidden

  /// A parent with a clock, and a logger that keeps it, directly or through a transient.
  private func family(throughATransient: Bool = false) -> (parent: DIContainer, child: DIContainer)
  {
    let (parent, child) = parentAndChild()
    parent.register(lazySingleton: { _ in Clock() })
    parent.register(name: "transient") { c in try c.resolve(Clock.self) }
    parent.register(lazySingleton: { c in
      Logger(clock: try c.resolve(name: throughATransient ? "transient" : nil))
    })
    child.register { c in Screen(logger: try c.resolve(Logger.self)) }
    return (parent, child)
  }

  private let clockIsHidden = DIContainer.Warning.hidden(clock, from: logger)

  @Test(.tags(.M6, .R8), arguments: [false, true])
  func serviceThatASingletonOfTheParentDoesNotSeeIsHidden(throughATransient: Bool) {
    let (parent, child) = family(throughATransient: throughATransient)
    #expect(child.verify().warnings == [])
    child.register(eagerSingleton: Clock())
    #expect(
      child.verify().description == """
        No errors.
        'Clock' is registered in a child, but 'Logger' is a singleton of a parent, which does not \
        see it: register 'Logger' in the child too, or 'Clock' in the parent.
        """)
    #expect(child.verify().warnings == [clockIsHidden])
    #expect(parent.verify().warnings == [])
  }

  /// A singleton of the parent resolves what only the child registers.
  @Test(.tags(.M6, .R8))
  func serviceThatTheParentLacksIsHiddenAndAbsent() {
    let (parent, child) = parentAndChild()
    parent.register(lazySingleton: { c in Screen(logger: c[Logger.self]) })
    child.register { _ in Logger(clock: Clock()) }
    let verification = child.verify()
    #expect(verification.errors.isEmpty)
    #expect(
      verification.warnings == [
        .absent(logger, path: [screen, logger]), .hidden(logger, from: screen),
      ])
  }

  /// Only a singleton that resolves the service itself counts, and it counts once.
  @Test(.tags(.M6, .R8))
  func hiddenServiceIsOneWarningForEachSingletonThatDoesNotSeeIt() {
    let parent = DIContainer()
    parent.register(lazySingleton: { c in [try c.resolve(Screen.self)] })
    parent.register(lazySingleton: { c in
      let screen = Screen(logger: try c.resolve(Logger.self))
      _ = try c.resolve(Clock.self)
      _ = try c.resolve(Clock.self)
      return screen
    })
    parent.register(lazySingleton: DIContainer.autowire(Logger.init))
    parent.register(transient: { _ in Clock() })
    let child = DIContainer(parent: parent) { $0.register(eagerSingleton: Clock()) }
    #expect(child.verify().warnings == [clockIsHidden, .hidden(clock, from: screen)])
  }

  /// One paragraph in the report says what is hidden by one key.
  @Test(.tags(.M6), arguments: [2, 3])
  func whatIsHiddenByOneKeyIsOneParagraph(count: Int) {
    let (parent, child) = parentAndChild()
    parent.register(transient: { _ in Clock() })
    for number in 1...count {
      parent.register(
        name: "\(number)", lazySingleton: { c in Logger(clock: try c.resolve()) })
    }
    child.register(eagerSingleton: Clock())
    child.register(Bool.self, eagerSingleton: true)
    let verification = child.verify()
    #expect(verification.warnings.count == count)
    #expect(
      verification.description == """
        No errors.
        \(verification.warnings[0])
          \(count == 2 ? "1 more singleton does" : "2 more singletons do") not see it.
        """)
  }

  /// An empty child of a session says what the session says.
  @Test(.tags(.M6, .R8))
  func hiddenServiceIsToldFromEveryLevel() {
    let (_, session) = family()
    session.register(eagerSingleton: Clock())
    let report = session.verify().description
    #expect(session.verify().warnings == [clockIsHidden])
    let request = DIContainer(parent: DIContainer(parent: session))
    #expect(request.verify().description == report)
  }

  /// The singleton asks for an optional first, which only the child registers.
  @Test(.tags(.M6, .R5, .K8), arguments: [false, true])
  func optionalThatASingletonOfTheParentDoesNotSeeIsHidden(isAutowired: Bool) {
    let (parent, child) = parentAndChild()
    parent.register(transient: { _ in Logger(clock: Clock()) })
    if isAutowired {
      parent.register(lazySingleton: DIContainer.autowire(Screen.init))
    } else {
      parent.register(lazySingleton: { c in Screen(logger: try c.resolve()) })
    }
    child.register(Logger?.self) { _ in nil }
    #expect(child.verify().warnings == [.hidden(Key(service: Logger?.self), from: screen)])
    #expect(parent.verify().warnings == [])
  }

  /// Whatever the parents in between register.
  @Test(.tags(.M6, .R8), arguments: [0, 1, 2], [false, true])
  func serviceIsHiddenFromASingletonOfAnyParent(level: Int, isFound: Bool) {
    let (grandparent, parent) = parentAndChild()
    let container = DIContainer(parent: parent)
    if isFound { grandparent.register { _ in Clock() } }
    [container, parent, grandparent][level].register(
      Bool.self, lazySingleton: { c in c[Clock.self] == nil })
    container.register(eagerSingleton: Clock())
    let hidden = container.verify().warnings.filter {
      $0 == .hidden(clock, from: Key(service: Bool.self))
    }
    #expect(hidden.count == (level == 0 ? 0 : 1))
  }

  /// Because the child has the singleton too, registers another key, or the parent's is a transient.
  @Test(.tags(.M6, .R8))
  func serviceThatASingletonSeesIsNotHidden() {
    var (_, child) = family()
    child.register(eagerSingleton: Clock())
    child.register(lazySingleton: DIContainer.autowire(Logger.init))
    #expect(child.verify().warnings == [])
    (_, child) = family()
    child.register(name: "test", eagerSingleton: Clock())
    #expect(child.verify().warnings == [])
    let parent = DIContainer()
    parent.register(lazySingleton: { _ in Clock() })
    parent.register(transient: DIContainer.autowire(Logger.init))
    child = DIContainer(parent: parent) { $0.register(eagerSingleton: Clock()) }
    #expect(child.verify().warnings == [])
  }

  /// That singleton is the child's, so it could resolve from the child.
  @Test(.tags(.M6))
  func nothingIsHiddenFromASingletonThatAsksTheParentItself() {
    let (parent, child) = family()
    parent.register(DIContainer.self, lazySingleton: { c in c })
    child.register(eagerSingleton: Clock())
    child.register(
      lazySingleton: { c in Logger(clock: try c.resolve(DIContainer.self).resolve()) })
    #expect(child.verify().warnings == [])
  }

  /// The child sees what the verified container registers, unless it registers the same key.
  @Test(.tags(.M6, .R8))
  func nothingIsHiddenFromAChildThatAFactoryMakes() {
    let parent = DIContainer()
    parent.register(lazySingleton: { c in
      [try DIContainer(parent: c) { $0.register { _ in Clock() } }.resolve(Clock.self)]
    })
    let container = DIContainer(parent: parent)
    container.register(lazySingleton: { _ in Clock() })
    container.register(
      lazySingleton: { c in Logger(clock: try DIContainer(parent: c).resolve()) })
    let verification = container.verify { c in
      let child = DIContainer(parent: c)
      child.register(lazySingleton: { c in Screen(logger: try c.resolve()) })
      child.register(Bool.self, lazySingleton: { c in c[Clock.self] != nil })
      _ = try (child.resolve(Screen.self), child.resolve(Bool.self))
    }
    #expect(verification.description == "No errors.")
  }

  // MARK: All

  @Test(.tags(.M5, .M6))
  func warningsAreNotErrorsAndHaveAFixedOrder() {
    let (_, child) = family()
    child.register(eagerSingleton: Clock())
    child.register { _, paths in Search(paths: paths) }
    child.register(Bool.self) { c in c[Int.self] == nil }
    let verification = child.verify()
    let int = Key(service: Int.self)
    #expect(
      verification.warnings == [
        .unchecked(search), .absent(int, path: [Key(service: Bool.self), int]), clockIsHidden,
      ])
    let lines = ["No errors."] + verification.warnings.map { $0.description }
    #expect(verification.description == lines.joined(separator: "\n"))
  }
}
