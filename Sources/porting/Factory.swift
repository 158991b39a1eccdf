// SPDX-License-Identifier: MIT-0

/// Factory and FactoryKit. A property becomes two functions: one registers, and one keeps its uses.
func portFactory(_ sources: [Source]) {
  var factories: [FactoryProperty] = []
  for source in sources { factories += FactoryFile(source: source).properties() }
  var counts: [String: Int] = [:]
  for factory in factories { counts[factory.key, default: 0] += 1 }
  for index in factories.indices { factories[index].isNamed = counts[factories[index].key] != 1 }
  for source in sources {
    let file = FactoryFile(source: source)
    for factory in factories where factory.source === source { file.register(factory, factories) }
    for index in source.indices { file.wrapper(index, factories) }
  }
  if factories.isEmpty { return }
  print("Where the program starts:")
  for factory in factories {
    let container = factory.container == "SharedContainer" ? "Container" : factory.container
    let receiver = factory.modifiers.contains("static ") ? container : "\(container).shared"
    print("\(receiver).\(factory.registration)(in: app)")
  }
}

/// `var pet: Factory<Cat> { self { Cat() }.singleton }`
private struct FactoryProperty {
  let source: Source
  let container: String
  let name: String
  let service: String
  /// What a ParameterFactory takes.
  let argument: String?
  let isSingleton: Bool
  /// From the first modifier to the brace at the end.
  let range: Range<Int>
  let modifiers: String
  let closure: Closure
  /// Whether another property has the same service.
  var isNamed = false

  var key: String { service.replacing("any ", with: "") }
  var registration: String { "register" + name.prefix(1).uppercased() + name.dropFirst() }
  /// `Cat.self`, and `(any Animal).self`
  var type: String {
    let isPlain = service.allSatisfy { $0.isLetter || $0.isNumber || "._".contains($0) }
    return isPlain ? "\(service).self" : "(\(service)).self"
  }
  var label: String { isNamed ? ", name: \"\(name)\"" : "" }
}

private struct FactoryFile {
  let source: Source

  func properties() -> [FactoryProperty] {
    source.indices.compactMap { index in
      guard source.text(index) == "var", source.text(index + 2) == ":",
        ["Factory", "ParameterFactory"].contains(source.text(index + 3))
      else { return nil }
      let property = property(index)
      if property == nil { source.report(index, "left to you: this factory") }
      return property
    }
  }

  private func property(_ index: Int) -> FactoryProperty? {
    var open = index + 4
    while open < source.indices.upperBound, source.text(open) != "{" {
      if source.startsLine(open), ["var", "let", "func", "}"].contains(source.text(open)) {
        return nil
      }
      open +=
        ["(", "["].contains(source.text(open)) ? (source.partner[open] ?? open) - open + 1 : 1
    }
    guard let close = source.partner[open], source.text(index + 4) == "<",
      source.text(open - 1) == ">"
    else { return nil }
    let generics = source.parts(index + 5..<open - 1)
    let hasArgument = source.text(index + 3) == "ParameterFactory"
    guard let container = container(around: index), generics.count == (hasArgument ? 2 : 1),
      let service = generics.last, let made = made(open + 1..<close, container)
    else { return nil }
    var start = index
    while start > 0, isModifier(start - 1) {
      start = source.text(start - 1) == ")" ? source.partner[start - 1] ?? start : start - 1
    }
    return FactoryProperty(
      source: source, container: container, name: source.text(index + 1),
      service: source.text(service), argument: hasArgument ? source.text(generics[0]) : nil,
      isSingleton: made.isSingleton && !hasArgument, range: start..<close + 1,
      modifiers: source.text(start..<index) + (start == index ? "" : " "), closure: made.closure)
  }

  private func isModifier(_ index: Int) -> Bool {
    let words = [
      "public", "private", "fileprivate", "internal", "package", "static", "open", "final",
      "nonisolated", "@",
    ]
    if source.text(index) == ")", let open = source.partner[index] { return isModifier(open - 1) }
    return words.contains(source.text(index)) || source.text(index - 1) == "@"
  }

  /// The extension or class that a property is a member of.
  private func container(around index: Int) -> String? {
    guard source.enclosing[index] >= 0 else { return nil }
    var start = source.enclosing[index] - 1
    while start > 0, !["extension", "class", "struct"].contains(source.text(start)) {
      if ["}", "{"].contains(source.text(start)) { return nil }
      start -= 1
    }
    return source.text(start + 1)
  }

  /// `self { … }.singleton`, `Factory(self) { … }`, `.init(self) { … }`
  private func made(_ body: Range<Int>, _ container: String) -> (
    closure: Closure, isSingleton: Bool
  )? {
    var start = body.lowerBound
    if source.text(start) == "return" { start += 1 }
    while ["(", ".", "self", "init", ")", "Factory", "ParameterFactory"].contains(
      source.text(start))
    {
      start += 1
    }
    guard let closure = source.closure(at: start) else { return nil }
    let isPromise = source.text(closure.body).contains("promised()") || closure.body.isEmpty
    let isAsync = source.text(closure.body.lowerBound) == "{"
    if isPromise || isAsync || source.text(start - 1) == "init" { return nil }
    var isSingleton = defaultScope(container)
    var end = closure.close
    while source.text(end + 1) == ".", end + 1 < body.upperBound {
      var scope = source.text(end + 2)
      end += 2
      if scope == "scope", source.matches(end + 1, ["(", "."]), source.text(end + 4) == ")" {
        scope = source.text(end + 3)
        end += 4
      }
      guard source.text(end + 1) != "(", source.text(end + 1) != "{" else { return nil }
      switch scope {
      case "singleton", "cached": isSingleton = true
      case "shared":
        isSingleton = true
        source.report(end, "was weak, and is a lazy singleton now")
      case "unique": isSingleton = false
      default: return nil
      }
    }
    return end + 1 == body.upperBound ? (closure, isSingleton) : nil
  }

