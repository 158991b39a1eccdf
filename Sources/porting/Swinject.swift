// SPDX-License-Identifier: MIT-0

/// Swinject, and SwinjectAutoregistration.
func portSwinject(_ sources: [Source]) {
  let own = declaredTypes(sources)
  let isSingleton = sources.contains { source in
    source.indices.contains { source.matches($0, ["defaultObjectScope", ":", ".", "container"]) }
  }
  for source in sources {
    let port = Swinject(source: source, own: own, isSingletonByDefault: isSingleton)
    for index in source.indices { port.rename(index) }
    for index in source.indices { port.registration(index) }
    for index in source.indices { port.resolve(index) }
  }
}

private struct Swinject {
  let source: Source
  /// Types of the program, which may have the names of Swinject's.
  let own: Set<String>
  let isSingletonByDefault: Bool

  // MARK: - Registrations

  func registration(_ name: Int) {
    let isAuto = source.text(name) == "autoregister"
    guard isAuto || source.text(name) == "register", source.text(name - 1) == ".",
      let call = source.call(at: name), let first = call.arguments.first, source.isType(first),
      let start = source.start(ofMemberAt: name - 1)
    else { return }
    let label = isAuto ? "initializer" : "factory"
    let argument = call.arguments.first { source.label($0) == label }
    var factory = call.trailing
    if let argument, source.text(argument.lowerBound + 2) == "{" {
      factory = source.closure(at: argument.lowerBound + 2)
    }
    guard factory != nil || argument != nil else { return }
    factory?.container = source.text(start..<name - 1)
    if let factory { source.closures.append(factory) }
    let chain = source.chain(after: call.end)
    let callbacks = chain.filter { source.text($0.name) == "initCompleted" }
    for callback in callbacks {
      guard var closure = source.function(of: callback) else { continue }
      closure.container = factory?.container ?? ""
      source.closures.append(closure)
    }
    guard let isSingleton = lifetime(chain, factory), callbacks.count < 2,
      callbacks.allSatisfy({ source.function(of: $0).map(source.swapParameters) ?? false })
    else { return source.report(name, "left to you: the lifetime or the callback") }

    let lifetime = isSingleton ? "lazySingleton" : "transient"
    var end = call.end
    if let argument, let close = call.parentheses?.upperBound {
      source.replace(argument.lowerBound, lifetime)
      if isAuto {
        source.replace(name, "register")
        source.insert("DIContainer.autowire(", before: argument.lowerBound + 2)
        source.append(")", to: argument.upperBound - 1)
      }
      source.replace(close, "")
    } else if isSingleton, let close = call.parentheses?.upperBound {
      source.replace(close, ", lazySingleton:")
    }
    for link in chain {
      if source.text(link.name) == "initCompleted", let closure = source.function(of: link) {
        let isLabel = !isSingleton && argument == nil
        source.move(link, closure, isLabel ? " initCompleted: " : ", initCompleted: ")
        end = closure.close
      } else {
        source.remove(link.name - 1..<link.end + 1)
      }
    }
    if isSingleton || argument != nil { source.append(")", to: end) }
  }

  /// Whether it is a singleton, or nothing if the container has no such lifetime.
  private func lifetime(_ chain: [Call], _ factory: Closure?) -> Bool? {
    let hasArguments = (factory?.parameters.count ?? 1) > 1
    var isSingleton = isSingletonByDefault && !hasArguments
    for link in chain where source.text(link.name) != "initCompleted" {
      guard source.text(link.name) == "inObjectScope", let scope = link.arguments.first else {
        return nil
      }
      switch source.text(scope.upperBound - 1) {
      case "container" where !hasArguments: isSingleton = true
      case "graph", "transient": isSingleton = false
      default: return nil
      }
    }
    return isSingleton
  }

  // MARK: - Calls

  func resolve(_ name: Int) {
    if source.text(name) == "~", source.text(name + 1) == ">" { return arrow(name) }
    guard source.text(name) == "resolve", let call = source.call(at: name), call.trailing == nil,
      let first = call.arguments.first, let parentheses = call.parentheses,
      source.text(name - 1) != "func", source.text(name - 2) != "super"
    else { return }
    let isMember = source.text(name - 1) == "."
    let start = isMember ? source.start(ofMemberAt: name - 1) : name
    let isForced =
      source.text(call.end + 1) == "!" && source.tokens[call.end + 1].leading.isEmpty
      && !(source.text(call.end + 2) == "=" && source.tokens[call.end + 2].leading.isEmpty)
    guard let start, isContainer(start..<name, isForced && source.isType(first)) else { return }
    for argument in call.arguments where source.label(argument) == "argument" {
      source.replace(argument.lowerBound, "arguments")
    }
    let factory = source.factory(around: name)
    if let factory { useParameter(of: factory, start..<name) }
    let isChained = (start..<name).contains { source.text($0) == "?" }
    if isForced, !isChained {
      source.replace(call.end + 1, "")
      source.markThrowing(start..<call.end + 2, factory == nil ? "try!" : "try")
    } else if isMember {
      source.replace(name - 1, "")
      source.replace(name, "")
      source.replace(parentheses.lowerBound, "[")
      source.replace(parentheses.upperBound, "]")
      if isChained, source.text(name - 2) != "?" { return }
      source.trim(before: name - 1)
    }
  }

