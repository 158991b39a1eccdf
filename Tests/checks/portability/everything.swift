// Uses every public declaration of DIContainer.swift once, to show that it compiles and works. The
// tests say what each declaration does. `-D CUT_OFF` leaves out `verify`.

protocol Animal: AnyObject { var name: String { get } }

final class Cat: Animal {
  let name: String
  init(name: String = "Mimi", isAwake: Bool = true) { self.name = isAwake ? name : "Zzz" }
}

struct Chip: Equatable {
  var owner = "nobody"
  var number = 0
}

struct Logger {}
struct Owner {
  let pet: any Animal
  let logger: Logger?
}

final class Child { weak var parent: Parent? }
final class Parent {
  let child: Child
  init(child: Child) { self.child = child }
}

struct Pets: DIContainer.Provider {
  func register(in container: DIContainer) {
    container.register((any Animal).self, lazySingleton: { Cat() })
    container.register(lazySingleton: DIContainer.autowire(Owner.init))
  }
}

func check(_ isTrue: Bool, _ line: UInt = #line) {
  if !isTrue { fatalError("the check in line \(line) failed") }
}

/// Every way to register.
func registered() -> DIContainer {
  let container = DIContainer(parent: DIContainer(providers: [Pets()])) { c in
    c.register(String.self, eagerSingleton: "text")
    c.register(Int.self, name: "eager", eagerSingleton: { 1 })
    c.register((any Animal).self, name: "each") { Cat(name: "Each") }
    c.register((any Animal).self) { _, name, isAwake in Cat(name: name, isAwake: isAwake) }
    c.register((any Animal).self, name: "cat", transient: { _, name in Cat(name: name) })
    c.register(transient: { _ in Double(4) })
    c.register(transient: Chip.init(owner:number:))
    c.register { (owner: String) in Chip(owner: owner) }
    c.register(Chip.self, name: "number") { number in Chip(number: number) }
  }
  container.register { c in Parent(child: try c.resolve()) }
  container.register(Child.self, transient: { _ in Child() }) { $0.parent = try $1.resolve() }
  container.register(Child.self, name: "lazy", lazySingleton: { _ in Child() }) { _, _ in }
  container.register(Child.self, name: "eager", eagerSingleton: { _ in Child() }) { _, _ in }
  container.register(Child.self, transient: { (_, _: Int) in Child() }) { _, _ in }
  return container
}

func resolving(_ container: DIContainer) throws {
  check(container[String.self] == "text" && container[Int.self, name: "eager"] == 1)
  check(try container.resolve((any Animal).self) === container.resolve((any Animal).self))
  check(try container.resolveAll((any Animal).self).map(\.name) == ["Mimi", "Each"])
  check(container[(any Animal).self, arguments: "Rex", true]?.name == "Rex")
  check(try container.resolve((any Animal).self, name: "cat", arguments: "Tom").name == "Tom")
  check(container[Chip.self, arguments: "Ana", 7] == Chip(owner: "Ana", number: 7))
  check(container[Chip.self, arguments: "Ana"] == Chip(owner: "Ana"))
  check(container[Chip.self, name: "number", arguments: 7] == Chip(number: 7))
  let owner: Owner = try container.resolve()
  check(owner.pet.name == "Mimi" && owner.logger == nil)
  let number: Double? = try container.resolve()
  let parent = try container.resolve(Parent.self)
  check(number == 4 && parent.child.parent === parent)
  let lazy = try container.resolve(Child.self, name: "lazy")
  check(container[Child.self, name: "lazy"] === lazy && container[Child.self, name: "eager"] != nil)
  let type: any Any.Type = Double.self
  check(try container.resolve(type) is Double)
}

