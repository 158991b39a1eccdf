// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

private final class Food: Sendable {}
private final class Pet: Sendable {
  let food: Food
  init(food: Food) { self.food = food }
}

private let food = Key(service: Food.self)
private let pet = Key(service: Pet.self)

/// A container that can make a pet and its food.
@Sendable private func makeOther() -> DIContainer {
  DIContainer {
    $0.register(lazySingleton: { _ in Food() })
    $0.register(transient: DIContainer.autowire(Pet.init))
  }
}

private let global = makeOther()

private enum Local {
  @TaskLocal static var container = makeOther()
}

/// Factories and callbacks that do not use the container that they are given.
@Suite(.timeLimit(.minutes(1)))
struct CapturedTests {
  @Test(.tags(.M6))
  func factoryThatAsksAnyOtherContainerIsAWarning() {
    let parent = makeOther()
    let app = DIContainer(parent: parent)
    let others: [(name: String, container: () -> DIContainer)] = [
      ("itself", { [unowned app] in app }), ("a parent", { parent }), ("a global one", { global }),
      ("a task-local value", { Local.container }), ("a new one", makeOther),
    ]
    for (name, other) in others {
      app.register(name: name) { _ in [try other().resolve(Pet.self)] }
    }
    let verification = Local.$container.withValue(makeOther()) { app.verify() }
    #expect(
      verification.description == """
        No errors.
        'Array<Pet> "itself"' asks another container for 'Pet': ask the one that it is given.
        'Array<Pet> "a parent"' asks another container for 'Pet': ask the one that it is given.
        'Array<Pet> "a global one"' asks another container for 'Pet': ask the one that it is given.
        'Array<Pet> "a task-local value"' asks another container for 'Pet': \
        ask the one that it is given.
        'Array<Pet> "a new one"' asks another container for 'Pet': ask the one that it is given.
        """)
  }

  @Test(.tags(.M6))
  func closureOfVerifyThatAsksTheContainerItselfIsAWarning() {
    let app = makeOther()
    let verification = app.verify { _ in _ = try app.resolve(Food.self) }
    #expect(verification.warnings == [.captured(food, from: nil)])
    #expect(
      verification.description == """
        No errors.
        The closure of verify asks another container for 'Food': ask the one that it is given.
        """)
  }

  /// The missing service may be registered in the container that is verified.
  @Test(.tags(.M6, .M5), arguments: [false, true])
  func errorThatComesOfAnotherContainerSaysSo(isDeep: Bool) {
    let other = DIContainer()
    if isDeep { other.register(transient: DIContainer.autowire(Pet.init)) }
    let app = DIContainer()
    app.register(lazySingleton: { _ in Food() })
    app.register { _ in
      isDeep ? try other.resolve(Pet.self) : Pet(food: try other.resolve())
    }
    app.register { c in [try c.resolve(Pet.self)] }
    let asked = isDeep ? pet : food
    #expect(
      app.verify().description == """
        'Food' is not registered.
          Path: Pet → \(isDeep ? "Pet → " : "")Food
          'Pet' asks another container for '\(asked)': ask the one that it is given.
          1 more service fails for this reason.
        'Pet' asks another container for '\(asked)': ask the one that it is given.
        """)
    let closure = DIContainer().verify { _ in _ = try DIContainer().resolve(Food.self) }
    #expect(
      closure.description.hasPrefix(
        """
        'Food' is not registered.
          The closure of verify asks another container for 'Food': ask the one that it is given.
        """))
  }

  @Test(.tags(.M6))
  func childrenOfTheCopyAreNotCaptured() {
    let (parent, app) = parentAndChild()
    parent.register(lazySingleton: { c in Pet(food: try DIContainer(parent: c).resolve()) })
    parent.register(lazySingleton: { _ in Food() })
    app.register { c in
      let child = DIContainer(parent: DIContainer(parent: c))
      child.register(lazySingleton: { c in [try c.resolve(Pet.self)] })
      return [try child.resolve([Pet].self)]
    }
    #expect(app.verify { c in _ = try DIContainer(parent: c).resolve([[Pet]].self) }.warnings == [])
  }

  /// What they resolve gives no warning, and does not count as checked, in any container.
  @Test(.tags(.M6, .M4))
  func otherThreadsAreNotObserved() async throws {
    let app = DIContainer()
    app.register { (_, _: Int) in Pet(food: Food()) }
    app.register { [unowned app] c in
      try Worker {
        _ = app[Int.self]
        _ = c[Bool.self]
        _ = try c.resolve(Pet.self, arguments: 1)
      }.join()
      return Food()
    }
    let verification = try await Worker { app.verify() }.value
    #expect(verification.errors.isEmpty)
    #expect(verification.warnings == [.unchecked(Key(service: Pet.self, arguments: [Int.self]))])
  }
}
