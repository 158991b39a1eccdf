import DIContainer
import TestSupport
import Testing

private struct Van { let engine: Engine? }
private struct Truck {}
private struct end {}
private enum style { struct Sheet {} }
private struct Left {}
private struct Right { let left: Left }

/// Ends every chart.
private let styles = [
  "classDef missing fill:#fcc", "classDef circular fill:#fd9", "classDef absent fill:#eee",
]

/// The lines of the chart, in order, without the first one and the styles.
private func lines(
  of container: DIContainer, _ also: (DIContainer) throws -> Void = { _ in }
) -> [String] {
  let lines = container.verify(also).mermaid.split(separator: "\n  ").map(String.init)
  #expect(lines.first == "flowchart TD")
  #expect(lines.suffix(3) == styles)
  return lines.dropFirst().dropLast(3)
}

@Suite(.timeLimit(.minutes(1)))
struct VerifyChartTests {
  let container = DIContainer()

  @Test func chartDrawsLifetimesCallbacksAndMistakesInSortedLines() {
    container.register(eagerSingleton: Engine())
    container.register(Van.self) { c in
      _ = try c.resolve(Engine.self)
      return Van(engine: try c.resolve())
    }
    container.register(lazySingleton: DIContainer.autowire(Right.init))
    container.register(Left.self, lazySingleton: { _ in Left() }) { _, c in
      _ = try c.resolve(Right.self)
    }
    container.register(Int.self) { c in try c.resolve() }
    container.register(Truck.self) { c in
      _ = c[String.self]
      _ = try c.resolve(Rock.self)
      return Truck()
    }
    #expect(
      lines(of: container) == [
        #"_Engine[["Engine"]]"#, "_Int --> _Int", #"_Int["Int"]"#, "_Left -.-> _Right",
        #"_Left(["Left"])"#, "_Right --> _Left", #"_Right(["Right"])"#, #"_Rock{{"Rock"}}"#,
        #"_String{{"String"}}"#, "_Truck --> _Rock", "_Truck --> _String", #"_Truck["Truck"]"#,
        "_Van --> _Engine", #"_Van["Van"]"#, "class _Int circular", "class _Rock missing",
        "class _String absent",
      ])
  }

  @Test func serviceThatNothingTriesOrAsksForIsNotDrawn() {
    container.register { (_, _: Int) in Engine() }
    container.register { (_, _: String) in Truck() }
    let other = DIContainer { $0.register { _ in Rock() } }
    container.register { c in
      _ = try c.resolve(Truck.self, arguments: "")
      _ = try other.resolve(Rock.self)
      return Engine()
    }
    #expect(
      lines(of: container) == [
        "_Engine --> _Truck_32__40_String_41_", #"_Engine["Engine"]"#,
        ##"_Truck_32__40_String_41_["Truck#32;#40;String#41;"]"##,
      ])
  }

  /// The `Engine` that `Van` uses is the parent's.
  @Test func serviceOfOneKeyInParentAndChildIsDrawnOnce() {
    let (parent, child) = parentAndChild()
    parent.register { _ in Engine() }
    parent.register(lazySingleton: { c in Van(engine: try c.resolve(Engine.self)) })
    child.register(lazySingleton: { _ in Engine() })
    #expect(
      lines(of: child)
        == [#"_Engine(["Engine"])"#, "_Van --> _Engine", #"_Van(["Van"])"#])
  }

  @Test func serviceThatBootstrapCreatesInAChildIsDrawn() {
    let lines = lines(of: container) { c in
      let child = DIContainer(parent: c)
      child.register(eagerSingleton: { c in Van(engine: c[Engine.self]) })
      try child.bootstrap()
    }
    let boxes = [#"_Engine{{"Engine"}}"#, "_Van --> _Engine", #"_Van[["Van"]]"#]
    #expect(lines == boxes + ["class _Engine absent"])
  }

  @Test func serviceThatIsAbsentForOneAndMissingForAnotherIsMissing() {
    container.register(Van.self) { c in Van(engine: c[Engine.self]) }
    container.register(Car.self) { c in Car(engine: try c.resolve()) }
    container.register(Truck.self) { c in c[Engine.self] == nil ? Truck() : Truck() }
    #expect(lines(of: container).filter { $0.hasPrefix("class") } == ["class _Engine missing"])
  }

  /// A quote ends a label, a line break a line, `end` the chart, `#` and `&` begin a code, a
  /// backtick begins Markdown, `%%{` a directive, and `direction LR` is a statement even in a
  /// label.
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
    let lines = lines(of: container) { c in _ = try c.resolve(Rock.self, arguments: 1) }
    var (ids, labels): (Set<Substring>, [String]) = ([], [])
    for line in lines {
      let shape = #/(_[A-Za-z0-9_.]+)\["([A-Za-z0-9.#;]+)"\]/#
      let box = try #require(try shape.wholeMatch(in: line), "\(line)")
      ids.insert(box.1)
      labels.append(
        String(box.2).replacing(#/#(\d+);/#) { code in
          UInt32(code.1).flatMap(Unicode.Scalar.init).map { String($0) } ?? "?"
        })
    }
    let expected =
      names.map { "\(Key(service: Rock.self, name: $0))" }
      + ["Rock", "Rock (Int)", "Optional<Rock>", "end", "style.Sheet"]
    #expect(labels.sorted() == expected.sorted())
    #expect(ids.count == expected.count)
  }
}
