import Foundation

// MARK: Facts
/// Something that runs on another thread.
final class Other: Sendable {
  private let group = DispatchGroup()
  init(_ work: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async(group: group, execute: work)
  }
  func ends(within seconds: Double = 1) -> Bool {
    group.wait(timeout: .now() + seconds) == .success
  }
}

/// A container with a shop whose factory waits until `goOn`, and the thread that resolves it.
func pausing() -> (container: Container, other: Other, goOn: DispatchSemaphore) {
  let (begun, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  let container = Container()
  container.register(Shop.self) { _ in
    begun.signal()
    _ = goOn.wait(timeout: .now() + 2)
    return Shop()
  }
  container.register([Shop].self) { c in try [c.resolve(Shop.self)] }
  let other = Other { _ = try? container.resolve([Shop].self) }
  _ = begun.wait(timeout: .now() + 2)
  return (container, other, goOn)
}

func wantFree(_ container: Container, _ when: String) throws {
  let other = Other {
    container.register(Clock.self) { _ in Clock() }
    _ = try? container.resolve(Clock.self)
  }
  try want(other.ends(), "\(when), another thread can't use the container: the lock is not free.")
}

/// While this thread has the lock, the other has to wait.
func wantLock(
  _ container: Container, _ what: String, _ work: @escaping @Sendable () -> Void
) throws {
  container.lock.lock()
  let other = Other(work)
  let isGuarded = !other.ends(within: 0.1)
  container.lock.unlock()
  try want(isGuarded, "One thread has the lock, and another \(what) all the same.")
  try want(other.ends(), "A thread \(what), and never ends.")
}

await fact("While a factory runs, another thread can use the container.") {
  let (container, other, goOn) = pausing()
  defer { goOn.signal() }
  try wantFree(container, "While a factory runs")
  goOn.signal()
  try want(other.ends(), "The resolve never ends.")
}
await fact("Both dictionaries are used only with the lock.") {
  let (container, other, goOn) = pausing()
  try wantLock(container, "registers") { container.register(Clock.self) { _ in Clock() } }
  try wantLock(container, "looks for what is missing") { _ = try? container.resolve(Int.self) }
  try wantLock(container, "keeps a singleton") {
    goOn.signal()
    _ = other.ends(within: 3)
  }
  try wantLock(container, "finds a singleton") { _ = try? container.resolve(Shop.self) }
}
await fact("However a resolve ends, the lock is free after it.") {
  let container = Container()
  container.register(Shop.self) { _ in Shop() }
  container.register(Int.self) { _ in throw Wrong("Sold out.") }
  for when in ["made", "found"] {
    _ = try container.resolve(Shop.self)
    try wantFree(container, "After a singleton was \(when)")
  }
  try want("The error", failure { try container.resolve(Bool.self) }, is: "IsMissing()")
  try wantFree(container, "After an error because something is missing")
  try want("The error", failure { try container.resolve(Int.self) }, is: "Sold out.")
  try wantFree(container, "After a factory has thrown an error")
}
await fact("Two threads that make a singleton get the same one, and it is kept.") {
  for _ in 1...300 {
    let (container, made, got) = (Container(), Notes(), Notes())
    container.register(Shop.self) { _ in
      made.add("shop")
      let end = Date() + 0.002
      while made.all.count == 1, Date() < end {}  // so that both end at the same moment
      return Unmanaged.passRetained(Shop()).takeUnretainedValue()  // no other gets its address
    }
    let resolve = { @Sendable in
      let shop = try? container.resolve(Shop.self)
      got.add(shop.map { "\(ObjectIdentifier($0))" } ?? "nothing")
    }
    for other in [Other(resolve), Other(resolve)] {
      try want(other.ends(within: 3), "One of them never gets its shop.")
    }
    resolve()
    try want("Shops", Set(got.all).count, is: 1, "Keep the first, and return it.")
  }
}
