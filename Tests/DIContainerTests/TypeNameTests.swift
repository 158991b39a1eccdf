// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

// A type prints as `String(reflecting:)` does, without its modules.

/// `TestSupport` has a type of this name, too.
struct Namesake {}

struct Account {
  struct Number { enum Part {} }
  struct Pair<One, Two> { enum Inner {} }
  let namesake: Namesake
}

extension Account {
  class Owner {}
}

private struct AppState {}

private struct Store<State> {
  struct Effect {}
}

extension String {
  struct Account {}
}

private func localType() -> Any.Type {
  struct Local {}
  return Local.self
}

/// Its local type prints as the one of `localType`.
private func otherLocalType() -> Any.Type {
  struct Local {}
  return Local.self
}

@Suite(.timeLimit(.minutes(1)))
struct TypeNameTests {
  let container = DIContainer()

  @Test(
    arguments: [
      (Account.Number.Part.self, "Account.Number.Part"),
      (Account.Owner.Type.self, "Account.Owner.Type"),
      ((any Animal).self, "Animal"),
      ((any Animal & CustomStringConvertible).self, "Animal & CustomStringConvertible"),
      (Store<AppState>.Effect.self, "Store<AppState>.Effect"),
      (Account.Pair<Int, Account.Number>.self, "Account.Pair<Int, Account.Number>"),
      (Account.Pair<Int, [Int]>.Inner.self, "Account.Pair<Int, Array<Int>>.Inner"),
      ([Account.Number]?.self, "Optional<Array<Account.Number>>"),
      (((Int) -> String).self, "(Int) -> String"),
      ((@Sendable (Account.Number) -> Void).self, "@Sendable (Account.Number) -> ()"),
      ((id: Int, Account.Number).self, "(id: Int, Account.Number)"),
      (Any.self, "Any"),
      (Any.Type.self, "Any.Type"),
      (localType(), "Local"),
      (String.Account.self, "String.Account"),
      ([String.Account]?.self, "Optional<Array<String.Account>>"),
    ] as [(Any.Type, String)])
  func typePrintsWithoutModulesAndAddresses(type: Any.Type, name: String) {
    #expect(Key(service: type).description == name)
    #expect(Key(service: Int.self, arguments: [type]).description == "Int (\(name))")
  }

  @Test func onlyTypesOfOneNameHaveFullNamesInATextWithBoth() {
    container.register(name: "other") { _ in TestSupport.Namesake() }
    container.register(transient: DIContainer.autowire(Account.init))
    container.register { (_, _: TestSupport.Namesake) in Rock() }
    let lines = """
      Namesake "other": transient
      Account: transient
      Rock (Namesake): transient
      """
    #expect(container.description == lines)
    let verification = container.verify()
    let error = """
      'DIContainerTests.Namesake' is not registered.
        Path: Account → DIContainerTests.Namesake
        Registered for DIContainerTests.Namesake: TestSupport.Namesake "other"
      """
    let warning = "needs arguments and was not checked: resolve it in the closure of verify."
    #expect(verification.errors.map { "\($0)" } == [error])
    #expect(verification.warnings.map { "\($0)" } == ["'Rock (Namesake)' \(warning)"])
    #expect(
      verification.description == error + "\n'Rock (TestSupport.Namesake)' \(warning)")
  }

  @Test func typeOfTheSameNameChangesNoOtherLineOfTheChart() {
    container.register { Namesake() }
    container.register { c in [try c.resolve(Rock.self)] }
    container.register(name: "n") { Rock() }
    container.register { c in try c.resolve(Rock.self, name: "n") }
    func chart() -> Set<Substring> { Set(container.verify().mermaid.split(separator: "\n")) }
    let before = chart()
    container.register { TestSupport.Namesake() }
    #expect(before.subtracting(chart()) == [#"  Namesake["Namesake"]"#])
    let names = ["DIContainerTests.Namesake", "TestSupport.Namesake"]
    #expect(chart().subtracting(before) == Set(names.map { "  \($0)[\"\($0)\"]" }))
  }

  @Test func localTypesOfOneNameDiffer() {
    let (one, other) = (Key(service: localType()), Key(service: otherLocalType()))
    let cycle = DIContainer.ResolutionError.circularDependency([one, other, one])
    let names = "\(cycle)".dropFirst("Circular dependency: ".count).split(separator: " → ")
    #expect(names.count == 3)
    #expect(names[0] == names[2])
    #expect(names[0] != names[1])
    #expect(names.allSatisfy { $0.contains("DIContainerTests.") && $0.hasSuffix(".Local") })
  }
}
