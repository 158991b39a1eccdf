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

/// A container with a logger and its clock.
private func createOther() -> DIContainer {
  DIContainer {
    $0.register(lazySingleton: { _ in Clock() })
    $0.register(transient: DIContainer.autowire(Logger.init))
  }
}

@Suite(.timeLimit(.minutes(1)))
struct VerifyWarningTests {
  typealias Warning = DIContainer.Warning

  let container = DIContainer()

  @Test func reportHasTheErrorsAndThenEachWarningWithAdvice() throws {
    let (_, child) = family()
    child.register(eagerSingleton: Clock())
    child.register { _, paths in Search(paths: paths) }
    child.register(Bool.self) { c in c[Int.self] == nil }
    for number in 1...2 { child.register(Double.self) { Double(number) } }
    child.register(UInt.self) { [unowned child] _ in child[Clock.self] == nil ? 0 : 1 }
    child.register((() -> Clock).self, eagerSingleton: { Clock() })
    child.register(lazySingleton: { Rock() })
    child.register(String.self) { throw Failure("offline") }
    _ = try child.resolve(Rock.self)
    let verification = child.verify { c in _ = (c[Float.self], child[Clock.self]) }
    let (float, int) = (Key(service: Float.self), Key(service: Int.self))
    #expect(
      verification.warnings == [
        .hidden(clock, from: logger), .captured(clock, from: nil), .unchecked(search),
        .replaced(Key(service: Double.self)), .captured(clock, from: Key(service: UInt.self)),
        .unchecked(Key(service: (() -> Clock).self)), .unchecked(Key(service: Rock.self)),
        .absent(int, path: [Key(service: Bool.self), int]), .absent(float, path: [float]),
      ])
    #expect(
      verification.description == """
        offline
          Path: String
        'Clock' is registered in a child, so the parent's 'Logger' does not use it: \
        register both in one container.
        The closure of verify asks another container for 'Clock': use the one passed in.
        'Search (Array<String>)' needs arguments and was not checked: resolve it in the closure of \
        verify.
        'Double' is registered twice, so the first registration is lost: name each to keep both.
        'UInt' asks another container for 'Clock': use the one passed in.
        '() -> Clock' is a function that nothing resolved: if it is a factory, register its result.
        'Rock' was created before and was not checked: verify a new container.
        'Int' is not registered, but nothing failed: register it, or ignore this if it is optional.
          Path: Bool → Int
        'Float' is not registered, but nothing failed: register it, or ignore this if it is \
        optional.
        """)
  }

  @Test func serviceWithArgumentsThatNothingCreatesIsUnchecked() {
    container.register { _, paths in Search(paths: paths) }
    container.register(Int.self) { (c, path: String) in
      try c.resolve(Search.self, arguments: [path]).paths.count
    }
    container.register(Bool.self) { (_, _: Void) in throw Failure("one Void is an argument") }
    let int = Key(service: Int.self, arguments: [String.self])
    let bool = Key(service: Bool.self, arguments: [Void.self])
    #expect(container.verify().warnings == [.unchecked(search), .unchecked(int), .unchecked(bool)])
    let checked = container.verify { c in
      _ = try c.resolve(Int.self, arguments: ".")
      _ = c[Bool.self, arguments: ()]
    }
    #expect(checked.warnings == [.unchecked(bool)], "a subscript hides the error")
    let failing = container.verify { c in _ = try c.resolve(Bool.self, arguments: ()) }
    #expect(failing.errors.count == 1 && failing.warnings == [.unchecked(search), .unchecked(int)])
  }

  @Test func singletonThatAFactoryCreatedBeforeIsUnchecked() throws {
    let (parent, child) = parentAndChild()
    parent.register(Int.self, lazySingleton: { _ in 1 })
    parent.register(Int.self, name: "overridden", lazySingleton: { _ in 1 })
    parent.register(Int.self, name: "given", eagerSingleton: 1)
    _ = try parent.resolveAll(Int.self)
    child.register(Int.self, name: "overridden", lazySingleton: { _ in 2 })
    child.register(Int.self, name: "transient") { _ in 2 }
    let verification = child.verify { c in _ = try c.resolveAll(Int.self) }
    #expect(verification.warnings == [.unchecked(Key(service: Int.self))])
    parent.reset(keepingRegistrations: true)
    #expect(child.verify().warnings == [])
  }

  /// For example `lazySingleton: { DIContainer.autowire(Logger.init) }`.
  @Test func functionThatNothingResolvesIsUnchecked() {
    container.register(lazySingleton: { DIContainer.autowire(Logger.init) })
    container.register((@MainActor () -> Void).self, eagerSingleton: {})
    container.register { _ in [() -> Void]() }
    let wired = ((DIContainer) throws -> Logger).self
    let onMainActor = DIContainer.Warning.unchecked(Key(service: (@MainActor () -> Void).self))
    #expect(container.verify().warnings == [.unchecked(Key(service: wired)), onMainActor])
    #expect(container.verify { c in _ = try c.resolve(wired) }.warnings == [onMainActor])
    container.register(Bool.self) { c in c[wired] != nil }
    #expect(container.verify().warnings == [onMainActor])
  }

  @Test func keyThatWasRegisteredAgainInOneContainerIsReplaced() {
    let (parent, child) = parentAndChild()
    for isTrue in [true, false] { parent.register(Bool.self, eagerSingleton: isTrue) }
    for container in [parent, child] {
      for _ in 1...3 { container.register(name: "n") { Clock() } }
      container.register { Logger(clock: Clock()) }
      container.reset(keepingRegistrations: true)
    }
    let named = Key(service: Clock.self, name: "n")
    #expect(child.verify().warnings == [.replaced(Key(service: Bool.self)), .replaced(named)])
  }

  /// Nor is a key that a factory registers during the verification.
  @Test func keyThatWasRemovedBeforeItWasRegisteredAgainIsNotReplaced() {
    container.register { Clock() }
    container.reset()
    container.register { Clock() }
    container.unregister(Clock.self)
    container.register { c in
      c.register { _ in Clock() }
      return Clock()
    }
    #expect(container.verify().warnings == [])
  }

  @Test func serviceThatIsNotFoundWithoutAFailureIsAbsentWithItsFirstPath() {
    let debug = Key(service: Logger.self, name: "debug")
    let int = Key(service: Int.self)
    let bool = Key(service: Bool.self, arguments: [String.self])
    container.register([Screen].self) { c in [try c.resolve()] }
    container.register { c in Screen(logger: c[Logger.self, name: "debug"]) }
    container.register(UInt.self) { c in c[Logger.self, name: "debug"] == nil ? 0 : 1 }
    container.register(name: "wired", transient: DIContainer.autowire(Screen.init))
    container.register { c in (try? c.resolve(Bool.self, arguments: ".")) == nil ? 0 : 1 }
    container.register { (c, _: String) in try [c.resolve(Clock.self)].isEmpty }
    #expect(
      container.verify { c in _ = c[Search.self, arguments: ["."]] }.warnings == [
        .unchecked(bool), .absent(debug, path: [Key(service: [Screen].self), screen, debug]),
        .absent(logger, path: [Key(service: Screen.self, name: "wired"), logger]),
        .absent(clock, path: [int, bool, clock]), .absent(search, path: [search]),
      ])
  }

  /// `Logger` fails, `Clock` is an error, and `contains` does not ask for `Search`.
  @Test func serviceThatFailsOrIsAnErrorOrIsNotAskedForIsNotAbsent() {
    container.register { c in Screen(logger: c[Logger.self]) }
    container.register(Bool.self) { c in c.contains(Search.self) || c[Clock.self] == nil }
    container.register(transient: DIContainer.autowire(Logger.init))
    let verification = container.verify()
    #expect(verification.warnings == [])
    #expect(verification.errors.count == 1)
  }

  /// A parent with a clock, and with a logger that keeps it, directly or through a transient.
  private func family(isDirect: Bool = true) -> (parent: DIContainer, child: DIContainer) {
    let (parent, child) = parentAndChild()
    parent.register(lazySingleton: { Clock() })
    parent.register(name: "t") { c in try c.resolve(Clock.self) }
    let name = isDirect ? nil : "t"
    parent.register(lazySingleton: { c in Logger(clock: try c.resolve(name: name)) })
    child.register { c in Screen(logger: try c.resolve(Logger.self)) }
    return (parent, child)
  }

  @Test(arguments: [true, false])
  func serviceThatASingletonOfAParentLooksUpAboveItIsHidden(isDirect: Bool) {
    let (parent, child) = family(isDirect: isDirect)
    #expect(child.verify().warnings == [])
    child.register(eagerSingleton: Clock())
    #expect(child.verify().warnings == [.hidden(clock, from: logger)])
    #expect(parent.verify().warnings == [])
    let request = DIContainer(parent: DIContainer(parent: child))
    #expect(request.verify().description == child.verify().description)
  }

  /// Wherever the singleton is registered above, and also if it finds nothing.
  @Test(arguments: [0, 1, 2], [false, true])
  func serviceIsHiddenFromASingletonOfAnyParent(level: Int, isFound: Bool) {
    let (grandparent, parent) = parentAndChild()
    let container = DIContainer(parent: parent)
    if isFound { grandparent.register { _ in Clock() } }
    [container, parent, grandparent][level].register(
      Bool.self, lazySingleton: { c in c[Clock.self] == nil })
    container.register(eagerSingleton: Clock())
    let bool = Key(service: Bool.self)
    let hidden: [Warning] = level == 0 ? [] : [.hidden(clock, from: bool)]
    let absent: [Warning] = level == 0 || isFound ? [] : [.absent(clock, path: [bool, clock])]
    #expect(container.verify().warnings == hidden + absent)
  }

  /// A singleton asks for the optional first, and only the child registers that.
  @Test func optionalThatASingletonOfAParentAsksForIsHidden() {
    let (parent, child) = parentAndChild()
    parent.register(transient: { _ in Logger(clock: Clock()) })
    parent.register(lazySingleton: DIContainer.autowire(Screen.init))
    child.register(Logger?.self) { _ in nil }
    #expect(child.verify().warnings == [.hidden(Key(service: Logger?.self), from: screen)])
    #expect(parent.verify().warnings == [])
  }

  /// The child's registration is part of a cycle, and the parent's singleton finds none.
  @Test func serviceThatIsMissingAboveACycleIsNotAbsent() {
    let (parent, child) = parentAndChild()
    parent.register { c in try c.resolve(Clock?.self).map { [$0] } ?? [] }
    parent.register(Bool.self, lazySingleton: { c in try c.resolve([Clock].self).isEmpty })
    child.register { c in try c.resolve([Clock].self)[0] }
    let verification = child.verify()
    #expect(verification.errors.count == 2, "\(verification)")
    #expect(verification.warnings == [.hidden(clock, from: Key(service: Bool.self))])
    #expect(verification.mermaid.contains("class _Clock missing"))
  }

  @Test func serviceIsNotHiddenIfNoSingletonOfAParentLooksItUp() {
    let (parent, child) = family()
    child.register(eagerSingleton: Clock())
    child.register(lazySingleton: DIContainer.autowire(Logger.init))
    #expect(child.verify().warnings == [], "the child registers the singleton, too")
    parent.register(DIContainer.self, lazySingleton: { c in c })
    child.unregister(Logger.self)
    child.register(lazySingleton: { c in Logger(clock: try c.resolve(DIContainer.self).resolve()) })
    #expect(child.verify().warnings == [], "the child's singleton asks the parent")
    let other = DIContainer(parent: createOther()) { $0.register(eagerSingleton: Clock()) }
    #expect(other.verify().description == "No errors.", "the parent registers a transient")
  }

  @Test func factoryCallbackOrClosureThatAsksAnotherContainerIsAWarning() {
    let (other, empty) = (createOther(), DIContainer())
    let app = DIContainer(parent: other)
    app.register(name: "itself") { [unowned app] _ in [try app.resolve(Logger.self)] }
    app.register(name: "new") { _ in [try createOther().resolve(Logger.self)] }
    app.register(name: "parent") { _ in [try other.resolve(Logger.self)] }
    app.register(Rock.self, lazySingleton: { _ in Rock() }) { _, _ in
      _ = try createOther().resolve(Logger.self)
    }
    app.register { _ in Screen(logger: try empty.resolve(Logger.self)) }
    let verification = app.verify { _ in _ = try app.resolve(Logger.self) }
    let keys = ["itself", "new", "parent"].map { Key(service: [Logger].self, name: $0) }
    let askers = [nil] + keys + [Key(service: Rock.self), screen]
    #expect(verification.warnings == askers.map { .captured(logger, from: $0) })
    #expect(
      verification.errors.map { "\($0)" }
        == ["'Logger' is not registered.\n  Path: Screen → Logger"])
  }

  @Test func childThatAFactoryOrTheClosureCreatesHasNoWarnings() {
    let (parent, app) = parentAndChild()
    parent.register(lazySingleton: { c in
      [try DIContainer(parent: c) { $0.register { _ in Clock() } }.resolve(Clock.self)]
    })
    app.register(lazySingleton: { _ in Clock() })
    app.register { c in
      let child = DIContainer(parent: DIContainer(parent: c))
      child.register(lazySingleton: { c in Logger(clock: try c.resolve()) })
      return Screen(logger: try child.resolve())
    }
    let verification = app.verify { c in _ = try DIContainer(parent: c).resolve(Screen.self) }
    #expect(verification.description == "No errors.")
  }

  /// Nor does a service that another thread resolves count as checked.
  @Test func otherThreadsAreNotObserved() async throws {
    let app = DIContainer()
    app.register { (_: Int) in Rock() }
    app.register { [unowned app] c in
      try Worker { _ = (app[Int.self], c[Bool.self], c[Rock.self, arguments: 1]) }.join()
      return Clock()
    }
    let verification = try await Worker { app.verify() }.value
    #expect(verification.errors.isEmpty)
    #expect(verification.warnings == [.unchecked(Key(service: Rock.self, arguments: [Int.self]))])
  }
}
