// SPDX-License-Identifier: MIT-0

extension World {
  /// Runs the program on this thread, and verifies every container at the end. Returns the output of each
  /// step as a person reads it, line by line, or `nil` if there are too many instances.
  static func log(_ program: Program) -> [[String]]? {
    let world = World(program)
    if program.manner.isReset { world.warmUp() }
    let steps =
      program.threads.flatMap { $0 } + program.parents.indices.map { Step(.verify, in: $0) }
    var names: [Int: String] = [:]
    let log = steps.map { step in
      world.verifyEverywhere()
      let said = ["\(step)", world.output(of: step, &names)]
      let states = world.containers.map { $0?.description ?? "" }
      let lines = (said + states).joined(separator: "\n").split(separator: "\n").map(String.init)
      return lines.filter { !$0.contains("\(Unrelated.self)") }
    }
    world.end()
    return world.isTooLarge ? nil : log
  }

  private func output(of step: Step, _ names: inout [Int: String]) -> String {
    guard let container = containers[step.container ?? 0] else { return "" }
    if step.kind == .verify {
      let verification = container.verify()
      return "\(verification)\n\(verification.mermaid)"
    }
    do {
      if step.isRequest {
        return try program.get(step, container)?.map { text($0.made, &names) }.joined() ?? "nil"
      }
      change(step, container)
      return ""
    } catch { return "\(error)" }
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
