// SPDX-License-Identifier: MIT-0

// Uses every feature of the file it is compiled with. matrix.swift adds what makes it a program.
// `-D CUT_OFF` leaves out what stands below the line where the file may be cut off.

protocol Animal: AnyObject { var name: String { get } }

final class Cat: Animal {
  let name: String
  init(name: String = "Mimi") { self.name = name }
}

final class Horse: Animal {
  let name: String
  let running: Bool
  init(name: String, running: Bool) { (self.name, self.running) = (name, running) }
}

struct Settings { var level = 3 }
struct Logger {}
struct Broken: Error {}

final class Owner {
  let pet: any Animal
  let settings: Settings
  let logger: Logger?
  init(pet: any Animal, settings: Settings, logger: Logger?) {
    (self.pet, self.settings, self.logger) = (pet, settings, logger)
  }
}

final class Parent {
  let child: Child
  init(child: Child) { self.child = child }
}

final class Child { weak var parent: Parent? }

protocol Node: AnyObject {}
final class Left: Node { var right: Right? }
final class Right {
  weak var left: Left?
  init(left: Left? = nil) { self.left = left }
}

struct Pets: DIContainer.Provider {
  func register(in container: DIContainer) {
    container.register((any Animal).self, transient: { _ in Cat() })
    container.register(Settings.self, eagerSingleton: Settings())
  }
}

func check(_ isTrue: Bool, _ line: UInt = #line) {
  if !isTrue { fatalError("the check in line \(line) failed") }
}

func text(of body: () throws -> Void) -> String {
  do { try body() } catch { return "\(error)" }
  return "no error"
}

func creating() throws {
  check(DIContainer(providers: [Pets()])[(any Animal).self]?.name == "Mimi")
  let configured = DIContainer { $0.register(Int.self, eagerSingleton: 1) }
  let child = DIContainer(parent: configured) { $0.register(String.self, eagerSingleton: "a") }
  check(child[Int.self] == 1 && child[String.self] == "a" && configured[String.self] == nil)
  check(text { _ = try DIContainer { _ in throw Broken() } } == "Broken()")
  let late = DIContainer(parent: child)
  late.register(providers: [Pets()])
  check(try late.resolve(Settings.self).level == 3)
}

func lifetimes() throws {
  let container = DIContainer()
  container.register((any Animal).self, eagerSingleton: Cat())
  container.register((any Animal).self, name: "eager", eagerSingleton: { _ in Cat(name: "Eager") })
  container.register((any Animal).self, name: "lazy", lazySingleton: { _ in Cat(name: "Lazy") })
  container.register((any Animal).self, name: "each") { _ in Cat(name: "Each") }
  container.register(transient: { _ in Settings(level: 4) })
  container.register { _ in Logger() }
  check(try container.resolve((any Animal).self) === container.resolve((any Animal).self))
  check(container[(any Animal).self, name: "lazy"] === container[(any Animal).self, name: "lazy"])
  check(container[(any Animal).self, name: "each"] !== container[(any Animal).self, name: "each"])
  check(try container.resolveAll((any Animal).self).count == 4)
  check(container[Logger.self] != nil)
  let settings: Settings = try container.resolve()
  check(settings.level == 4)
}

func arguments() throws {
  let container = DIContainer()
  container.register((any Animal).self) { _, name, running in Horse(name: name, running: running) }
  container.register((any Animal).self, name: "cat", transient: { _, name in Cat(name: name) })
  check(container[(any Animal).self, arguments: "Rex", true]?.name == "Rex")
  check(try container.resolve((any Animal).self, name: "cat", arguments: "Tom").name == "Tom")
  check(container[(any Animal).self] == nil && container[(any Animal).self, arguments: 1] == nil)
  check(container.contains((any Animal).self, arguments: String.self, Bool.self))
  check(container.unregister((any Animal).self, name: "cat", arguments: String.self))
  check(!container.unregister((any Animal).self, name: "cat", arguments: String.self))
}

func autowiring() throws {
  let container = DIContainer(providers: [Pets()])
  container.register(Owner.self, lazySingleton: DIContainer.autowire(Owner.init))
  check(try container.resolve(Owner.self).settings.level == 3)
  check(container[Owner.self]?.logger == nil)
}

func optionals() throws {
  let container = DIContainer { $0.register(Settings.self, eagerSingleton: Settings()) }
  let settings: Settings? = try container.resolve()
  check(settings != nil && container[Logger.self] == nil)
  check(text { let _: Logger? = try container.resolve() } == "'Logger' is not registered.")
}

func runTimeTypes() throws {
  let container = DIContainer { $0.register(Settings.self, eagerSingleton: Settings()) }
  let type: any Any.Type = Settings.self
  #if swift(>=6)
    check(container[type] is Settings)
    check(try container.resolve(type) is Settings)
  #endif
  func resolve<Service>(_ type: Service.Type) -> Any? { container[type] }
  check(_openExistential(type, do: resolve) is Settings)
}