func failing() {
  check((try? DIContainer { _ in throw CancellationError() }) == nil)
  let container = DIContainer()
  container.register(providers: [Pets()])
  container.register((any Animal).self) { try $0.resolve(Owner.self).pet }
  container.register(Child.self, transient: { _ in 1 }, initCompleted: { _, _ in })
  func error<Service>(_ type: Service.Type, _ name: String? = nil) -> DIContainer.ResolutionError? {
    do { _ = try container.resolve(type, name: name) } catch {
      return error as? DIContainer.ResolutionError
    }
    return nil
  }
  guard case .notRegistered(let other, let path, let alternatives)? = error(Owner.self, "other"),
    case .circularDependency(let keys)? = error(Owner.self),
    case .wrongComponent(let child, let component, _)? = error(Child.self)
  else { return check(false) }
  check(path == [other] && alternatives == [DIContainer.Key(service: Owner.self)])
  check(keys.count == 3 && "\(child)" == "Child" && component == Int.self)
  check(error(Owner.self)?.errorDescription == "Circular dependency: Owner → Animal → Owner")
}

func managing() throws {
  let container = registered()
  try container.bootstrap()
  container.reset(keepingRegistrations: true)
  let lines = container.description.split(separator: "\n")
  check(lines.count == 14 && lines[1] == "Int \"eager\": eagerSingleton (not created)")
  container.reset()
  check(!container.contains(String.self) && container.description.isEmpty)
  container.register(String.self, name: "of a number") { (_, number: Int) in "\(number)" }
  check(container.contains(String.self, name: "of a number", arguments: Int.self))
  check(container.unregister(String.self, name: "of a number", arguments: Int.self))
  container.unregister(String.self)
  let key = DIContainer.Key(service: (any Animal).self, name: "cat", arguments: [String.self])
  check(key.service == (any Animal).self && key.name == "cat" && key.arguments.count == 1)
  check("\(key)" == "Animal \"cat\" (String)" && Set([key, key]) == [key])
}

@MainActor protocol Screen: AnyObject { var title: String { get } }
@MainActor final class Store { var items = ["milk"] }

@MainActor final class List: Screen {
  let store: Store
  var parent: (any Screen)?
  var title: String { "\(store.items.count)" }
  init(store: Store) { self.store = store }
}

/// No closure is annotated.
@MainActor func onMainActor() async throws {
  let container = DIContainer()
  container.register(Int.self, lazySingleton: { _ in 9 })
  container.register(Store.self, eagerSingleton: Store())
  container.register(List.self, lazySingleton: DIContainer.autowire(List.init))
  container.register((any Screen).self) { try $0.resolve(List.self) }
  container.register(List.self, transient: { List(store: $1) }) { list, container in
    list.parent = try container.resolve()
  }
  container[Store.self]?.items.append("bread")
  let list = try container.resolve(List.self, arguments: Store())
  check(list.title == "1" && list.parent?.title == "2")
  // A service that is Sendable is resolved anywhere, although its factory is written here.
  check(await Task.detached { container[Int.self] }.value == 9)
}

#if !CUT_OFF
  func verifying() {
    let container = registered()
    container.register(String.self, eagerSingleton: "again")
    container.register((any Animal).self) { [unowned container] _ in
      Cat(name: container[String.self] ?? "")
    }
    container.register(Int.self) { try $0.resolve(Int.self, name: "absent") }
    let verification = container.verify { c in
      _ = try c.resolve((any Animal).self, name: "cat", arguments: "Tom")
    }
    let warnings = verification.warnings.map { warning in
      switch warning {
      case .unchecked(let key), .replaced(let key): "\(key)"
      case .absent(_, let path): "\(path)"
      case .hidden(let key, let singleton): "\(singleton) \(key)"
      case .captured(let key, let user): "\(user as Any) \(key)"
      }
    }
    check(
      warnings == [
        "Owner Animal", "Optional(Animal) String", "Animal (String, Bool)", "Chip (String, Int)",
        "Chip (String)", "Chip \"number\" (Int)", "Child (Int)", "String", "[Owner, Logger]",
      ])
    check(verification.errors.count == 1 && verification.errors[0] is DIContainer.ResolutionError)
    check(verification.mermaid != "\(verification)")
  }
#endif

func everything() async throws {
  let container = registered()
  async let number = container.resolve(Double.self)
  check(try await number == 4)
  try resolving(container)
  failing()
  try managing()
  try await onMainActor()
  #if !CUT_OFF
    verifying()
  #endif
  print(container[String.self] as Any)
}

try await everything()
