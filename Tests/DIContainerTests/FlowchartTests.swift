// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

private struct Van { let engine: Engine? }
private struct Truck {}
private struct end {}
private enum style { struct Sheet {} }
private final class Left { var right: Right? }
private final class Right {
  let left: Left
  init(_ left: Left) { self.left = left }
}

/// The lines of the chart without the first one and the styles.
private func lines(
  of container: DIContainer, _ also: (DIContainer) throws -> Void = { _ in }
) -> [String] {
  let lines = container.verify(also).mermaid.split(separator: "\n").map { $0.drop { $0 == " " } }
  return lines.dropFirst().filter { !$0.hasPrefix("classDef") }.map(String.init)
}

/// The chart with labels instead of ids, for example `Van[]` and `Van --> Engine`.
private func chart(
  of container: DIContainer, _ also: (DIContainer) throws -> Void = { _ in }
) throws -> Set<String> {
  let lines = lines(of: container, also)
  var labels: [Substring: String] = [:]
  var texts: Set<String> = []
  for line in lines where line.contains("\"") {
    let shape = #/(\w[\w.]*)([\[({]+)"([^"]*)"([\])}]+(?::::\w+)?)/#.asciiOnlyWordCharacters()
    let node = try #require(try shape.wholeMatch(in: line), "\(line)")
    let label = String(node.3).replacing(#/#(\d+);/#) { code in
      UInt32(code.1).flatMap(Unicode.Scalar.init).map { String($0) } ?? "?"
    }
    #expect(labels[node.1] == nil, "two nodes have one id")
    labels[node.1] = label.replacing("#quot;", with: "\"")
    texts.insert("\(labels[node.1] ?? "")\(node.2)\(node.4)")
  }
  for line in lines where !line.contains("\"") {
    let arrow = try #require(try #/(\S+) (-->|-\.->) (\S+)/#.wholeMatch(in: line), "\(line)")
    texts.insert("\(try #require(labels[arrow.1])) \(arrow.2) \(try #require(labels[arrow.3]))")
  }
  return texts
}

@Suite(.timeLimit(.minutes(1)))
struct FlowchartTests {
  let container = DIContainer()

