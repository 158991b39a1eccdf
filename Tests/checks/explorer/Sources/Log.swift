// SPDX-License-Identifier: MIT-0

/// The output of a step as a person reads it, line by line.
typealias Said = [String]

extension Said {
  fileprivate mutating func add(_ text: String) {
    self += text.split(separator: "\n").map(String.init).filter {
      !$0.contains("\(Unrelated.self)")
    }
  }
}

extension World {
  /// Runs the program on this thread, and verifies every container at the end. `nil`: it creates too
  /// many instances.
  static func log(_ program: Program) -> [Said]? {
    let world = World(program)
    if program.manner.isReset { world.warmUp() }
    let shown = program.parents.indices.filter { $0 != program.manner.hidden }
    let steps = program.threads.flatMap { $0 } + shown.map { Step(.verify, in: $0) }
    var names: [Int: String] = [:]
    let log = steps.map { step in
      world.verifyEverywhere()
      var said = ["\(step)"]
      world.perform(step, &said, &names)
      for index in shown { said.add(world.containers[index]?.description ?? "") }
      return said
    }
    let isTooLarge = world.isTooLarge
    world.end()
    return isTooLarge ? nil : log
  }

  private func perform(_ step: Step, _ said: inout Said, _ names: inout [Int: String]) {
    guard let container = containers[step.container ?? 0] else { return }
    if step.kind == .verify {
      let verification = container.verify()
      return said.add("\(verification)\n\(verification.mermaid)")
    }
    guard step.isRequest else { return change(step, container) }
    do {
      for component in try program.get(step, container) ?? [] {
        said.add(text(component.made, &names))
      }
    } catch { said.add("\(error)") }
  }

  /// An instance, with its dependencies the first time.
  private func text(_ one: Made, _ names: inout [Int: String]) -> String {
    if let name = names[one.number] { return name }
    let name = "S\(one.service)/\(names.count + 1) of c\(one.container)"
    names[one.number] = name
    return "\(name) {\(one.uses.map { text($0, &names) }.joined(separator: ", "))}"
  }

  private func warmUp() {
    for container in containers.compactMap({ $0 }) {
      for service in services.indices { _ = try? program.get(Step(.resolve, service), container) }
    }
    for container in containers { container?.reset(keepingRegistrations: true) }
  }
}
