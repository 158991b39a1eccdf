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

/// A container with a logger and its clock.
private func createOther() -> DIContainer {
  DIContainer {
    $0.register(lazySingleton: { _ in Clock() })
    $0.register(transient: DIContainer.autowire(Logger.init))
  }
}

@Suite(.timeLimit(.minutes(1)))
struct WarningTests {
  typealias Warning = DIContainer.Warning

  let container = DIContainer()

  // MARK: Texts

  @Test func eachWarningIsASentenceWithAdvice() {
    let warnings: [Warning] = [
      .unchecked(search), .unchecked(clock), .replaced(clock),
      .absent(clock, path: [screen, logger, clock]), .absent(clock, path: [clock]),
      .hidden(clock, from: logger), .captured(clock, from: logger), .captured(clock, from: nil),
    ]
    #expect(
      warnings.map { "\($0)" }.joined(separator: "\n") == """
        'Search (Array<String>)' needs arguments and was not checked: resolve it in the closure of \
        verify.
        'Clock' was created before and was not checked: verify a new container.
        'Clock' is registered twice, so the first registration is lost: give each a name to keep both.
        'Clock' is not registered, but nothing failed (Screen → Logger → Clock): register it, or \
        ignore this if it is optional.
        'Clock' is not registered, but nothing failed: register it, or ignore this if it is optional.
        'Clock' is registered in a child, but 'Logger' is a singleton of a parent, which does not use \
        it: register 'Logger' in the child too, or 'Clock' in the parent.
        'Logger' asks another container for 'Clock': use the container that is passed in.
        The closure of verify asks another container for 'Clock': use the container that is passed in.
        """)
  }

  @Test func reportHasEachWarningOnALineAfterTheErrors() {
    let (_, child) = family()
    child.register(eagerSingleton: Clock())
    child.register { _, paths in Search(paths: paths) }
    child.register(Bool.self) { c in c[Int.self] == nil }
    for number in 1...2 { child.register(Double.self) { _ in Double(number) } }
    child.register(UInt.self) { [unowned child] _ in child[Clock.self] == nil ? 0 : 1 }
    let verification = child.verify()
    let int = Key(service: Int.self)
    #expect(
      Set(verification.warnings) == [
        .unchecked(search), .absent(int, path: [Key(service: Bool.self), int]),
        .hidden(clock, from: logger), .replaced(Key(service: Double.self)),
        .captured(clock, from: Key(service: UInt.self)),
      ])
    #expect(verification.warnings.count == 5)
    let lines = verification.warnings.map { $0.description }
    #expect(verification.description == (["No errors."] + lines).joined(separator: "\n"))
    child.register(String.self) { _ in throw Failure("offline") }
    #expect(
      child.verify().description == (["offline", "  Path: String"] + lines).joined(separator: "\n"))
  }

  // MARK: unchecked

  @Test func serviceWithArgumentsThatNothingCreatesIsUnchecked() {
    container.register { _, paths in Search(paths: paths) }
    container.register(Int.self) { (c, path: String) in
      try c.resolve(Search.self, arguments: [path]).paths.count
    }
    container.register(Bool.self) { (_, _: Void) in throw Failure("one Void is an argument") }
    let int = Key(service: Int.self, arguments: [String.self])
    let bool = Key(service: Bool.self, arguments: [Void.self])
    #expect(
      container.verify().warnings == [.unchecked(search), .unchecked(int), .unchecked(bool)])
    let verification = container.verify { c in _ = try c.resolve(Int.self, arguments: ".") }
    #expect(verification.warnings == [.unchecked(bool)])
    container.register(Double.self) { c in
      try Double(c.resolve(Int.self, arguments: ".")) + (c[Bool.self, arguments: ()] == nil ? 0 : 1)
    }
    #expect(container.verify().warnings == [.unchecked(bool)], "a subscript hides the error")
    let failing = container.verify { c in _ = try c.resolve(Bool.self, arguments: ()) }
    #expect(failing.errors.count == 1 && failing.warnings == [])
  }

  @Test func singletonThatAFactoryCreatedBeforeIsUnchecked() throws {
    let (parent, child) = parentAndChild()
    parent.register(Int.self, lazySingleton: { _ in 1 })
    parent.register(Int.self, name: "overridden", lazySingleton: { _ in 1 })
    parent.register(Int.self, name: "given", eagerSingleton: 1)
    child.register(Bool.self, eagerSingleton: { _ in true })
    child.register(Bool.self, name: "not created", lazySingleton: { _ in true })
    child.register(Bool.self, name: "transient") { _ in true }
    _ = try (parent.resolveAll(Int.self), child.resolve(Bool.self))
    child.register(Int.self, name: "overridden", lazySingleton: { _ in 2 })
    let warnings: [Warning] = [
      .unchecked(Key(service: Int.self)), .unchecked(Key(service: Bool.self)),
    ]
    #expect(child.verify { c in _ = try c.resolve(Bool.self) }.warnings == warnings)
    child.reset(keepingRegistrations: true)
    parent.reset(keepingRegistrations: true)
    #expect(child.verify().warnings == [])
  }

  // MARK: replaced

  @Test func keyThatWasRegisteredAgainInOneContainerIsReplaced() {
    let (parent, child) = parentAndChild()
    for isTrue in [true, false] { parent.register(Bool.self, eagerSingleton: isTrue) }
    for container in [parent, child] {
      for _ in 1...3 { container.register(name: "n") { _ in Clock() } }
      container.register { _ in Logger(clock: Clock()) }
    }
    let warnings: [Warning] = [
      .replaced(Key(service: Bool.self)), .replaced(Key(service: Clock.self, name: "n")),
    ]
    #expect(child.verify().warnings == warnings)
    for container in [parent, child] { container.reset(keepingRegistrations: true) }
    #expect(child.verify().warnings == warnings)
  }

  /// Nor is a key that a factory registers during the verification.
  @Test func keyThatWasRemovedBeforeItWasRegisteredAgainIsNotReplaced() {
    for _ in 1...2 {
      container.register(Bool.self) { c in
        c.register(Bool.self) { _ in true }
        return true
      }
      container.register { _ in Clock() }
      if container.unregister(Bool.self) { container.reset() }
    }
    container.register(Bool.self, eagerSingleton: true)
    container.unregister(Bool.self)
    container.register(Bool.self, eagerSingleton: true)
    #expect(container.verify().warnings == [])
  }

  // MARK: absent

  @Test func serviceThatASubscriptOrAutowireDoesNotFindIsAbsentWithItsFirstPath() {
    container.register([Screen].self) { c in [try c.resolve()] }
    container.register { c in Screen(logger: c[Logger.self, name: "debug"]) }
    container.register(Bool.self) { c in c[Logger.self, name: "debug"] == nil }
    let key = Key(service: Logger.self, name: "debug")
    let path = [Key(service: [Screen].self), screen, key]
    #expect(
      container.verify { c in _ = c[Search.self, arguments: ["."]] }.warnings
        == [.absent(key, path: path), .absent(search, path: [search])])
    let autowired = DIContainer { $0.register(transient: DIContainer.autowire(Screen.init)) }
    #expect(autowired.verify().warnings == [.absent(logger, path: [screen, logger])])
  }

  @Test func missingServiceWhoseErrorAFactoryCatchesIsAbsent() {
    container.register(Bool.self) { c in (try? c.resolve(Clock.self)) == nil }
    container.register(Int.self) { c in (try? c.resolve(Int.self, arguments: ".")) ?? 0 }
    container.register(Int.self) { (c, _: String) in
      _ = try c.resolve(Logger.self)
      return 1
    }
    let (int, inner) = (Key(service: Int.self), Key(service: Int.self, arguments: [String.self]))
    let verification = container.verify()
    #expect(verification.errors.isEmpty)
    #expect(
      verification.warnings == [
        .unchecked(inner), .absent(clock, path: [Key(service: Bool.self), clock]),
        .absent(logger, path: [int, inner, logger]),
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

  // MARK: hidden

  /// A parent with a clock, and with a logger that keeps it, directly or through a transient.
  private func family(isDirect: Bool = true) -> (parent: DIContainer, child: DIContainer) {
    let (parent, child) = parentAndChild()
    parent.register(lazySingleton: { _ in Clock() })
    parent.register(name: "transient") { c in try c.resolve(Clock.self) }
    parent.register(lazySingleton: { c in
      Logger(clock: try c.resolve(name: isDirect ? nil : "transient"))
    })
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
    let hidden: Set<Warning> = level == 0 ? [] : [.hidden(clock, from: bool)]
    let absent: Set<Warning> = level == 0 || isFound ? [] : [.absent(clock, path: [bool, clock])]
    #expect(Set(container.verify().warnings) == hidden.union(absent))
  }

  /// Not for a singleton that needs such a singleton.
  @Test func hiddenServiceIsOneWarningForEachSingletonThatAsks() {
    let parent = DIContainer()
    parent.register(lazySingleton: { c in [try c.resolve(Screen.self)] })
    parent.register(lazySingleton: { c in
      let screen = Screen(logger: try c.resolve(Logger.self))
      _ = try (c.resolve(Clock.self), c.resolve(Clock.self))
      return screen
    })
    parent.register(lazySingleton: DIContainer.autowire(Logger.init))
    parent.register(transient: { _ in Clock() })
    let child = DIContainer(parent: parent) { $0.register(eagerSingleton: Clock()) }
    #expect(
      child.verify().warnings == [.hidden(clock, from: logger), .hidden(clock, from: screen)])
  }

  /// A singleton asks for the optional first, and only the child registers that.
  @Test func optionalThatASingletonOfAParentAsksForIsHidden() {
    let (parent, child) = parentAndChild()
    let optional = Key(service: Logger?.self)
    parent.register(transient: { _ in Logger(clock: Clock()) })
    parent.register(lazySingleton: DIContainer.autowire(Screen.init))
    parent.register(name: "n", lazySingleton: { c in Screen(logger: try c.resolve()) })
    child.register(Logger?.self) { _ in nil }
    let named = Key(service: Screen.self, name: "n")
    #expect(
      child.verify().warnings == [.hidden(optional, from: screen), .hidden(optional, from: named)])
    #expect(parent.verify().warnings == [])
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

  // MARK: captured

  @Test func factoryCallbackOrClosureThatAsksAnotherContainerIsAWarning() {
    let other = createOther()
    let app = DIContainer(parent: other)
    app.register(name: "itself") { [unowned app] _ in [try app.resolve(Logger.self)] }
    app.register(name: "parent") { _ in [try other.resolve(Logger.self)] }
    app.register(name: "new") { _ in [try createOther().resolve(Logger.self)] }
    app.register(Rock.self, lazySingleton: { _ in Rock() }) { _, _ in
      _ = try createOther().resolve(Logger.self)
    }
    let verification = app.verify { _ in _ = try app.resolve(Logger.self) }
    let keys = ["itself", "parent", "new"].map { Key(service: [Logger].self, name: $0) }
    let askers = keys + [Key(service: Rock.self), nil]
    #expect(verification.errors.isEmpty)
    #expect(verification.warnings == askers.map { .captured(logger, from: $0) })
  }

  @Test func missingServiceOfAnotherContainerIsAnErrorAndAWarning() throws {
    let other = DIContainer()
    container.register { _ in Logger(clock: try other.resolve()) }
    let verification = container.verify()
    #expect(missing { throw try #require(verification.errors.first) }?.path == [logger, clock])
    #expect(verification.warnings == [.captured(clock, from: logger)])
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

  /// A service that another thread resolves does not count as checked, either.
  @Test func otherThreadsAreNotObserved() async throws {
    let app = DIContainer()
    app.register { (_, _: Int) in Rock() }
    app.register { [unowned app] c in
      try Worker {
        _ = app[Int.self]
        _ = c[Bool.self]
        _ = try c.resolve(Rock.self, arguments: 1)
      }.join()
      return Clock()
    }
    let verification = try await Worker { app.verify() }.value
    #expect(verification.errors.isEmpty)
    #expect(verification.warnings == [.unchecked(Key(service: Rock.self, arguments: [Int.self]))])
  }
}
