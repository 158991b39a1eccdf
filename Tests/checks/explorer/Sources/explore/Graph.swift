// SPDX-License-Identifier: MIT-0

/// A set of nodes of a graph. A node is an entry as made with a container.
typealias Nodes = UInt64

/// What needs what, as far as the program says it: more than a run may need, and never less.
struct Graph {
  let program: Program
  let isStatic: Bool
  private var needs: [Nodes]
  private var factoryNeeds: [Nodes]
  /// The nodes that ask for what is not registered.
  private(set) var lacking: Nodes = 0
  private var closures: [Nodes]?

  init(_ program: Program) {
    self.program = program
    isStatic = program.isStatic
    let count = program.entries.count * program.parents.count
    precondition(count <= 64, "A program has at most 64 entries times containers.")
    needs = Array(repeating: 0, count: count)
    factoryNeeds = needs
    for (index, entry) in program.entries.enumerated() {
      for container in program.parents.indices {
        let node = node(index, container)
        for step in entry.factory { add(step, of: node, inFactory: true, container) }
        for step in entry.callback ?? [] { add(step, of: node, inFactory: false, container) }
      }
    }
  }

  func node(_ entry: Int, _ container: Int) -> Int { entry * program.parents.count + container }

  func service(_ node: Int) -> Int { program.entries[node / program.parents.count].service }

  private mutating func add(_ step: Step, of node: Int, inFactory: Bool, _ container: Int) {
    guard case .get(let request) = step.action else { return }
    add(candidates(request, container), of: node, inFactory: inFactory)
  }

  /// Says that a node was seen to ask for others, for example in a deinit that it ran.
  mutating func add(_ others: Nodes, of node: Int, inFactory: Bool) {
    if others == 0 { lacking |= 1 << node }
    if others & ~(inFactory ? factoryNeeds[node] : needs[node]) == 0 { return }
    needs[node] |= others
    if inFactory { factoryNeeds[node] |= others }
    closures = nil
  }

  /// What the request may find, where it asks the given container.
  func candidates(_ request: Request, _ given: Int) -> Nodes {
    let asked = request.container ?? given
    switch request.how {
    case .resolve, .caught, .subscript: return candidates(request.service, in: asked)
    case .all:
      let type = request.service % program.types
      let named = stride(from: type, to: services.count, by: program.types)
      return named.reduce(0) { $0 | candidates($1, in: asked) }
    case .bootstrap:
      let eager = program.entries.indices.filter {
        program.entries[$0].lifetime == .eager && program.entries[$0].container == asked
      }
      return eager.reduce(0) { $0 | 1 << node($1, asked) }
    case .verify: return 0
    }
  }

  private func candidates(_ service: Int, in asked: Int) -> Nodes {
    var found: Nodes = 0
    for container in program.lineage(asked) {
      for (index, entry) in program.entries.enumerated()
      where entry.container == container && entry.service == service {
        found |= 1 << node(index, entry.isSingleton ? container : asked)
      }
      // In a static program the nearest container that has it is meant.
      if isStatic, found != 0 { break }
    }
    return found
  }

  /// The nodes and all that they need, and what that needs.
  mutating func closure(_ nodes: Nodes) -> Nodes {
    let closures = closures ?? Graph.transitive(needs)
    self.closures = closures
    return nodes | Graph.union(closures, nodes)
  }

  private static func union(_ sets: [Nodes], _ nodes: Nodes) -> Nodes {
    var result: Nodes = 0
    var rest = nodes
    while rest != 0 {
      result |= sets[rest.trailingZeroBitCount]
      rest &= rest - 1
    }
    return result
  }

  private static func transitive(_ edges: [Nodes]) -> [Nodes] {
    var result = edges
    for middle in result.indices {
      for from in result.indices where result[from] & (1 << middle) != 0 {
        result[from] |= result[middle]
      }
    }
    return result
  }

  private func nodes(of service: Int) -> Nodes {
    var result: Nodes = 0
    for (index, entry) in program.entries.enumerated() where entry.service == service {
      for container in program.parents.indices { result |= 1 << node(index, container) }
    }
    return result
  }

  /// Whether factories alone lead from each service to the next, and from the last to the first, which
  /// it repeats.
  func isCycle(_ services: [Int], within allowed: Nodes) -> Bool {
    guard services.count > 1, services.first == services.last else { return false }
    var reached = nodes(of: services[0]) & allowed
    for service in services.dropFirst() {
      reached = Graph.union(factoryNeeds, reached) & nodes(of: service) & allowed
    }
    return reached != 0
  }

  /// Whether factories alone lead from one of the nodes to itself.
  func hasCycle(within allowed: Nodes) -> Bool {
    let closures = Graph.transitive(factoryNeeds)
    return closures.indices.contains { allowed & closures[$0] & (1 << $0) != 0 }
  }

  func text(_ nodes: Nodes) -> String {
    let members = needs.indices.filter { nodes & (1 << $0) != 0 }
    return members.map { "S\(service($0)) of c\($0 % program.parents.count)" }
      .joined(separator: ", ")
  }
}