  /// `manager.defaultScope = .singleton`
  private func defaultScope(_ container: String) -> Bool {
    source.indices.contains { index in
      source.matches(index, ["defaultScope", "=", "."])
        && ["singleton", "cached", "shared"].contains(source.text(index + 3))
    }
  }

  // MARK: - Edits

  func register(_ factory: FactoryProperty, _ all: [FactoryProperty]) {
    for index in factory.closure.body { use(index, factory, all) }
    let leading = source.tokens[factory.range.lowerBound].leading
    let indent = leading.lastIndex(where: \.isNewline).map { String(leading[$0...]) } ?? "\n  "
    let key = factory.type + factory.label
    let registered: String
    let parameter: String
    let passed: String
    if let argument = factory.argument {
      let made = source.output(factory.closure.open..<factory.closure.close + 1)
      registered = """
        \(key)) { (c, argument: \(argument)) in\
        \(indent)    let make: (\(argument)) throws -> \(factory.service) = \(made)\
        \(indent)    return try make(argument)\
        \(indent)  }
        """
      parameter = "_ argument: \(argument)"
      passed = ", arguments: argument"
    } else {
      let made = spaced(factory.closure)
      registered =
        factory.isSingleton ? "\(key), lazySingleton: { c in\(made)})" : "\(key)) { c in\(made)}"
      parameter = ""
      passed = ""
    }
    let modifiers = factory.modifiers.replacing(#/(file)?private /#, with: "")
    let output = """
      \(modifiers)func \(factory.registration)(in c: DIContainer) {\
      \(indent)  c.register(\(registered)\
      \(indent)}\
      \(indent)\(factory.modifiers)func \(factory.name)(\(parameter)) -> \(factory.service) { \
      try! app.resolve(\(key)\(passed)) }
      """
    source.clear(factory.range)
    source.restore(factory.range.lowerBound, leading, output)
  }

  /// What is between the braces, with its spaces and comments.
  private func spaced(_ closure: Closure) -> String {
    let first = source.tokens[closure.body.lowerBound].leading
    return first + source.output(closure.body) + source.tokens[closure.close].leading
  }

  /// In a factory, `self.pet()` and `Container.shared.pet()` become calls of its container.
  private func use(_ index: Int, _ factory: FactoryProperty, _ all: [FactoryProperty]) {
    guard source.text(index + 1) == "(", source.tokens[index + 1].leading.isEmpty,
      let close = source.partner[index + 1], source.text(index) != "func"
    else { return }
    var start = index
    var owner = factory.container
    if source.text(index - 1) == "." {
      guard let first = source.start(ofMemberAt: index - 1) else { return }
      let receiver = source.text(first..<index - 1).filter { !$0.isWhitespace }
      if receiver.hasSuffix(".shared") {
        owner = String(receiver.dropLast(".shared".count))
      } else if receiver != "self" {
        return
      }
      start = first
    }
    let owners = [owner, "SharedContainer"]
    let used = all.first { $0.name == source.text(index) && owners.contains($0.container) }
    guard let used, (used.argument == nil) == (close == index + 2) else { return }
    var brace = source.enclosing[index]
    while brace != factory.closure.open {
      if brace < factory.closure.open || !source.isStatement(brace) { return }
      brace = source.enclosing[brace]
    }
    source.replace(start..<index + 1, with: "c.resolve")
    source.replace(index + 1, "(\(used.type)\(used.label)")
    if used.argument != nil { source.append(", arguments: ", to: index + 1) }
    source.markThrowing(start..<close + 1, "try")
  }

  /// `@Injected(\.pet) var pet` becomes `@Injected var pet: Cat`.
  func wrapper(_ index: Int, _ all: [FactoryProperty]) {
    guard source.text(index) == "@", source.text(index + 1).hasSuffix("Injected"),
      source.matches(index + 2, ["(", "\\"]), let close = source.partner[index + 2],
      source.text(close - 2) == "."
    else { return }
    let owner = source.text(index + 4) == "." ? "Container" : source.text(index + 4)
    let used = all.filter {
      $0.name == source.text(close - 1) && [owner, "SharedContainer"].contains($0.container)
    }
    var name = close + 1
    while isModifier(name) || ["var", "weak", "lazy", "let"].contains(source.text(name)) {
      name += 1
    }
    guard used.count == 1, let factory = used.first, source.text(name - 1) == "var" else {
      return source.report(index, "left to you: this property")
    }
    source.remove(index + 2..<close + 1)
    if factory.isNamed { source.append("(name: \"\(factory.name)\")", to: index + 1) }
    if source.text(name + 1) != ":" {
      let mark = source.text(name - 2) == "weak" ? "?" : ""
      source.append(": \(factory.service)\(mark)", to: name)
    }
  }
}
