// SPDX-License-Identifier: MIT-0

// Uses every public declaration of the file it is compiled with. What each of them does is tested in
// Tests/DIContainerTests: here it has to compile, and to work. main.swift adds what makes it a program.
// `-D CUT_OFF` leaves out what stands below the line where the file may be cut off.

protocol Animal: AnyObject { var name: String { get } }

final class Cat: Animal {
  let name: String
  init(name: String = "Mimi", isAwake: Bool = true) { self.name = isAwake ? name : "Zzz" }
}

struct Settings { var level = 3 }
struct Logger {}
struct Broken: Error {}

final class Owner {
  let pet: any Animal
  let logger: Logger?
  init(pet: any Animal, logger: Logger?) { (self.pet, self.logger) = (pet, logger) }
}

final class Parent {
  let child: Child
  init(child: Child) { self.child = child }
}

final class Child { weak var parent: Parent? }

struct Pets: DIContainer.Provider {
  func register(in container: DIContainer) {
    container.register((any Animal).self, lazySingleton: { _ in Cat() })
    container.register(Owner.self, lazySingleton: DIContainer.autowire(Owner.init))
  }
}

func check(_ isTrue: Bool, _ line: UInt = #line) {
  if !isTrue { fatalError("the check in line \(line) failed") }
}

func error(of body: () throws -> Void) -> DIContainer.ResolutionError? {
  do { try body() } catch { return error as? DIContainer.ResolutionError }
  return nil
}

/// Every way to register.
func registered() -> DIContainer {
  let container = DIContainer(parent: DIContainer(providers: [Pets()])) { c in
    c.register(String.self, eagerSingleton: "text")
    c.register(Int.self, name: "eager", eagerSingleton: { _ in 1 })
    c.register((any Animal).self, name: "each") { _ in Cat(name: "Each") }
    c.register((any Animal).self) { _, name, isAwake in Cat(name: name, isAwake: isAwake) }
    c.register((any Animal).self, name: "cat", transient: { _, name in Cat(name: name) })
    c.register(transient: { _ in Settings(level: 4) })
  }
  container.register { c in Parent(child: try c.resolve()) }
  container.register(
    Child.self, transient: { _ in Child() }, initCompleted: { $0.parent = try $1.resolve() })
  container.register(
    Child.self, name: "lazy", lazySingleton: { _ in Child() },
    initCompleted: { child, container in child.parent = try container.resolve() })
  container.register(
    Child.self, name: "eager", eagerSingleton: { _ in Child() }, initCompleted: { _, _ in })
  return container
}

func resolving(_ container: DIContainer) throws {
  check(container[String.self] == "text" && container[Int.self, name: "eager"] == 1)
  check(try container.resolve((any Animal).self) === container.resolve((any Animal).self))
  check(try container.resolveAll((any Animal).self).map(\.name) == ["Mimi", "Each"])
  check(container[(any Animal).self, arguments: "Rex", true]?.name == "Rex")
  check(try container.resolve((any Animal).self, name: "cat", arguments: "Tom").name == "Tom")
  let owner: Owner = try container.resolve()
  check(owner.pet.name == "Mimi" && owner.logger == nil)
  let settings: Settings? = try container.resolve()
  check(settings?.level == 4)
  let parent = try container.resolve(Parent.self)
  check(parent.child.parent === parent)
  let lazy = try container.resolve(Child.self, name: "lazy")
  check(container[Child.self, name: "lazy"] === lazy && container[Child.self, name: "eager"] != nil)
  let type: any Any.Type = Settings.self
  #if swift(>=6)
    check(container[type] is Settings)
    check(try container.resolve(type) is Settings)
  #endif
  func resolve<Service>(_ type: Service.Type) -> Any? { container[type] }
  check(_openExistential(type, do: resolve) is Settings)
}

