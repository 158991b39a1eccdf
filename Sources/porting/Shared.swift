// SPDX-License-Identifier: MIT-0

extension Source {
  func imports(_ modules: [String]) -> Bool {
    indices.contains { text($0) == "import" && module(of: $0, modules) != nil }
  }

  /// Where the name of the module stands, in `import Swinject` and in `import class Swinject.Container`.
  private func module(of index: Int, _ modules: [String]) -> Int? {
    (index + 1...index + 2).first { !startsLine($0) && modules.contains(text($0)) }
  }

  func renameImport(_ modules: [String]) {
    var isFirst = true
    for index in indices where text(index) == "import" {
      guard let module = module(of: index, modules) else { continue }
      remove(index + 1..<module)
      if matches(index - 2, ["@", "testable"]) {
        remove(index - 1..<index)
        replace(index - 2, "")
        trim(before: index)
      }
      if text(module + 1) == ".", !startsLine(module + 1) { remove(module + 1..<module + 3) }
      replace(module, isFirst ? "DIContainer" : "")
      if !isFirst { replace(index, "") }
      isFirst = false
    }
  }

  /// Removes the spaces in front of a token.
  func trim(before index: Int) {
    let output = tokens[index].output
    remove(index..<index + 1)
    replace(index, output)
  }

  /// The closure that is passed to a call, trailing or in the parentheses.
  func function(of call: Call) -> Closure? {
    if let trailing = call.trailing { return trailing }
    guard call.arguments.count == 1, let argument = call.arguments.first else { return nil }
    return closure(at: value(argument).lowerBound)
  }

  /// `{ container, service in` becomes `{ service, container in`.
  func swapParameters(_ closure: Closure) -> Bool {
    if closure.parameters.count == 2 {
      let texts = closure.parameters.map { text($0) }
      for (part, text) in zip(closure.parameters, texts.reversed()) {
        remove(part.lowerBound + 1..<part.upperBound)
        replace(part.lowerBound, text)
      }
      return true
    }
    for index in closure.body where ["$0", "$1"].contains(text(index)) {
      replace(index, text(index) == "$0" ? "$1" : "$0")
    }
    return closure.signature == nil
  }

  /// Moves the callback of a link into the call: `.initCompleted { … }` to `, initCompleted: { … }`.
  func move(_ link: Call, _ callback: Closure, _ label: String) {
    remove(link.name - 1..<callback.open)
    trim(before: callback.open)
    insert(label, before: callback.open)
    remove(callback.close + 1..<link.end + 1)
  }

  func isContainerCall(_ name: Int) -> Bool {
    matches(name + 1, ["(", ")"]) && text(name - 2).lowercased().hasSuffix("container")
  }
}

/// The types that a program declares.
func declaredTypes(_ sources: [Source]) -> Set<String> {
  var names: Set<String> = []
  let keywords = ["class", "struct", "enum", "protocol", "actor", "typealias"]
  for source in sources {
    for index in source.indices where keywords.contains(source.text(index)) {
      if source.isWord(index + 1) { names.insert(source.text(index + 1)) }
    }
    for index in source.indices where source.text(index) == "<" && source.text(index + 2) == ":" {
      names.insert(source.text(index + 1))  // a generic parameter
    }
  }
  return names
}