  @Test func chartDrawsLifetimesCallbacksAndMistakesInSortedLines() {
    container.register(eagerSingleton: Engine())
    container.register(Van.self) { c in Van(engine: try c.resolve(Engine.self)) }
    container.register(Right.self, lazySingleton: { c in Right(try c.resolve()) })
    container.register(Left.self, lazySingleton: { _ in Left() }) { left, c in
      left.right = try c.resolve()
    }
    container.register(Int.self) { c in try c.resolve() }
    container.register(Truck.self) { c in
      _ = c[String.self]
      _ = try c.resolve(Rock.self)
      return Truck()
    }
    #expect(container.verify().mermaid.hasPrefix("flowchart TD\n"))
    #expect(
      lines(of: container) == [
        #"Engine[["Engine"]]"#, "Int --> Int", #"Int["Int"]:::circular"#, "Left -.-> Right",
        #"Left(["Left"])"#, "Right --> Left", #"Right(["Right"])"#,
        #"Rock_unregistered{{"Rock"}}:::missing"#,
        #"String_unregistered{{"String"}}:::absent"#, "Truck --> Rock_unregistered",
        "Truck --> String_unregistered", #"Truck["Truck"]"#,
        "Van --> Engine", #"Van["Van"]"#,
      ])
  }

  @Test func serviceThatNothingTriesOrAsksForIsNotDrawn() throws {
    container.register { (_, _: Int) in Engine() }
    container.register { (_, _: String) in Truck() }
    let other = DIContainer { $0.register { _ in Rock() } }
    container.register { c in
      _ = try c.resolve(Truck.self, arguments: "")
      _ = try other.resolve(Rock.self)
      return Engine()
    }
    #expect(
      try chart(of: container) == ["Engine[]", "Truck (String)[]", "Engine --> Truck (String)"])
  }

  // MARK: Containers

  /// A singleton of the parent uses the parent's service, and a transient the child's.
  @Test func serviceOfAParentHasItInItsLabel() throws {
    let grandparent = DIContainer { $0.register { _ in Engine() } }
    let parent = DIContainer(parent: grandparent)
    parent.register(lazySingleton: { c in Van(engine: try c.resolve(Engine.self)) })
    parent.register(name: "t") { c in Van(engine: try c.resolve(Engine.self)) }
    let child = DIContainer(parent: parent) { $0.register(lazySingleton: { _ in Engine() }) }
    #expect(
      try chart(of: child) == [
        "Engine([])", "parent: parent: Engine[]", "parent: Van([])", #"parent: Van "t"[]"#,
        "parent: Van --> parent: parent: Engine", #"parent: Van "t" --> Engine"#,
      ])
  }

  @Test func serviceThatBootstrapCreatesInAChildIsDrawn() throws {
    let lines = try chart(of: container) { c in
      let child = DIContainer(parent: c)
      child.register(Van.self, eagerSingleton: { c in Van(engine: c[Engine.self]) })
      try child.bootstrap()
    }
    #expect(lines.contains { $0.hasSuffix("Van --> Engine") })
  }

  /// The child's `Engine` is in no cycle, and needs another service.
  @Test func marksAndArrowsBelongToTheContainerOfTheRegistration() throws {
    let (parent, child) = parentAndChild()
    parent.register(lazySingleton: { c in Van(engine: try c.resolve(Engine.self)) })
    parent.register(lazySingleton: { c in
      _ = try c.resolve(Van.self)
      return Engine()
    })
    child.register(lazySingleton: { c in
      _ = try c.resolve(Truck.self)
      return Engine()
    })
    child.register { _ in Truck() }
    #expect(
      try chart(of: child) == [
        "Engine([])", "Truck[]", "Engine --> Truck", "parent: Engine([]):::circular",
        "parent: Van([]):::circular", "parent: Engine --> parent: Van",
        "parent: Van --> parent: Engine",
      ])
  }

  // MARK: Missing services

  @Test func serviceThatIsAbsentForOneAndMissingForAnotherIsMissing() throws {
    container.register(Van.self) { c in Van(engine: c[Engine.self]) }
    container.register(Car.self) { c in Car(engine: try c.resolve()) }
    container.register(Truck.self) { c in c[Engine.self] == nil ? Truck() : Truck() }
    #expect(try chart(of: container).contains("Engine{{}}:::missing"))
  }

  /// A singleton of the parent lacks a service that the child registers.
  @Test func serviceThatTheParentLacksIsNotTheChildsService() throws {
    let (parent, child) = parentAndChild()
    parent.register(lazySingleton: { c in Van(engine: c[Engine.self]) })
    child.register(lazySingleton: { c in try c.resolve() as Engine })
    #expect(
      try chart(of: child) == [
        "Engine([]):::circular", "Engine --> Engine", "Engine{{}}:::absent", "parent: Van([])",
        "parent: Van --> Engine",
      ])
  }

  // MARK: Names

  /// A quote ends a label, a line break a line, `end` the chart, `#` and `&` begin a code, a backtick
  /// begins Markdown, `%%{` a directive, and `direction LR` is a statement even in a label.
  @Test func noNameBreaksTheChart() throws {
    let names = [
      "", "\"]", "\n", "end", "direction LR", "#(&`<>\\%%{;", "with_Int", "a --> b", "Int",
      "é", "\u{e}9", "_e9_",
    ]
    for name in names { container.register(Rock.self, name: name) { _ in Rock() } }
    container.register(Rock.self) { _ in Rock() }
    container.register(Rock.self) { (_, _: Int) in Rock() }
    container.register(Rock?.self) { _ in nil }
    container.register { _ in end() }
    container.register { _ in style.Sheet() }
    let also: (DIContainer) throws -> Void = { c in
      _ = try c.resolve(Rock.self, arguments: 1)
    }
    let labels = names.map { "\(Key(service: Rock.self, name: $0))" }
    let others = ["Rock", "Rock (Int)", "Optional<Rock>", "end", "style.Sheet"]
    #expect(try chart(of: container, also) == Set((labels + others).map { $0 + "[]" }))
    let words = #/(?:end|style|graph|flowchart|subgraph|class|classDef|click|default)\b.*/#
    for line in lines(of: container, also) {
      #expect(!line.contains("direction LR"))
      #expect(line.wholeMatch(of: words) == nil, "\(line)")
    }
  }
}