  /// What the program calls `resolve` itself is not a call of the container.
  private func isContainer(_ receiver: Range<Int>, _ isForced: Bool) -> Bool {
    guard let head = receiver.first, receiver.count > 0 else { return isForced }
    let names = receiver.map { source.text($0) }.filter { $0.first?.isLetter == true || $0 == "$0" }
    if ["Container", "Resolver"].contains(source.text(head)) { return true }
    if own.contains(source.text(head)) {
      return names.dropFirst().contains { isContainerName($0) }
    }
    return isForced || isContainerName(names.last ?? "")
  }
  private func isContainerName(_ name: String) -> Bool {
    if ["r", "c", "di", "$0"].contains(name) { return true }
    return ["container", "resolver", "assembler"].contains { name.lowercased().hasSuffix($0) }
  }

  /// A factory uses the container that it gets, and not the one around it.
  private func useParameter(of factory: Closure, _ receiver: Range<Int>) {
    let isCaptured = source.text(receiver.dropLast()) == factory.container
    guard isCaptured, let first = factory.parameters.first, receiver.count > 1 else { return }
    let isShadowed = factory.container == source.text(first.lowerBound)
    if isShadowed { return }
    if source.text(first.lowerBound) == "_" { source.replace(first.lowerBound, "c") }
    source.remove(receiver.lowerBound + 1..<receiver.upperBound - 1)
    source.replace(receiver.lowerBound, source.tokens[first.lowerBound].output)
  }

  /// `r~>` and `r ~> Animal.self`
  private func arrow(_ index: Int) {
    guard source.isWord(index - 1), source.tokens[index + 1].leading.isEmpty else { return }
    let keyword = source.factory(around: index) == nil ? "try!" : "try"
    source.trim(before: index)
    source.replace(index, "")
    if source.text(index + 2) == "(", let close = source.partner[index + 2] {
      source.replace(index + 1, ".resolve")
      for part in source.parts(index + 3..<close) where source.label(part) == "argument" {
        source.replace(part.lowerBound, "arguments")
      }
      return source.markThrowing(index - 1..<close + 1, keyword)
    }
    var end = index + 2
    while source.isWord(end) || source.text(end) == "." { end += 1 }
    let hasType = source.text(end - 1) == "self" && !source.startsLine(index + 2)
    source.replace(index + 1, hasType ? ".resolve(" : ".resolve()")
    if hasType {
      source.trim(before: index + 2)
      source.append(")", to: end - 1)
    }
    source.markThrowing(index - 1..<(hasType ? end : index + 2), keyword)
  }

  // MARK: - Names

  func rename(_ index: Int) {
    let text = source.text(index)
    let isMember = source.text(index - 1) == "." && source.text(index - 2) != "Swinject"
    let owner = ["?", "!"].contains(source.text(index - 2)) ? index - 3 : index - 2
    if isMember, text == "resolver", source.text(owner).lowercased().hasSuffix("assembler") {
      return source.remove(index - 1..<index + 1)
    }
    if isMember, text == "removeAll", source.isContainerCall(index) {
      return source.replace(index, "reset")
    }
    if isMember, text == "synchronize", source.isContainerCall(index) {
      return source.remove(index - 1..<index + 3)
    }
    if source.matches(index, ["assemble", "(", "container"]) {
      let isDeclared = source.text(index - 1) == "func"
      guard isDeclared || isMember else { return }
      source.replace(index, "register")
      let hasLabel = source.text(index + 3) == ":"
      return source.replace(index + 2, isDeclared && hasLabel ? "in container" : "in")
    }
    if isMember, text == "apply", source.text(index + 1) == "(" {
      if source.text(index + 2) == "assemblies" {
        source.replace(index, "register")
        source.replace(index + 2, "providers")
      } else if source.text(index + 2) == "assembly", let close = source.partner[index + 1] {
        source.replace(index, "register")
        source.replace(index + 2, "providers")
        source.insert("[", before: index + 4)
        source.insert("]", before: close)
      }
      return
    }
    let names = [
      "Container": "DIContainer", "Resolver": "DIContainer", "Assembly": "DIContainer.Provider",
      "Assembler": "DIContainer",
    ]
    guard let new = names[text], !isMember, !own.contains(text) else { return }
    guard source.text(index + 1) != ":" || ["any", ":"].contains(source.text(index - 1)) else {
      return
    }
    if source.text(index - 1) == "." {
      source.remove(index - 2..<index)
    }
    if text == "Resolver", source.text(index - 1) == "any" {
      source.remove(index - 1..<index)
    }
    source.replace(index, new)
    guard text == "Assembler", let call = source.call(at: index), call.arguments.count > 0 else {
      return
    }
    if call.arguments.count == 1, source.text(index + 2) == "[" {
      source.insert("providers: ", before: index + 2)
    } else {
      source.report(index, "left to you: this assembler")
    }
  }
}
