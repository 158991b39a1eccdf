// Step 8: what two threads owe each other.
//
// Nothing changes hands: a singleton stays with the thread that claimed it. But
// where waiting would close a circle, and the instance is constructed already,
// it is given out unfinished. Whoever took it waits before its own `resolve`
// returns, until the makers of what it took have run all their callbacks, too.
// The last of such a group finishes for all of them at once. So nobody hangs,
// and nobody returns with something unfinished.
//
// An error drops what its own thread made. Those who took of it fail with the
// same error.
//
// Left out: transients, names and arguments, and the path in errors. An error
// that a factory catches drops nothing. And a thread waits here for all that
// another makes, where the real file looks at what each instance is made of.

import Foundation

private enum ResolutionError: Error { case notRegistered, circularDependency }

private final class Singleton {
  let factory: (Resolution) throws -> Any
  var maker: Resolution?  // from claim to finish
  var instance: Any?  // from construction on

  init(_ factory: @escaping (Resolution) throws -> Any) {
    self.factory = factory
  }
}

private final class Container: @unchecked Sendable {
  let lock = NSCondition()  // guards all variables but `callbacks`
  var singletons: [ObjectIdentifier: Singleton] = [:]

  func register<Service>(
    _ type: Service.Type, factory: @escaping (Resolution) throws -> Service
  ) {
    lock.withLock { singletons[ObjectIdentifier(type)] = Singleton(factory) }
  }

  func resolve<Service>(_ type: Service.Type) throws -> Service {
    let resolution = Resolution(self)
    do {
      let service = try resolution.resolve(type)
      try resolution.runCallbacks()
      try lock.withLock { try resolution.finish() }
      return service
    } catch {
      lock.withLock { resolution.fail(error) }
      throw error
    }
  }
}

/// What one thread makes, until its outermost `resolve` returns.
private final class Resolution {
  private let container: Container
  private var callbacks: [() throws -> Void] = []
  private var claimed: [Singleton] = []
  private var awaited: Singleton?
  private var takenFrom: [Resolution] = []  // makers of what it took unfinished
  private var isDone = false  // its callbacks have run
  private var isFinished = false
  private var failure: (any Error)?

  init(_ container: Container) { self.container = container }

  func resolve<Service>(_ type: Service.Type) throws -> Service {
    let (singleton, instance) = try container.lock.withLock { try claim(type) }
    if let instance { return instance }
    let made = try singleton.factory(self)  // without the lock
    container.lock.withLock { singleton.instance = made }
    return try resolve(type)  // now there is an instance
  }

  func initCompleted(_ callback: @escaping () throws -> Void) {
    callbacks.append(callback)
  }

  func runCallbacks() throws {
    while !callbacks.isEmpty { try callbacks.removeFirst()() }
  }

  /// Under the lock. Where there is no instance, it is for this thread to make.
  private func claim<Service>(
    _ type: Service.Type
  ) throws -> (Singleton, Service?) {
    guard let singleton = container.singletons[ObjectIdentifier(type)] else {
      throw ResolutionError.notRegistered
    }
    awaited = singleton
    defer { awaited = nil }
    while let maker = singleton.maker, maker !== self {
      let chain = self.chain
      if chain.last?.waitsFor === self {  // a circle
        if let instance = singleton.instance as? Service {
          takenFrom.append(maker)
          return (singleton, instance)
        }
        let canSomebodyTake = chain.contains { $0.awaited?.instance != nil }
        if !canSomebodyTake { throw ResolutionError.circularDependency }
        container.lock.broadcast()
      }
      container.lock.wait()
    }
    let instance = singleton.instance as? Service
    if instance != nil { return (singleton, instance) }
    if singleton.maker === self { throw ResolutionError.circularDependency }
    singleton.maker = self
    claimed.append(singleton)
    return (singleton, nil)
  }

  /// The threads from this one on, each of which waits for the next.
  private var chain: [Resolution] {
    var chain = [self]
    while let next = chain.last?.waitsFor {
      if chain.contains(where: { $0 === next }) { break }
      chain.append(next)
    }
    return chain
  }

  private var waitsFor: Resolution? {
    isDone ? group.first { !$0.isDone } : awaited?.maker
  }

  /// This one, and all whose success it rests on.
  private var group: [Resolution] {
    var group = [self]
    var next = 0
    while next < group.count {
      let others = group[next].takenFrom
      group += others.filter { other in !group.contains { $0 === other } }
      next += 1
    }
    return group
  }

  /// Under the lock, when all callbacks have run.
  func finish() throws {
    isDone = true
    container.lock.broadcast()
    while !isFinished {
      if let failure = group.compactMap(\.failure).first { throw failure }
      if group.allSatisfy(\.isDone) {
        for resolution in group { resolution.settle() }
      } else {
        container.lock.wait()
      }
    }
  }

  /// Under the lock.
  func fail(_ error: any Error) {
    failure = error
    for singleton in claimed { singleton.instance = nil }
    settle()
  }

  private func settle() {
    for singleton in claimed { singleton.maker = nil }
    claimed = []
    takenFrom = []
    isFinished = true
    container.lock.broadcast()
  }
}

// The demonstration

private final class Owner { var dog: Dog? }

private final class Dog {
  weak var owner: Owner?
  init(owner: Owner) { self.owner = owner }
}

private struct IsLost: Error {}

enum Step8 {
  static func works() {
    meet(dogIsLost: false)
    meet(dogIsLost: true)
  }

  /// The ring of step 7: one thread makes an owner, whose callback wants the
  /// dog. Another makes the dog, for this owner. Then the same again, but the
  /// callback fails. The dog was made for that owner, so its thread fails too.
  private static func meet(dogIsLost: Bool) {
    let container = Container()
    let dogIsBegun = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    container.register(Owner.self) { r in
      let owner = Owner()
      r.initCompleted {
        dogIsBegun.wait()
        owner.dog = try r.resolve(Dog.self)
        if dogIsLost { throw IsLost() }
      }
      Thread.detachNewThread {
        do {
          _ = try container.resolve(Dog.self)
        } catch { print("The dog:", error) }
        ended.signal()
      }
      return owner
    }
    container.register(Dog.self) { r in
      dogIsBegun.signal()
      return try Dog(owner: r.resolve(Owner.self))
    }
    let owner = Result { try container.resolve(Owner.self) }
    ended.wait()
    do {
      let owner = try owner.get()
      print("Does the dog know its owner?", owner.dog?.owner === owner)
    } catch { print("The owner:", error) }
  }
}

// Runs when this file is compiled alone: swiftc Step8.swift
private let alone: Void = Step8.works()
