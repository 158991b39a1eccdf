// Goal: see what a lock has to guard, and what it must not guard.
//
// This container keeps one instance of each type, and has a lock, which a thread holds until its
// outermost `resolve` returns. The lock is recursive: a factory that resolves more locks it again.

import Foundation

final class Container: @unchecked Sendable {
  private let lock = NSRecursiveLock()  // guards the dictionary
  private var instances: [ObjectIdentifier: Any] = [:]

  func resolve<Service>(_ type: Service.Type, factory: () -> Service) -> Service {
    lock.lock()
    defer { lock.unlock() }
    if let kept = instances[ObjectIdentifier(type)] as? Service { return kept }
    let instance = factory()
    instances[ObjectIdentifier(type)] = instance
    return instance
  }
}

func program() {
  let container = Container()
  let text = container.resolve(String.self) {
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      _ = container.resolve(Int.self) { 1 }
      ended.signal()
    }
    let isOver = ended.wait(timeout: .now() + 1) == .success
    return isOver ? "The thread got a number." : "The thread hangs."
  }
  print(text)
}

// ## Predict
// The factory of the text starts a thread that needs a number, and waits for it. What is printed?
// ## Why
// It hangs, here for a second: the thread of the factory holds the lock, and each thread waits for
// the other. If a container only locks its dictionary, nothing hangs, but two threads can both run
// the factory of a singleton. The real file runs it once: a thread waits only for a singleton that it
// needs and that another thread is creating. Now read `Sources/DIContainer/DIContainer.swift`
// downwards, and the guide `DIContainer.docc/HowItWorks.md` next to it.
