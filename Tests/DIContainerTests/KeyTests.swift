import DIContainer
import Foundation
import TestSupport
import Testing

// A type prints without its module, and a nested type with its outer types.

private struct Home {
  struct Model { enum Part {} }
  struct Pair<One, Two> { enum Inner {} }
  private struct Secret {}
  static var secret: Any.Type { Secret.self }
}

private protocol Repository<Item> { associatedtype Item }
private struct Many<each Item> {}
extension String { struct Account {} }
extension Home { class Owner {} }

private func localType() -> Any.Type {
  struct Local { enum Part {} }
  return Local.Part.self
}

@Suite(.timeLimit(.minutes(1)))
struct KeyTests {
  let container = DIContainer()

  @Test func keysAreEqualIfServiceNameAndArgumentsAre() {
    let key = Key(service: Animal.self, name: "cat", arguments: [String.self, Bool.self])
    let others = [
      Key(service: Animal.self),
      Key(service: Cat.self, name: "cat", arguments: [String.self, Bool.self]),
      Key(service: Animal.self, name: "dog", arguments: [String.self, Bool.self]),
      Key(service: Animal.self, arguments: [String.self, Bool.self]),
      Key(service: Animal.self, name: "cat", arguments: [Bool.self, String.self]),
      Key(service: Animal.self, name: "cat", arguments: [String.self]),
    ]
    // A set compares only keys with the same hash value.
    #expect(!others.contains(key) && Set(others + [key] + others + [key]).count == 7)
    #expect(
      "\(key.service) \(key.name ?? "") \(key.arguments)" == "Animal cat [Swift.String, Swift.Bool]"
    )
  }

  @Test func descriptionOfAKeyHasServiceNameAndArguments() {
    let keys = [
      Key(service: Animal.self), Key(service: Animal.self, name: ""),
      Key(service: Animal.self, name: "cat", arguments: [String.self, Bool.self]),
      Key(service: Animal.self, arguments: [(String, Bool).self, String?.self]),
      Key(service: Animal.self, name: "\"\n", arguments: [Void.self]),
    ]
    let texts = [
      "Animal", #"Animal """#, #"Animal "cat" (String, Bool)"#,
      "Animal ((String, Bool), Optional<String>)", #"Animal "\"\n" (())"#,
    ]
    #expect(keys.map(\.description) == texts)
  }

  @Test(
    arguments: [
      (Home.Model.self, "Home.Model"),
      (Home.Model.Part.self, "Home.Model.Part"),
      (Home.Owner.Type.self, "Home.Owner.Type"),
      (Home.secret, "Home.Secret"),
      (localType(), "Local.Part"),
      (String.Account.self, "String.Account"),
      (TestSupport.Failure.self, "Failure"),
      (Any.self, "Any"),
      (Any.Type.self, "Any.Type"),
      (Void.self, "()"),
      // The arguments of a generic type are as Swift prints them.
      ([Home.Model]?.self, "Optional<Array<Model>>"),
      (Home.Pair<Int, Home.Model>.self, "Home.Pair<Int, Model>"),
      (Home.Pair<Int, [Int]>.Inner.self, "Home.Pair<Swift.Int, Swift.Array<Swift.Int>>.Inner"),
      ([Int].Index.self, "Int"),
      (Many<Int, Home.Model>.self, "Many<Pack{Int, Model}>"),
      ((any Animal).self, "Animal"),
      ((any Animal & CustomStringConvertible).self, "Animal & CustomStringConvertible"),
      ((any Repository).self, "Repository"),
      ((any Repository<Int>).self, "any Repository<Self.Repository.Item == Int>"),
      (((Int) -> String).self, "(Int) -> String"),
      ((@Sendable (Home.Model) -> Void).self, "@Sendable (Model) -> ()"),
      ((@MainActor () async throws -> Void).self, "@MainActor @Sendable () async throws -> ()"),
      ((id: Int, Home.Model).self, "(id: Int, Model)"),
    ] as [(Any.Type, String)])
  func typePrintsWithoutItsModule(type: Any.Type, name: String) {
    #expect(Key(service: type).description == name)
    #expect(
      Key(service: Int.self, arguments: [type, type]).description == "Int (\(name), \(name))")
  }

  @Test func argumentListsThatLookAlikeAreDifferentKeys() throws {
    container.register(String.self) { _ in "none" }
    container.register(String.self) { (_: DIContainer, _: Void) in "one Void" }
    container.register(String.self) { (_: DIContainer, _: String, _: Bool) in "String, Bool" }
    container.register(String.self) { (_: DIContainer, _: Bool, _: String) in "Bool, String" }
    container.register(String.self) { (_: DIContainer, _: (String, Bool)) in "tuple" }
    container.register(String.self) { (_: DIContainer, _: String) in "String" }
    container.register(String.self) { (_: DIContainer, _: Substring) in "Substring" }
    container.register(String.self) { (_: DIContainer, _: NSString) in "NSString" }
    container.register(String.self) { (_: DIContainer, _: String?) in "String?" }
    let pair = ("text", true)
    #expect(try container.resolve(String.self) == "none")
    #expect(try container.resolve(String.self, arguments: ()) == "one Void")
    #expect(try container.resolve(String.self, arguments: "text", true) == "String, Bool")
    #expect(try container.resolve(String.self, arguments: true, "text") == "Bool, String")
    #expect(try container.resolve(String.self, arguments: pair) == "tuple")
    #expect(container[String.self, arguments: "text"] == "String")
    #expect(container[String.self, arguments: Substring("text")] == "Substring")
    #expect(container[String.self, arguments: NSString("text")] == "NSString")
    #expect(container[String.self, arguments: String?("text")] == "String?")
  }

  @Test func descriptionHasALineForEachRegistrationOfTheContainerInOrder() throws {
    let container = DIContainer(parent: DIContainer { $0.register(Bool.self) { _ in true } })
    container.register(Animal.self, name: "cat") { _, name in Cat(name: name) }
    container.register(Int.self, lazySingleton: { c in try c.resolve(String.self).count })
    container.register(String.self, eagerSingleton: { _ in "four" })
    container.register(Rock.self, eagerSingleton: Rock())
    container.register(Rock.self) { (_, _: String, _: Bool) in Rock() }
    #expect(
      "\(container)" == """
        Animal "cat" (String): transient
        Int: lazySingleton (not created)
        String: eagerSingleton (not created)
        Rock: eagerSingleton (created)
        Rock (String, Bool): transient
        """)
    _ = try container.resolve(Int.self)
    #expect(container.keys("(created)") == ["Int", "String", "Rock"])
  }

  @Test func containsLooksForTheWholeKeyHereAndInParents() {
    container.register(Animal.self, name: "cat") { _, name in Cat(name: name) }
    container.register(Rock.self, lazySingleton: { _ in Rock() })
    let child = DIContainer(parent: container)
    #expect(child.contains(Animal.self, name: "cat", arguments: String.self))
    #expect(child.contains(Rock.self))
    #expect(!child.contains(Animal.self))
    #expect(!child.contains(Animal.self, arguments: String.self))
    #expect(!child.contains(Animal.self, name: "cat", arguments: String?.self))
    #expect(!child.contains(Cat.self, name: "cat", arguments: String.self))
    #expect(!child.contains(Rock?.self))
    #expect(container.keys("(not created)") == ["Rock"])
  }
}
