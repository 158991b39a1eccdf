// SPDX-License-Identifier: MIT-0

/// A change of a program after which it has to say the same.
struct Relation: Sendable {
  /// What of it has to be the same: each line, or only the facts, or of a verification only what is
  /// hidden, and more may be said.
  enum Reading { case lines, facts, hidden }

  let name: String
  var reading = Reading.lines
  /// Leaves out of the program what the change may change.
  var prepare: @Sendable (inout Program) -> Void = { _ in }
  let change: @Sendable (inout Program, inout Random) -> Void

  static let all = [
    Relation(name: "configure") { program, _ in program.manner.registering = .configure },
    Relation(name: "providers") { program, _ in program.manner.registering = .providers },
    Relation(name: "verify") {
      $0.editRequests { $0.container = nil }  // what another container makes stays there
    } change: { program, _ in
      program.manner.verifiesEverywhere = true
    },
    Relation(name: "autowire") { program, _ in program.manner.autowires = true },
    Relation(name: "inferred") { program, _ in program.manner.infersOptionals = true },
    Relation(name: "reset") { program, _ in program.manner.isReset = true },
    Relation(name: "renamed") { program, _ in program.manner.isRenamed = true },
    Relation(name: "unrelated") { program, random in
      let lifetime = random.pick([Entry.Lifetime.lazy, .eager, .transient])
      let container = random.below(program.parents.count)
      var order = Array(program.entries.indices)
      order.insert(order.count, at: random.below(order.count + 1))
      program.manner.order = order
      program.entries.append(
        Entry(service: Program.unrelated, container: container, lifetime: lifetime))
    },
    Relation(name: "order", reading: .facts) {
      $0.leaveOutWhatDependsOnOrder()
    } change: { program, random in
      program.shuffle(using: &random)
    },
    Relation(name: "parent", reading: .facts) {
      $0.leaveOutWhatDependsOnOrder()
      $0.leaveOutTransientAncestors()
    } change: { program, random in
      program.divide(using: &random)
    },
    Relation(name: "optional", reading: .facts) {
      $0.inferOptionals()
    } change: { program, _ in
      for index in program.entries.indices { program.entries[index].isOptional = true }
    },
    // A child overrides a service by the optional of it, which is found first. The parent's is there
    // besides, so `verify` says more.
    Relation(name: "override", reading: .hidden) {
      $0.inferOptionals()
    } change: { program, _ in
      let entries = program.entries
      for (index, entry) in entries.enumerated() {
        let parents = program.lineage(entry.container).dropFirst()
        program.entries[index].isOptional = entries.contains {
          $0.service == entry.service && parents.contains($0.container)
        }
      }
    },
  ]

  static func named(_ name: String) -> [Relation] {
    all.filter { [$0.name, "all"].contains(name) }
  }

  /// The same, in a build of the explorer whose container has nothing below the line.
  static let cutOff = Relation(name: "cut off") { program in
    program.manner.endsWithVerify = false
    for index in program.threads.indices {
      program.threads[index].removeAll {
        if case .get(let one) = $0.action { one.how == .verify } else { false }
      }
    }
  } change: { _, _ in
  }

  /// What the steps of a program say, and after the change, if they differ.
  func disagreement(
    _ program: Program, seed: UInt64, build: String? = nil
  ) -> (before: [Said], after: [Said])? {
    var random = Random(seed: seed, stream: 5)
    var program = program
    prepare(&program)
    var changed = program
    change(&changed, &random)
    guard let before = Session.log(program),
      let after = build.map({ Session.log(changed, from: $0) }) ?? Session.log(changed)
    else { return nil }
    let isSame = before.count == after.count && zip(before, after).allSatisfy(isSame)
    return isSame ? nil : (before, after)
  }

  private func isSame(_ one: Said, _ other: Said) -> Bool {
    if one.lines == other.lines { return true }
    switch reading {
    case .lines: return false
    case .facts: return one.plainFacts == other.plainFacts
    case .hidden:
      let isVerification = one.lines[0].hasSuffix("verify()")
      let meant = one.plainFacts.filter {
        isVerification ? $0.hasPrefix("hidden: ") : !$0.hasPrefix("registered for ")
      }
      return meant.isSubset(of: other.plainFacts)
    }
  }
}

