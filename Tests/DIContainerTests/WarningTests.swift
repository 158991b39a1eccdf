// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

private protocol Clock: AnyObject {}
private final class WallClock: Clock {}
private final class Logger {
  let clock: any Clock

  init(clock: any Clock) {
    self.clock = clock
  }
}

private final class Screen {
  let logger: Logger?

  init(logger: Logger?) {
    self.logger = logger
  }
}

private struct Scan {
  let paths: [String]
}

private struct Search {
  let scan: Scan
}

private typealias Key = DIContainer.Key

@Suite(.timeLimit(.minutes(1)))
struct WarningTests {
  @Test(.tags(.M6))
  func completeWiringHasNoWarnings() {
    let parent = DIContainer()
    parent.register((any Clock).self, lazySingleton: { _ in WallClock() })
    parent.register(Logger.self, lazySingleton: { c in Logger(clock: try c.resolve()) })
    let child = DIContainer(parent: parent)
    child.register(Screen.self) { c in Screen(logger: c[Logger.self]) }
    #expect(parent.verify().warnings == [])
    #expect(child.verify().warnings == [])
  }

  // MARK: unchecked

  @Test(.tags(.M6))
  func serviceWithArgumentsThatNothingResolvesIsUnchecked() {
    let container = DIContainer()
    container.register(Scan.self) { _, paths in Scan(paths: paths) }
    container.register(Scan.self, name: "one") { (_, path: String) in Scan(paths: [path]) }
    container.register(Bool.self) { c in c.contains(Scan.self, arguments: [String].self) }
    let verification = container.verify()
    #expect(verification.errors.isEmpty)
    #expect(
      verification.warnings == [
        .unchecked(Key(service: Scan.self, arguments: [[String].self])),
        .unchecked(Key(service: Scan.self, name: "one", arguments: [String.self])),
      ])
    #expect(
      verification.warnings.map(\.description) == [
        "'Scan (Array<String>)' needs arguments and was not checked: resolve it in the closure of "
          + "verify.",
        "'Scan \"one\" (String)' needs arguments and was not checked: resolve it in the closure of "
          + "verify.",
      ])
  }

  @Test(.tags(.M6))
  func serviceThatAFactoryResolvesIsNotUnchecked() {
    let container = DIContainer()
    container.register(Search.self) { c in Search(scan: try c.resolve(arguments: ["."])) }
    container.register(Scan.self) { _, paths in Scan(paths: paths) }
    #expect(container.verify().warnings == [])
  }

  @Test(.tags(.M4, .M6))
  func serviceThatTheClosureOfVerifyReachesIsNotUnchecked() {
    let container = DIContainer()
    container.register(Scan.self) { _, paths in Scan(paths: paths) }
    container.register(Search.self) { (c, path: String) in
      Search(scan: try c.resolve(arguments: [path]))
    }
    #expect(container.verify().warnings.count == 2)
    let verification = container.verify { c in _ = try c.resolve(Search.self, arguments: ".") }
    #expect(verification.errors.isEmpty)
    #expect(verification.warnings == [])
  }

  // MARK: absent

  @Test(.tags(.M6, .R1))
  func serviceThatASubscriptDoesNotFindIsAbsentWithItsFirstPath() {
    let container = DIContainer()
    container.register([Screen].self) { c in [try c.resolve()] }
    container.register(Screen.self) { c in Screen(logger: c[Logger.self, name: "debug"]) }
    container.register(Bool.self) { c in c[Logger.self, name: "debug"] == nil }
    let verification = container.verify()
    let key = Key(service: Logger.self, name: "debug")
    #expect(verification.errors.isEmpty)
    #expect(
      verification.warnings == [
        .absent(key, path: [Key(service: [Screen].self), Key(service: Screen.self), key])
      ])
    #expect(
      verification.warnings.map(\.description) == [
        "'Logger \"debug\"' is not registered and was asked for as an optional "
          + "(Array<Screen> → Screen → Logger \"debug\"): register it, unless it may be absent."
      ])
  }

  @Test(.tags(.M6, .K8))
  func optionalParameterOfAutowireThatIsNotRegisteredIsAbsent() {
    let container = DIContainer()
    container.register(Screen.self, transient: DIContainer.autowire(Screen.init))
    let key = Key(service: Logger.self)
    let warnings = container.verify().warnings
    #expect(warnings == [.absent(key, path: [Key(service: Screen.self), key])])
    #expect(
      warnings.map(\.description) == [
        "'Logger' is not registered and was asked for as an optional (Screen → Logger): register "
          + "it, unless it may be absent."
      ])
  }

  @Test(.tags(.M4, .M6))
  func serviceThatTheClosureOfVerifyDoesNotFindIsAbsentWithoutAPath() {
    let container = DIContainer()
    let verification = container.verify { c in _ = c[Scan.self, arguments: ["."]] }
    let key = Key(service: Scan.self, arguments: [[String].self])
    #expect(verification.warnings == [.absent(key, path: [key])])
    #expect(
      verification.warnings.map(\.description) == [
        "'Scan (Array<String>)' is not registered and was asked for as an optional: register it, "
          + "unless it may be absent."
      ])
  }

  @Test(.tags(.M6))
  func serviceThatFailsInASubscriptIsNotAbsent() {
    let container = DIContainer()
    container.register(Screen.self) { c in Screen(logger: c[Logger.self]) }
    container.register(Logger.self) { c in Logger(clock: try c.resolve()) }
    let verification = container.verify()
    #expect(verification.warnings == [])
    #expect(
      verification.errors.map { "\($0)" } == [
        "'Clock' is not registered.\n  Path: Logger → Clock"
      ])
  }

  /// Neither looks for an instance: `contains` asks whether there is one, `try?` catches an error.
  @Test(.tags(.M6))
  func serviceInContainsOrInACaughtErrorIsNotAbsent() {
    let container = DIContainer()
    container.register(Bool.self) { c in
      c.contains(Logger.self) || (try? c.resolve(Logger.self, name: "debug")) != nil
    }
    let verification = container.verify()
    #expect(verification.errors.isEmpty)
    #expect(verification.warnings == [])
  }

  // MARK: hidden

  /// A parent with a clock, and a logger that keeps it, directly or through a transient.
  private func family(throughATransient: Bool = false) -> (parent: DIContainer, child: DIContainer)
  {
    let parent = DIContainer()
    parent.register((any Clock).self, lazySingleton: { _ in WallClock() })
    parent.register((any Clock).self, name: "transient") { c in try c.resolve((any Clock).self) }
    parent.register(
      Logger.self,
      lazySingleton: { c in
        Logger(clock: try c.resolve(name: throughATransient ? "transient" : nil))
      })
    let child = DIContainer(parent: parent)
    child.register(Screen.self) { c in Screen(logger: try c.resolve(Logger.self)) }
    return (parent, child)
  }

  private var clockIsHidden: DIContainer.Warning {
    .hidden(Key(service: (any Clock).self), from: Key(service: Logger.self))
  }

  @Test(.tags(.M6, .R8), arguments: [false, true])
  func serviceThatASingletonOfTheParentDoesNotSeeIsHidden(throughATransient: Bool) {
    let (parent, child) = family(throughATransient: throughATransient)
    #expect(child.verify().warnings == [])
    child.register((any Clock).self, eagerSingleton: WallClock())
    let verification = child.verify()
    #expect(verification.errors.isEmpty)
    #expect(verification.warnings == [clockIsHidden])
    #expect(
      verification.warnings.map(\.description) == [
        "'Clock' is registered here, but 'Logger' is a singleton of a parent, which does not see it: "
          + "register 'Logger' here too, or 'Clock' in the parent."
      ])
    #expect(parent.verify().warnings == [])
  }

  /// A parent's singleton needs what only the child has.
  @Test(.tags(.M6, .R8), arguments: [false, true])
  func serviceThatTheParentLacksIsHiddenToo(asOptional: Bool) {
    let parent = DIContainer()
    parent.register(
      Screen.self,
      lazySingleton: { c in
        Screen(logger: asOptional ? c[Logger.self] : try c.resolve(Logger.self))
      })
    let child = DIContainer(parent: parent)
    child.register { _ in Logger(clock: WallClock()) }
    let verification = child.verify()
    #expect(verification.errors.count == (asOptional ? 0 : 1))
    let logger = Key(service: Logger.self)
    #expect(
      verification.warnings.last == .hidden(logger, from: Key(service: Screen.self)))
    #expect(verification.warnings.count == (asOptional ? 2 : 1))
  }

  @Test(.tags(.M6, .R8))
  func hiddenServicesOfTheSameNameAreTwoWarnings() {
    let parent = DIContainer()
    parent.register(transient: { _ in Login.Config() })
    parent.register(transient: { _ in Profile.Config() })
    parent.register(
      Bool.self,
      lazySingleton: { c in
        _ = try c.resolve(Login.Config.self)
        _ = try c.resolve(Profile.Config.self)
        return true
      })
    let child = DIContainer(parent: parent)
    child.register(transient: { _ in Login.Config() })
    child.register(transient: { _ in Profile.Config() })
    let singleton = Key(service: Bool.self)
    #expect(
      child.verify().warnings == [
        .hidden(Key(service: Login.Config.self), from: singleton),
        .hidden(Key(service: Profile.Config.self), from: singleton),
      ])
  }

  @Test(.tags(.M6, .R8))
  func hiddenServiceIsOneWarningForEachSingletonThatDoesNotSeeIt() {
    let (parent, child) = family()
    parent.register(
      Screen.self, name: "main",
      lazySingleton: { c in
        _ = try c.resolve((any Clock).self)
        _ = try c.resolve((any Clock).self)
        return Screen(logger: try c.resolve(Logger.self))
      })
    child.register((any Clock).self, eagerSingleton: WallClock())
    child.register(Bool.self) { c in
      _ = try c.resolve(Logger.self)
      _ = try c.resolve(Screen.self, name: "main")
      return true
    }
    #expect(
      Set(child.verify().warnings) == [
        clockIsHidden,
        .hidden(Key(service: (any Clock).self), from: Key(service: Screen.self, name: "main")),
      ])
    #expect(child.verify().warnings.count == 2)
  }

  @Test(.tags(.M6, .R8))
  func hiddenWarningNamesTheSingletonThatUsesTheService() {
    let parent = DIContainer()
    parent.register(Screen.self, lazySingleton: { c in Screen(logger: try c.resolve(Logger.self)) })
    parent.register(Logger.self, lazySingleton: { c in Logger(clock: try c.resolve()) })
    parent.register((any Clock).self, lazySingleton: { _ in WallClock() })
    let child = DIContainer(parent: parent)
    child.register((any Clock).self, eagerSingleton: WallClock())
    child.register(Bool.self) { c in try c.resolve(Screen.self).logger != nil }
    #expect(child.verify().warnings == [clockIsHidden])
  }

  @Test(.tags(.M6, .R8))
  func serviceHiddenFromASingletonOfAGrandparentIsAWarningToo() {
    let (_, child) = family()
    let grandchild = DIContainer(parent: child)
    grandchild.register((any Clock).self, eagerSingleton: WallClock())
    #expect(grandchild.verify().warnings == [clockIsHidden])
    #expect(child.verify().warnings == [])
  }

  @Test(.tags(.M6, .R8))
  func nothingIsHiddenIfTheChildRegistersTheSingletonToo() {
    let (_, child) = family()
    child.register((any Clock).self, eagerSingleton: WallClock())
    child.register(Logger.self, lazySingleton: { c in Logger(clock: try c.resolve()) })
    #expect(child.verify().warnings == [])
  }

  @Test(.tags(.M6, .R8))
  func nothingIsHiddenFromATransientOfTheParent() {
    let parent = DIContainer()
    parent.register((any Clock).self, lazySingleton: { _ in WallClock() })
    parent.register(Logger.self) { c in Logger(clock: try c.resolve()) }
    let child = DIContainer(parent: parent)
    child.register((any Clock).self, eagerSingleton: WallClock())
    child.register(Screen.self) { c in Screen(logger: try c.resolve(Logger.self)) }
    #expect(child.verify().warnings == [])
  }

  @Test(.tags(.M6))
  func nothingIsHiddenUnderAnotherKey() {
    let (_, child) = family()
    child.register((any Clock).self, name: "test", eagerSingleton: WallClock())
    child.register((any Clock).self) { (_, _: Int) in WallClock() }
    let warnings = child.verify { c in _ = try c.resolve((any Clock).self, arguments: 1) }.warnings
    #expect(warnings == [])
  }

  /// The child of the factory sees what the verified container registers.
  @Test(.tags(.M6, .R8))
  func nothingIsHiddenFromASingletonThatAsksItsOwnChild() {
    let container = DIContainer()
    container.register((any Clock).self, lazySingleton: { _ in WallClock() })
    container.register(
      Logger.self,
      lazySingleton: { c in
        let child = DIContainer(parent: c)
        return Logger(clock: try child.resolve())
      })
    let verification = container.verify { c in
      let child = DIContainer(parent: c)
      child.register(Screen.self) { c in
        _ = try c.resolve((any Clock).self)
        return Screen(logger: nil)
      }
      _ = try child.resolve(Screen.self)
    }
    #expect(verification.errors.isEmpty)
    #expect(verification.warnings == [])
  }

  /// It is not made again, so nothing of it is seen.
  @Test(.tags(.M4, .M6))
  func nothingIsHiddenFromASingletonThatExistsAlready() throws {
    let (parent, child) = family()
    child.register((any Clock).self, eagerSingleton: WallClock())
    _ = try parent.resolve(Logger.self)
    #expect(child.verify().warnings == [])
  }

  // MARK: All

  @Test(.tags(.M6))
  func warningsAreNotErrorsAndHaveAFixedOrder() {
    let (_, child) = family()
    child.register((any Clock).self, eagerSingleton: WallClock())
    child.register(Scan.self) { _, paths in Scan(paths: paths) }
    child.register(Bool.self) { c in c[Int.self] == nil }
    let verification = child.verify()
    #expect(verification.errors.isEmpty)
    #expect(
      verification.warnings == [
        .unchecked(Key(service: Scan.self, arguments: [[String].self])),
        .absent(
          Key(service: Int.self), path: [Key(service: Bool.self), Key(service: Int.self)]),
        clockIsHidden,
      ])
    #expect(verification.description.hasPrefix("No errors.\n"))
    for warning in verification.warnings {
      #expect(verification.description.contains("\n\(warning)"))
    }
  }

  /// It is made in the child of the factory, and gets what the verified container has.
  @Test(.tags(.M6))
  func singletonOfAChildThatAFactoryMakesIsNotAParentsSingleton() {
    let container = DIContainer()
    container.register((any Clock).self, lazySingleton: { _ in WallClock() })
    container.register(Int.self) { c in
      let child = DIContainer(parent: c)
      child.register(Bool.self, lazySingleton: { c in c[(any Clock).self] != nil })
      return try child.resolve(Bool.self) ? 1 : 0
    }
    #expect(container.verify().warnings == [])
  }
}
