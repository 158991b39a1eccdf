// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

private final class Food: Sendable {}
private final class Pet: Sendable {
  let food: Food
  init(food: Food) { self.food = food }
}
private final class Owner: Sendable {
  let pet: Pet
  init(pet: Pet) { self.pet = pet }
}

private typealias Key = DIContainer.Key

/// A factory that asks a container that it captured, instead of the one that it is given.
@Suite(.timeLimit(.minutes(1))) struct CapturedTests {
  private let owner = Key(service: Owner.self)
  private let pet = Key(service: Pet.self)

  /// The pet's factory asks for food as it should, the owner's captures the container.
  private func wiring() -> DIContainer {
    let app = DIContainer()
    app.register(lazySingleton: { _ in Food() })
    app.register(lazySingleton: { c in Pet(food: try c.resolve()) })
    app.register { [unowned app] _ in Owner(pet: try app.resolve()) }
    return app
  }

  @Test(.tags(.M6))
  func verifyWarnsAboutAFactoryThatAsksACapturedContainer() {
    let verification = wiring().verify()
    #expect(verification.errors.isEmpty)
    #expect(verification.warnings == [.captured(pet, from: owner)])
    #expect(
      verification.description == """
        No errors.
        'Owner' asks a container that its factory captured for 'Pet': \
        ask the one that it is given.
        """)
  }

  @Test(.tags(.M6))
  func verifyWarnsAboutACapturedParent() {
    let app = wiring()
    let child = DIContainer(parent: app)
    child.register { _ in Pet(food: try app.resolve()) }
    #expect(
      child.verify().warnings == [
        .captured(pet, from: owner), .captured(Key(service: Food.self), from: pet),
      ])
  }

  @Test(.tags(.M6))
  func verifyWarnsAboutItsClosureAskingTheContainerItself() {
    let app = DIContainer()
    app.register { _ in Food() }
    let verification = app.verify { _ in _ = try app.resolve(Food.self) }
    #expect(verification.warnings == [.captured(Key(service: Food.self), from: nil)])
    #expect(
      verification.description == """
        No errors.
        The closure of verify asks a container that it captured for 'Food': \
        ask the one that it is given.
        """)
  }

  /// Also through a subscript, where nothing is registered, and in a callback.
  @Test(.tags(.M6))
  func verifyWarnsOnceAboutACallbackThatAsksACapturedContainer() {
    let app = DIContainer()
    app.register(Food.self, lazySingleton: { _ in Food() }) { [unowned app] _, _ in
      _ = app[Pet.self]
      _ = app[Pet.self]
    }
    #expect(app.verify().warnings == [.captured(pet, from: Key(service: Food.self))])
  }

  @Test(.tags(.M6, .M4))
  func verifyDoesNotWarnAboutOtherThreads() async throws {
    let app = DIContainer()
    app.register(Food.self) { [unowned app] _ in
      try Worker { _ = app[Pet.self] }.join()
      return Food()
    }
    let verification = try await Worker { app.verify() }.value
    #expect(verification.errors.isEmpty)
    #expect(verification.warnings == [])
  }

  @Test(.tags(.M6, .M4))
  func twoVerificationsAtOnceWarnAboutTheirOwnFactories() async throws {
    let entered = [Latch(), Latch()]
    let mayAsk = Latch()
    let app = DIContainer()
    app.register { _ in Food() }
    let workers = [0, 1].map { index in
      Worker {
        let child = DIContainer(parent: app)
        child.register(name: "\(index)") { _ -> Pet in
          entered[index].open()
          try mayAsk.wait()
          return Pet(food: try app.resolve())
        }
        return child.verify()
      }
    }
    for latch in entered { try await latch.opened() }
    mayAsk.open()
    for (index, worker) in workers.enumerated() {
      let asker = Key(service: Pet.self, name: "\(index)")
      let warning = DIContainer.Warning.captured(Key(service: Food.self), from: asker)
      #expect(try await worker.value.warnings == [warning])
    }
  }

  @Test(.tags(.M6))
  func verificationInAVerificationWarnsToo() {
    let app = DIContainer()
    app.register { _ in Food() }
    var inner: [DIContainer.Warning] = []
    let outer = app.verify { c in
      inner = c.verify { _ in _ = try c.resolve(Food.self) }.warnings
    }
    #expect(inner == [.captured(Key(service: Food.self), from: nil)])
    #expect(outer.warnings == [])
  }

  @Test(.tags(.M6))
  func servicesOfOneNameAreTwoWarnings() {
    let app = DIContainer()
    app.register { _ in Login.Config() }
    app.register { _ in Profile.Config() }
    app.register { [unowned app] _ in
      _ = try app.resolve(Login.Config.self)
      _ = try app.resolve(Profile.Config.self)
      return Food()
    }
    #expect(app.verify().warnings.count == 2)
  }

  /// Afterward, the container and a child that was made meanwhile notify no listener.
  @Test(.tags(.M6, .T10))
  func verificationLeavesNothingInTheContainer() {
    weak var copy: DIContainer?
    let app = wiring()
    var child: DIContainer?
    _ = app.verify { c in
      copy = c
      child = DIContainer(parent: app)
    }
    #expect(copy == nil)
    #expect(child?[Owner.self] != nil)
    #expect(app.verify { _ in _ = try app.resolve(Food.self) }.warnings.count == 2)
    #expect(app.verify { _ in _ = try app.resolve(Food.self) }.warnings.count == 2)
  }
}