extension Program {
  fileprivate mutating func editRequests(_ change: (inout Request) -> Void) {
    func edit(_ steps: inout [Step]) {
      for index in steps.indices {
        guard case .get(var request) = steps[index].action else { continue }
        change(&request)
        steps[index].action = .get(request)
      }
    }
    for index in entries.indices {
      for isInCallback in [false, true] where !isInCallback || entries[index].callback != nil {
        edit(&entries[index][inCallback: isInCallback])
      }
    }
  }

  /// Another order of what is registered. Those of one key keep their own.
  fileprivate mutating func shuffle(using random: inout Random) {
    var order = entries.indices.shuffled(using: &random)
    for place in order.indices {
      let entry = entries[order[place]]
      for next in order.indices where next > place && order[next] < order[place] {
        let other = entries[order[next]]
        if other.service == entry.service && other.container == entry.container {
          order.swapAt(place, next)
        }
      }
    }
    manner.order = order
  }

  /// An ancestor is one only if it was made with the same container.
  fileprivate mutating func leaveOutTransientAncestors() {
    let ask = entries.contains { $0.callback?.isEmpty == false }
    for index in entries.indices where ask && !entries[index].isSingleton {
      entries[index].lifetime = .lazy
      entries[index].takesNumber = false
    }
  }

  /// Some services of a container, and what their singletons need of it, are a parent's.
  fileprivate mutating func divide(using random: inout Random) {
    let divided = random.below(parents.count)
    let lineage = lineage(divided)
    let share = random.pick([25, 50, 100])
    var moved = Set((0..<types).filter { _ in random.chance(percent: share) })
    var needed: Set<Int> = []  // what is asked of the parent
    var count = -1
    while needed.count > count {
      count = needed.count
      for entry in entries {
        let asksParent =
          entry.isSingleton
          ? entry.container == divided && moved.contains(entry.service % types)
          : lineage.contains(entry.container) && needed.contains(entry.service % types)
        for case .get(let request) in entry.steps.map(\.action)
        where asksParent && request.container == nil {
          needed.insert(request.service % types)
        }
      }
      moved.formUnion(needed)
    }
    for index in entries.indices
    where entries[index].container == divided && moved.contains(entries[index].service % types) {
      entries[index].container = parents.count
    }
    parents.append(parents[divided])
    parents[divided] = parents.count - 1
    manner.divided = divided
  }

  fileprivate mutating func inferOptionals() {
    manner.infersOptionals = true
    editRequests { if $0.how == .all { $0.how = .resolve } }
  }

  /// Who is tried first notices a cycle, if its members catch errors. The rest is about several.
  fileprivate mutating func leaveOutWhatDependsOnOrder() {
    let hasCycle = Graph(self).hasCycle(within: ~0)
    editRequests { request in
      if request.how == .all || hasCycle { request.how = .resolve }
    }
    for index in threads.indices {
      threads[index].removeAll {
        if case .get(let request) = $0.action { request.isForSeveral } else { false }
      }
    }
  }
}

extension Program {
  /// The programs that have one part less.
  private var smaller: [Program] {
    var result: [Program] = []
    func add(_ change: (inout Program) -> Void) {
      var new = self
      change(&new)
      result.append(new)
    }
    for (index, steps) in threads.enumerated() {
      for step in steps.indices { add { $0.threads[index].remove(at: step) } }
    }
    for (index, entry) in entries.enumerated() where entry.isInitial {
      add { $0.entries[index] = Entry(service: entry.service, isInitial: false) }
    }
    for (index, entry) in entries.enumerated() {
      if entry.callback != nil { add { $0.entries[index].callback = nil } }
      if entry.factoryFails > 0 { add { $0.entries[index].factoryFails = 0 } }
      if entry.callbackFails > 0 { add { $0.entries[index].callbackFails = 0 } }
      for isInCallback in [false, true] {
        for step in entry[inCallback: isInCallback].indices {
          add { $0.entries[index][inCallback: isInCallback].remove(at: step) }
        }
      }
    }
    return result
  }

  /// The smallest program that can be reached, part by part, for which this is still true.
  func shrunk(while isTrue: (Program) -> Bool) -> Program {
    var program = self
    while let next = program.smaller.first(where: isTrue) { program = next }
    return program
  }
}