func rings() throws {
  let container = DIContainer()
  container.register(Parent.self) { Parent(child: try $0.resolve()) }
  container.register(
    Child.self, transient: { _ in Child() }, initCompleted: { $0.parent = try $1.resolve() })
  let parent = try container.resolve(Parent.self)
  check(parent.child.parent === parent)

  container.register(
    (any Node).self, lazySingleton: { _ in Left() },
    initCompleted: { left, container in left.right = try container.resolve() })
  container.register(
    Right.self, lazySingleton: { Right(left: try $0.resolve((any Node).self) as? Left) })
  let left = try container.resolve((any Node).self) as? Left
  check(left != nil && left?.right?.left === left)

  container.register(
    (any Node).self, name: "eager", eagerSingleton: { _ in Left() },
    initCompleted: { left, _ in left.right = Right(left: left) })
  try container.bootstrap()
  check(container[(any Node).self, name: "eager"] != nil)
}

func errors() throws {
  let container = DIContainer()
  container.register(Parent.self) { Parent(child: try $0.resolve()) }
  container.register(Child.self, name: "other") { _ in Child() }
  check(
    text { _ = try container.resolve(Parent.self) } == """
      'Child' is not registered.
        Path: Parent → Child
        Registered for Child: Child "other"
      """)
  container.register(Child.self) { try $0.resolve(Parent.self).child }
  check(
    text { _ = try container.resolve(Parent.self) }
      == "Circular dependency: Parent → Child → Parent")
  container.register((any Node).self, transient: { _ in 1 }, initCompleted: { _, _ in })
  do {
    _ = try container.resolve((any Node).self)
    check(false)
  } catch DIContainer.ResolutionError.wrongComponent(let key, let component, let path) {
    check(component == Int.self && path == [key])
  }
  container.register(Int.self, lazySingleton: { _ in throw Broken() })
  check(text { _ = try container.resolve(Int.self) } == "Broken()")
  check(text { _ = try DIContainer().resolve(Int.self) } == "'Int' is not registered.")
}

func managing() throws {
  let container = DIContainer()
  container.register(Int.self, eagerSingleton: 1)
  container.register(Int.self, name: "two", eagerSingleton: { _ in 2 })
  container.register(String.self, lazySingleton: { "\(try $0.resolve(Int.self))" })
  check(container.description.split(separator: "\n").count == 3)
  try container.bootstrap()
  check(container.contains(Int.self) && container.contains(Int.self, name: "two"))
  container.reset(keepingRegistrations: true)
  // `contains` of a string would link the whole of regular expressions, 2 MB of a static program.
  let lines = container.description.split(separator: "\n")
  check(lines.contains { $0 == "Int \"two\": eagerSingleton (not made)" })
  check(container.contains(Int.self) && container[String.self] == "1")
  container.reset()
  check(!container.contains(Int.self) && container.description.isEmpty)
  let key = DIContainer.Key(service: (any Animal).self, name: "cat", arguments: [String.self])
  let keys: Set<DIContainer.Key> = [key, DIContainer.Key(service: Int.self)]
  check(Set(keys.map(\.description)) == ["Int", "Animal \"cat\" (String)"])
  check(keys.contains(key))
}

#if !CUT_OFF
  func verifying() {
    let container = DIContainer()
    container.register(Parent.self) { Parent(child: try $0.resolve()) }
    container.register((any Animal).self) { _, name in Cat(name: name) }
    container.register(Settings.self) { c in Settings(level: c[Int.self] ?? 3) }
    let verification = container.verify()
    check(verification.errors.count == 1)
    check(verification.errors.allSatisfy { $0 is DIContainer.ResolutionError })
    var names: Set<String> = []
    for warning in verification.warnings {
      // No switch: beside a library with evolution it needs `@unknown default`.
      if case .unchecked(let key) = warning { names.insert("unchecked \(key)") }
      if case .absent(let key, let path) = warning {
        names.insert("absent \(key) for \(path.count)")
      }
      if case .hidden(let key, let user) = warning { names.insert("hidden \(key) from \(user)") }
    }
    check(names == ["unchecked Animal (String)", "absent Int for 2"])
    let also = container.verify { c in _ = try c.resolve((any Animal).self, arguments: "Tom") }
    check(also.warnings.count == 1)
    check(verification.mermaid != "\(verification)")
  }
#endif

func threads() async throws {
  let container = DIContainer()
  container.register(Settings.self, lazySingleton: { _ in Settings(level: 7) })
  let levels = await withTaskGroup(of: Int.self) { group in
    for _ in 0..<8 { group.addTask { (try? container.resolve(Settings.self).level) ?? 0 } }
    var sum = 0
    for await level in group { sum += level }
    return sum
  }
  check(levels == 56)
}

func everything() async throws {
  try creating()
  try lifetimes()
  try arguments()
  try autowiring()
  try optionals()
  try runTimeTypes()
  try rings()
  try errors()
  try managing()
  #if !CUT_OFF
    verifying()
  #endif
  try await threads()
}