func failing() {
  check((try? DIContainer { _ in throw Broken() }) == nil)
  let container = DIContainer()
  container.register(providers: [Pets()])
  container.register((any Animal).self) { try $0.resolve(Owner.self).pet }
  container.register(Child.self, transient: { _ in 1 }, initCompleted: { _, _ in })
  let missing = error { _ = try container.resolve(Owner.self, name: "other") }
  let cycle = error { _ = try container.resolve(Owner.self) }
  let wrong = error { _ = try container.resolve(Child.self) }
  // No switch: beside a library with evolution it needs `@unknown default`.
  guard case .notRegistered(let other, let path, let alternatives)? = missing,
    case .circularDependency(let keys)? = cycle,
    case .wrongComponent(let child, let component, _)? = wrong
  else { return check(false) }
  check(path == [other] && alternatives == [DIContainer.Key(service: Owner.self)])
  check(keys.map(\.description) == ["Owner", "Animal", "Owner"])
  check(child.description == "Child" && component == Int.self)
  check(cycle?.description == "Circular dependency: Owner → Animal → Owner")
}

func managing() throws {
  let container = registered()
  try container.bootstrap()
  container.reset(keepingRegistrations: true)
  let lines = container.description.split(separator: "\n")
  // `contains` of a string would link the whole of regular expressions, 2 MB of a static program.
  check(lines.count == 10 && lines.contains { $0 == "Int \"eager\": eagerSingleton (not made)" })
  container.reset()
  check(!container.contains(String.self) && container.description.isEmpty)
  container.register(String.self, name: "of a number") { (_, number: Int) in "\(number)" }
  check(container.contains(String.self, name: "of a number", arguments: Int.self))
  check(container.unregister(String.self, name: "of a number", arguments: Int.self))
  container.unregister(String.self)
  let key = DIContainer.Key(service: (any Animal).self, name: "cat", arguments: [String.self])
  let keys: Set = [key, DIContainer.Key(service: Int.self)]
  check(key.service == (any Animal).self && key.name == "cat" && key.arguments.count == 1)
  check(Set(keys.map(\.description)) == ["Int", "Animal \"cat\" (String)"] && keys.contains(key))
}

#if !CUT_OFF
  func verifying() {
    let container = registered()
    container.register(String.self, eagerSingleton: "again")
    container.register((any Animal).self) { _ in Cat(name: container[String.self] ?? "") }
    container.register(Int.self) { try $0.resolve(Int.self, name: "absent") }
    let verification = container.verify { c in
      _ = try c.resolve((any Animal).self, name: "cat", arguments: "Tom")
    }
    let kinds = verification.warnings.map { warning in
      if case .unchecked(let key) = warning { return "unchecked \(key)" }
      if case .replaced(let key) = warning { return "replaced \(key)" }
      if case .absent(let key, let path) = warning { return "absent \(key) for \(path)" }
      if case .hidden(let key, let user) = warning { return "hidden \(key) from \(user)" }
      if case .captured(let key, let user?) = warning { return "captured \(key) by \(user)" }
      return "another"
    }
    let expected: Set = [
      "unchecked Animal (String, Bool)", "absent Logger for [Owner, Logger]", "replaced String",
      "hidden Animal from Owner", "captured String by Animal",
    ]
    check(Set(kinds) == expected && Set(verification.warnings).count == 5)
    check(verification.errors.count == 1)
    check(verification.errors.allSatisfy { $0 is DIContainer.ResolutionError })
    check(verification.mermaid != "\(verification)")
  }
#endif

func threads() async throws {
  let container = DIContainer()
  container.register(Settings.self, lazySingleton: { _ in Settings(level: 7) })
  async let one = container.resolve(Settings.self).level
  async let other = container.resolve(Settings.self).level
  check(try await one + other == 14)
}

func everything() async throws {
  try resolving(registered())
  failing()
  try managing()
  #if !CUT_OFF
    verifying()
  #endif
  try await threads()
}
