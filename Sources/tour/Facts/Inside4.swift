import Foundation

/// Runs what one thread does, on this thread. At one of the moments at which it holds no lock (before it
/// takes one, or after it has given one back), it stops, and another thread does something.
final class Run {
  nonisolated(unsafe) static var current: Run?
  private(set) var result: AnyObject?
  private(set) var isBalanced = true
  private(set) var isLocked = true  // whatever changes is changed while it holds a lock
  private(set) var moments = 0
  private(set) var factory: (moment: Int, locks: Int)?  // the last moment before, and what is held
  private var held = 0  // locks
  private var isStopped = false

  init(
    _ container: Container, at stop: Int? = nil, meanwhile: @escaping () -> Void = {},
    work: (() throws -> AnyObject?)? = nil
  ) {
    var before = entries(container)
    Run.current = self
    atLock = { [self] isTaken in
      if isStopped { return }
      if !isTaken { held -= 1 }
      if held < 0 { isBalanced = false }
      if held == 0 {
        if isTaken, entries(container) != before { isLocked = false }
        isStopped = true
        if moments == stop { meanwhile() }
        isStopped = false
        before = entries(container)
        moments += 1
      }
      if isTaken { held += 1 }
    }
    result = try? work?() ?? container.resolve(Shop.self)
    atLock = { _ in }
    if entries(container) != before { isLocked = false }
    if held != 0 { isBalanced = false }
  }

  private(set) var runs = 0  // of the factory, on this thread

  func factoryBegins() {
    factory = (moment: moments - 1, locks: held)
    if !isStopped { runs += 1 }
  }
}

/// How many entries its dictionaries have.
func entries(_ container: Container) -> Int {
  let variables = Mirror(reflecting: container).children.map(\.value)
  return variables.reduce(0) { $0 + Mirror(reflecting: $1).children.count }
}

// MARK: In the lesson's module
// swift-format-ignore: OrderedImports
import Foundation

/// Runs before a lock is taken, and after one was given back.
nonisolated(unsafe) var atLock: (_ isTaken: Bool) -> Void = { _ in }

/// The lesson finds these before Foundation's.
final class NSRecursiveLock: NSLocking, Sendable {
  private let inner = Foundation.NSRecursiveLock()

  func lock() {
    atLock(true)
    inner.lock()
  }

  func unlock() {
    inner.unlock()
    atLock(false)
  }
}
typealias NSLock = NSRecursiveLock

// MARK: Facts
final class Bell {}

func shop() -> Container {
  let container = Container()
  container.register(Shop.self) { _ in
    Run.current?.factoryBegins()
    return Shop()
  }
  return container
}

await fact("While a factory runs, no lock is held.") {
  try want("Locks that are held", Run(shop()).factory?.locks, is: 0)
}
await fact("Both dictionaries are used only with the lock.") {
  let container = shop()
  func replace() { container.register(Shop.self) { _ in Shop() } }
  for _ in 1...2 {
    let run = Run(
      container,
      work: {
        replace()
        return try container.resolve(Shop.self)
      })
    try want(run.isLocked, "What is registered or made gets into its dictionary without the lock.")
  }
  let look = "Look into the dictionaries only with the lock."
  let old = try container.resolve(Shop.self)
  let isOld = Run(container, at: 0, meanwhile: replace).result === old
  try want(!isOld, "A thread sees what was replaced before it had the lock. \(look)")
  var last: Int?  // the last moment before the factory runs
  for _ in 1...2 {
    let container = shop()
    let run = Run(container, at: last) {
      container.register(Shop.self) { _ in Shop() }
      _ = try? container.resolve(Shop.self)
    }
    last = run.factory?.moment
  }
  try want(last != nil, "A thread sees what came after it had given the lock back. \(look)")
}
await fact("However a resolve ends, it unlocks as often as it has locked.") {
  let container = shop()
  container.register(Bell.self) { _ in throw Wrong("Sold out.") }
  let uses: [(when: String, use: () throws -> AnyObject)] = [
    ("made", { try container.resolve(Shop.self) }), ("found", { try container.resolve(Shop.self) }),
    ("missed", { try container.resolve(Clock.self) }),
    ("not made", { try container.resolve(Bell.self) }),
  ]
  for (when, use) in uses {
    let isRight = Run(container, work: use).isBalanced
    try want(isRight, "After a service was \(when), the lock was locked and unlocked differently.")
  }
  try want("The error", failure { try container.resolve(Clock.self) }, is: "IsMissing()")
  try want("The error", failure { try container.resolve(Bell.self) }, is: "Sold out.")
}
await fact("Two threads that make a singleton get the same one, and it is kept.") {
  for moment in 0..<Run(shop()).moments {
    let container = shop()
    var other: Shop?
    let run = Run(container, at: moment) { other = try? container.resolve(Shop.self) }
    let shops = [run.result, other, try container.resolve(Shop.self)]
    let count = Set(shops.compactMap { $0.map(ObjectIdentifier.init) }).count
    try want("Shops, if one thread is faster than another", count, is: 1, "Keep the first.")
    try want(run.isBalanced, "If another thread is faster, it is locked and unlocked differently.")
    let again = Run(container)
    try want(run.runs < 2 && again.runs == 0, "The factory runs although a shop is kept.")
  }
}
