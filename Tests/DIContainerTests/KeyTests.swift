// SPDX-License-Identifier: MIT-0

import DIContainer
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct KeyTests {
  let container = DIContainer()

  @Test func keysAreEqualIfServiceNameAndArgumentsAre() {
    let key = Key(service: Animal.self, name: "cat", arguments: [String.self, Bool.self])
    #expect(ObjectIdentifier(key.service) == ObjectIdentifier(Animal.self))
    #expect(key.name == "cat")
    #expect(
      key.arguments.map { ObjectIdentifier($0) }
        == [String.self, Bool.self].map { ObjectIdentifier($0) })
    let keys = [
      key,
      Key(service: Animal.self),
      Key(service: Cat.self, name: "cat", arguments: [String.self, Bool.self]),
      Key(service: Animal.self, name: "dog", arguments: [String.self, Bool.self]),
      Key(service: Animal.self, arguments: [String.self, Bool.self]),
      Key(service: Animal.self, name: "cat", arguments: [Bool.self, String.self]),
      Key(service: Animal.self, name: "cat", arguments: [String.self]),
    ]
    // A set compares only keys with the same hash value.
    for one in keys.indices {
      #expect(keys.indices.filter { keys[$0] == keys[one] } == [one])
    }
    #expect(Set(keys + keys).count == 7)
    let names = (1...9).map { Key(service: Animal.self, name: "\($0)") }
    #expect(Set(names.map(\.hashValue)).count > 1, "a look-up among many names is fast")
  }

  @Test func descriptionOfAKeyHasServiceNameAndArguments() {
    let texts = [
      Key(service: Animal.self),
      Key(service: Animal.self, name: ""),
      Key(service: Animal.self, name: "cat", arguments: [String.self, Bool.self]),
      Key(service: Animal.self, arguments: [(String, Bool).self, String?.self]),
      Key(service: Animal.self, name: "\"\n", arguments: [Void.self]),
    ].map(\.description)
    #expect(
      texts == [
        "Animal", #"Animal """#, #"Animal "cat" (String, Bool)"#,
        "Animal ((String, Bool), Optional<String>)", #"Animal "\"\n" (())"#,
      ])
  }

  @Test func argumentListsThatLookAlikeAreDifferentKeys() throws {
    let pair = ("text", true)
    container.register(String.self) { _ in "none" }
    container.register(String.self) { (_: DIContainer, _: Void) in "one Void" }
    container.register(String.self) { (_: DIContainer, _: String, _: Bool) in "String, Bool" }
    container.register(String.self) { (_: DIContainer, _: Bool, _: String) in "Bool, String" }
    container.register(String.self) { (_: DIContainer, _: (String, Bool)) in "tuple" }
    container.register(String.self) { (_: DIContainer, _: String) in "String" }
    container.register(String.self) { (_: DIContainer, _: Substring) in "Substring" }
    container.register(String.self) { (_: DIContainer, _: NSString) in "NSString" }
    container.register(String.self) { (_: DIContainer, _: String?) in "String?" }
    #expect(try container.resolve(String.self) == "none")
    #expect(try container.resolve(String.self, arguments: ()) == "one Void")
    #expect(try container.resolve(String.self, arguments: "text", true) == "String, Bool")
    #expect(try container.resolve(String.self, arguments: true, "text") == "Bool, String")
    #expect(try container.resolve(String.self, arguments: pair) == "tuple")
    #expect(try container.resolve(String.self, arguments: "text") == "String")
    #expect(try container.resolve(String.self, arguments: Substring("text")) == "Substring")
    #expect(try container.resolve(String.self, arguments: NSString("text")) == "NSString")
    #expect(try container.resolve(String.self, arguments: String?("text")) == "String?")
  }

  // MARK: description

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

  // MARK: contains

  @Test func containsLooksForTheWholeKey() {
    container.register(Animal.self, name: "cat") { _, name in Cat(name: name) }
    #expect(container.contains(Animal.self, name: "cat", arguments: String.self))
    #expect(!container.contains(Animal.self))
    #expect(!container.contains(Animal.self, arguments: String.self))
    #expect(!container.contains(Animal.self, name: "cat", arguments: String?.self))
    #expect(!container.contains(Cat.self, name: "cat", arguments: String.self))
  }

  @Test func containsLooksInParents() {
    container.register(Rock.self, lazySingleton: { _ in Rock() })
    let child = DIContainer(parent: container)
    #expect(child.contains(Rock.self))
    #expect(!child.contains(Rock?.self))
    #expect(container.description == "Rock: lazySingleton (not created)")
  }
}
