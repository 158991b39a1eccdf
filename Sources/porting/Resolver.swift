// SPDX-License-Identifier: MIT-0

/// Resolver. Uses stay: the page has an `enum Resolver` for them.
func portResolver(_ sources: [Source]) {
  for source in sources {
    let port = Resolver(source: source)
    for index in source.indices { port.registration(index) }
    for index in source.indices { port.resolve(index) }
    for index in source.indices { port.rename(index) }
  }
}

private struct Resolver {
  let source: Source

  func registration(_ name: Int) {
    guard source.text(name) == "register", source.text(name - 1) != "func",
      let call = source.call(at: name)
    else { return }
    guard var factory = call.trailing else {
      let isLeft = call.arguments.contains { source.label($0) == "factory" }
      return isLeft ? source.report(name, "left to you: this registration") : ()
    }
    var start = name
    if source.text(name - 1) == "." {
      guard let first = source.start(ofMemberAt: name - 1) else { return }
      start = first
    } else if !isInResolver(name) {
      return
    }
    let chain = source.chain(after: call.end)
    let services = chain.filter { source.text($0.name) == "implements" }
    let callbacks = chain.filter { source.text($0.name) == "resolveProperties" }
    let made = component(call, factory)
    let closures = callbacks.compactMap { source.function(of: $0) }
    guard factory.parameters.count < 2, let isSingleton = lifetime(chain),
      services.isEmpty || made != nil, callbacks.count < 2, closures.count == callbacks.count,
      closures.allSatisfy({ $0.parameters.count < 3 })
    else { return source.report(name, "left to you: this registration") }

    if factory.signature == nil { source.append(" c in", to: factory.open) }
    factory.parameter = parameter(factory)
    source.closures.append(factory)
    let label = isSingleton ? "lazySingleton:" : callbacks.isEmpty ? "" : "transient:"
    if let parentheses = call.parentheses, !label.isEmpty {
      let separator = call.arguments.isEmpty ? "" : ", "
      source.replace(parentheses.upperBound, separator + label)
    } else if !label.isEmpty {
      source.append("(\(label)", to: name)
    }
    var end = factory.close
    for link in chain {
      guard source.text(link.name) == "resolveProperties", var callback = closures.first else {
        source.remove(link.name - 1..<link.end + 1)
        continue
      }
      callback.parameter = parameter(callback)
      _ = source.swapParameters(callback)
      source.closures.append(callback)
      source.move(link, callback, ", initCompleted: ")
      end = callback.close
    }
    if !label.isEmpty { source.append(")", to: end) }
    let receiver = receiver(start..<name)
    let indent = indent(start)
    for service in services {
      guard let type = service.arguments.first, let made else { continue }
      let rest = service.arguments.dropFirst().map { ", " + source.text($0) }.joined()
      let own =
        call.arguments.first { source.label($0) == "name" }.map { ", " + source.text($0) } ?? ""
      source.append(
        "\(indent)\(receiver)register(\(source.text(type))\(rest)) { c in try c.resolve(\(made).self\(own)) }",
        to: end)
    }
    if source.text(name - 1) != "." { source.insert(receiver, before: name) }
  }

  /// The names that a container has in Resolver.
  private func receiver(_ range: Range<Int>) -> String {
    if range.isEmpty { return "main." }
    let type = source.text(range.lowerBound)
    if ["Resolver", "Self"].contains(type), range.count == 2 {
      source.append(".main", to: range.lowerBound)
      return "\(type).main."
    }
    return source.text(range)
  }

  private func isInResolver(_ index: Int) -> Bool {
    var brace = source.enclosing[index]
    while brace >= 0 {
      var start = brace
      while start > 0, !source.startsLine(start) { start -= 1 }
      if (start..<brace).contains(where: { source.matches($0, ["extension", "Resolver"]) }) {
        return true
      }
      brace = source.enclosing[brace]
    }
    return false
  }

  private func indent(_ index: Int) -> String {
    var start = index
    while start > 0, !source.startsLine(start) { start -= 1 }
    let leading = source.tokens[start].leading
    return leading.lastIndex(where: \.isNewline).map { String(leading[$0...]) } ?? "\n"
  }

  /// Whether it is a singleton, or nothing if the container has no such lifetime.
  private func lifetime(_ chain: [Call]) -> Bool? {
    var isSingleton = false
    for link in chain {
      switch source.text(link.name) {
      case "implements", "resolveProperties": continue
      case "scope": break
      default: return nil
      }
      guard let scope = link.arguments.first else { return nil }
      switch source.text(scope.upperBound - 1) {
      case "application", "cached": isSingleton = true
      case "shared":
        isSingleton = true
        source.report(link.name, "was weak, and is a lazy singleton now")
      case "graph", "unique": break
      default: return nil
      }
    }
    return isSingleton
  }

  /// What a factory makes: `Cat` of `{ Cat() }` and of `{ try Cat() as Cat }`.
  private func component(_ call: Call, _ factory: Closure) -> String? {
    if let first = call.arguments.first, source.isType(first) {
      return source.text(first.lowerBound..<first.upperBound - 2)
    }
    var start = factory.body.lowerBound
    if source.text(start) == "return" { start += 1 }
    guard source.isWord(start), source.text(start).first?.isUppercase == true else { return nil }
    var end = start
    while source.text(end + 1) == ".", source.text(end + 2).first?.isUppercase == true { end += 2 }
    guard source.text(end + 1) == "(", source.partner[end + 1] == factory.close - 1 else {
      return nil
    }
    return source.text(start..<end + 1)
  }

  /// What a closure calls its container.
  private func parameter(_ closure: Closure) -> String {
    guard let first = closure.parameters.first?.lowerBound else {
      return closure.signature == nil ? "c" : "$0"
    }
    if source.text(first) == "_" { source.replace(first, "c") }
    return source.tokens[first].output
  }

  // MARK: - Calls

  /// In a factory, `resolve()` and `Resolver.resolve()` become calls of its container.
  func resolve(_ name: Int) {
    guard source.text(name) == "resolve", let call = source.call(at: name), call.trailing == nil,
      let parentheses = call.parentheses, let factory = source.factory(around: name)
    else { return }
    var start = name
    if source.text(name - 1) == "." {
      guard let first = source.start(ofMemberAt: name - 1) else { return }
      start = first
      let receiver = source.text(start..<name - 1)
      let containers = ["Resolver", "Resolver.main", "Resolver.root", "main", "root"]
      let parameters = factory.parameters.map { source.text($0.lowerBound) }
      guard (containers + parameters).contains(receiver) else { return }
      source.replace(start..<name - 1, with: factory.parameter)
    } else {
      source.insert(factory.parameter + ".", before: name)
    }
    for argument in call.arguments where source.label(argument) == "args" {
      source.replace(argument.lowerBound, "arguments")
    }
    source.markThrowing(start..<parentheses.upperBound + 1, "try")
  }

  func rename(_ index: Int) {
    if source.matches(index, ["extension", "Resolver", ":", "ResolverRegistering"]) {
      source.remove(index + 2..<index + 4)
    }
  }
}
