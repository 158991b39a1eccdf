// Step 7: no lock is held while a factory runs.
//
// The lock is held for a few assignments at a time. A singleton belongs to the
// resolution that claimed it, from claim to finish, and other threads wait.
// Waiting is a graph: a thread that waits points to the maker of what it waits
// for. A thread that would close a circle reports a ring, and doesn't wait.
//
// Left out: transients, names and arguments, the path in errors, and what an
// error drops. A factory gets the resolution that it is part of, and leaves its
// callback there. To use the container in a factory would be a new resolution,
// which could wait for its own thread.

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
    defer { resolution.finish() }
    let service = try resolution.resolve(type)
    try resolution.runCallbacks()
    return service
  }
}

/// What one thread makes, until its outermost `resolve` returns.
private final class Resolution {
  private let container: Container
  private var callbacks: [() throws -> Void] = []
  private var claimed: [Singleton] = []
  private var awaited: Singleton?

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
    while let maker = singleton.maker, maker !== self {
      if maker.waits(for: self) { throw ResolutionError.circularDependency }
      awaited = singleton
      container.lock.wait()
      awaited = nil
    }
    let instance = singleton.instance as? Service
    if instance != nil { return (singleton, instance) }
    if singleton.maker === self { throw ResolutionError.circularDependency }
    singleton.maker = self
    claimed.append(singleton)
    return (singleton, nil)
  }

  private func waits(for other: Resolution) -> Bool {
    var next = awaited?.maker
    while let maker = next, maker !== other { next = maker.awaited?.maker }
    return next != nil
  }

  func finish() {
    container.lock.withLock {
      for singleton in claimed { singleton.maker = nil }
      container.lock.broadcast()
    }
  }
}

// The demonstration

private final class Clock {}

private final class Machine {}

private final class Owner { var dog: Dog? }

private final class Dog {
  weak var owner: Owner?
  init(owner: Owner) { self.owner = owner }
}

enum Step7 {
  /// A factory waits for another thread, which needs a clock.
  static func works() {
    let container = Container()
    container.register(Clock.self) { _ in Clock() }
    container.register(Machine.self) { _ in
      let ended = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        _ = try? container.resolve(Clock.self)
        ended.signal()
      }
      ended.wait()
      print("The factory's other thread got a clock.")
      return Machine()
    }
    _ = try? container.resolve(Machine.self)
  }

  /// One thread makes an owner, whose callback wants the dog. Another makes the
  /// dog, for this owner. On a single thread, step 5 closed such a ring.
  static func fails() {
    let container = Container()
    let dogIsBegun = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    container.register(Owner.self) { r in
      let owner = Owner()
      r.initCompleted {
        dogIsBegun.wait()
        dogIsBegun.signal()  // open from now on
        owner.dog = try r.resolve(Dog.self)
      }
      Thread.detachNewThread {
        do {
          _ = try container.resolve(Dog.self)
        } catch { print("One of two got:", error) }
        ended.signal()
      }
      return owner
    }
    container.register(Dog.self) { r in
      dogIsBegun.signal()
      return try Dog(owner: r.resolve(Owner.self))
    }
    do {
      _ = try container.resolve(Owner.self)
    } catch { print("One of two got:", error) }
    ended.wait()
  }
}

// Runs when this file is compiled alone: swiftc Step7.swift
private let alone: (Void, Void) = (Step7.works(), Step7.fails())
