// SPDX-License-Identifier: MIT-0

func portDip(_ sources: [Source]) {
  for source in sources {
    let port = Dip(source: source)
    for index in source.indices where source.text(index) == "DependencyContainer" {
      source.replace(index, "DIContainer")
    }
    for index in source.indices { port.registration(index) }
    for index in source.indices { port.resolve(index) }
  }
}

private struct Dip {
  let source: Source

  func registration(_ name: Int) {
    guard source.text(name) == "register", source.text(name - 1) == ".",
      let call = source.call(at: name), let start = source.start(ofMemberAt: name - 1)
    else { return }
    let argument = call.arguments.first { source.label($0) == "factory" }
    let function = argument.flatMap { source.closure(at: source.value($0).lowerBound) }
    guard
      var factory = call.trailing ?? function
        ?? argument.map({ Closure(open: $0.upperBound, close: $0.upperBound - 1) })
    else { return }
    let isFunction = call.trailing == nil && function == nil
    let scope = call.arguments.first { isScope($0) }
    let scopeName = scope.map { source.text($0.upperBound - 1) } ?? ""
    let lifetimes = [
      "": "", "unique": "", "shared": "", "singleton": "lazySingleton:",
      "eagerSingleton": "eagerSingleton:",
    ]
    let chain = source.chain(after: call.end)
    let isWired = !isFunction && factory.signature == nil && uses("$0", factory)
    guard var label = lifetimes[scopeName], chain.count < 2,
      chain.allSatisfy({
        source.text($0.name) == "resolvingProperties" && source.function(of: $0) != nil
      }),
      label.isEmpty || factory.parameters.isEmpty
    else { return source.report(name, "left to you: this registration") }
    factory.container = source.text(start..<name - 1)
    if !isFunction { source.closures.append(factory) }
    if label.isEmpty, isWired || isFunction || !chain.isEmpty { label = "transient:" }

    relabel(call.arguments)
    if !isFunction { parameters(factory, isWired) }
    var end = call.end
    var kept = call.arguments
    kept.removeAll { $0 == scope || $0 == argument }
    if let scope { removeArgument(scope, call) }
    if let argument {
      source.replace(argument.lowerBound, label.isEmpty ? "transient" : String(label.dropLast()))
    }
    if isFunction, let argument {
      source.insert("DIContainer.autowire(", before: argument.lowerBound + 2)
      source.append(")", to: argument.upperBound - 1)
    }
    if argument != nil, let close = call.parentheses?.upperBound {
      source.replace(close, "")
      if label.isEmpty { label = "transient:" }
    } else if let parentheses = call.parentheses {
      let isEmpty = kept.isEmpty
      if !label.isEmpty {
        source.replace(parentheses.upperBound, (isEmpty ? "" : ", ") + label)
      } else if isEmpty {
        source.replace(parentheses.lowerBound, "")
        source.replace(parentheses.upperBound, "")
      }
    } else if !label.isEmpty {
      source.append("(\(label)", to: name)
    }
    for link in chain {
      guard var closure = source.function(of: link) else { continue }
      closure.container = factory.container
      if let first = closure.parameters.first { closure.parameter = source.text(first.lowerBound) }
      _ = source.swapParameters(closure)
      source.closures.append(closure)
      source.move(link, closure, ", initCompleted: ")
      end = closure.close
    }
    if !label.isEmpty { source.append(")", to: end) }
  }

  private func isScope(_ argument: Range<Int>) -> Bool {
    let scopes = ["unique", "shared", "singleton", "eagerSingleton", "weakSingleton"]
    return source.label(argument).isEmpty && scopes.contains(source.text(argument.upperBound - 1))
      && source.text(argument.upperBound - 2) == "."
  }

  private func removeArgument(_ argument: Range<Int>, _ call: Call) {
    source.remove(argument)
    if source.text(argument.upperBound) == "," {
      source.remove(argument.upperBound..<argument.upperBound + 1)
      source.trim(before: argument.upperBound + 1)
    } else if source.text(argument.lowerBound - 1) == "," {
      source.remove(argument.lowerBound - 1..<argument.lowerBound)
    }
  }

  /// `type: Animal.self` and `tag: "elm"`
  private func relabel(_ arguments: [Range<Int>]) {
    for argument in arguments {
      switch source.label(argument) {
      case "tag": source.replace(argument.lowerBound, "name")
      case "type":
        source.remove(argument.lowerBound..<argument.lowerBound + 2)
        source.trim(before: argument.lowerBound + 2)
      default: break
      }
    }
  }

  private func uses(_ name: String, _ closure: Closure) -> Bool {
    closure.body.contains {
      source.text($0) == name && source.factory(around: $0) == nil && innermost($0, closure)
    }
  }
  private func innermost(_ index: Int, _ closure: Closure) -> Bool {
    source.enclosing[index] == closure.open
  }

  /// A factory gets the container: `{ (name: String) in` becomes `{ (c, name: String) in`.
  private func parameters(_ factory: Closure, _ isWired: Bool) {
    if isWired {
      source.insert("DIContainer.autowire ", before: factory.open)
    } else if factory.signature == nil {
      source.append(" c in", to: factory.open)
    } else if let first = factory.parameters.first {
      source.insert("c, ", before: first.lowerBound)
    } else if source.text(factory.open + 1) == "(" {
      source.append("c", to: factory.open + 1)
    }
  }

  /// A factory uses the container that it gets, and not the one around it.
  func resolve(_ name: Int) {
    guard source.text(name) == "resolve", source.text(name - 1) == ".",
      let call = source.call(at: name), call.trailing == nil,
      let start = source.start(ofMemberAt: name - 1)
    else { return }
    for argument in call.arguments where source.label(argument) == "tag" {
      source.replace(argument.lowerBound, "name")
    }
    guard let factory = source.factory(around: name),
      factory.container == source.text(start..<name - 1)
    else { return }
    source.replace(start..<name - 1, with: factory.parameter)
    if source.text(start - 1) == "!", source.text(start - 2) == "try" {
      source.replace(start - 1, "")
    }
  }
}
