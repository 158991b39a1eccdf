// SPDX-License-Identifier: MIT-0

/// A change of a program after which it has to say the same.
struct Relation: Sendable {
  typealias Lines = Session.Lines

  let name: String
  /// Leaves out of the program what the change may change.
  var prepare: @Sendable (inout Program) -> Void = { _ in }
  let change: @Sendable (inout Program, inout Random) -> Void
  /// Makes equal what a step may say differently. Gets its lines before and after the change.
  var read: @Sendable (inout Lines, inout Lines) -> Void = { _, _ in }

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
    Relation(name: "renamed") { program, _ in
      program.manner.isRenamed = true
    } read: { _, other in
      other = other.map { $0.replacing(#/T(\d)/#) { "S\($0.1)" } }
    },
    Relation(name: "unrelated") { program, random in
      let lifetime = random.pick([Entry.Lifetime.lazy, .eager, .transient])
      let container = random.below(program.parents.count)
      var order = Array(program.entries.indices)
      order.insert(order.count, at: random.below(order.count + 1))
      program.manner.order = order
      program.entries.append(
        Entry(service: Program.unrelated, container: container, lifetime: lifetime))
    } read: { _, other in
      other.removeAll { $0.contains("Unrelated") }
    },
    Relation(name: "order") {
      $0.leaveOutWhatDependsOnOrder()
    } change: { program, random in
      program.shuffle(using: &random)
    } read: { one, other in
      one.forgetOrder()
      other.forgetOrder()
    },
    Relation(name: "parent") {
      $0.leaveOutWhatDependsOnOrder()
      $0.leaveOutTransientAncestors()
    } change: { program, random in
      program.divide(using: &random)
    } read: { one, other in
      one.forgetOrder()
      other.forgetOrder()
    },
    Relation(name: "optional") {
      $0.manner.infersOptionals = true
      $0.editRequests { if $0.how == .all { $0.how = .resolve } }
    } change: { program, _ in
      for index in program.entries.indices { program.entries[index].isOptional = true }
    } read: { one, other in
      one.forgetOptionals()
      other.forgetOptionals()
      one.forgetOrder()
      other.forgetOrder()
    },
    // A child overrides a service by the optional of it, which is found first. The parent's is there
    // besides, so `verify` says more.
    Relation(name: "override") {
      $0.manner.infersOptionals = true
      $0.editRequests { if $0.how == .all { $0.how = .resolve } }
    } change: { program, _ in
      let entries = program.entries
      for (index, entry) in entries.enumerated() {
        let parents = program.lineage(entry.container).dropFirst()
        program.entries[index].isOptional = entries.contains {
          $0.service == entry.service && parents.contains($0.container)
        }
      }
    } read: { one, other in
      one.forgetOptionals()
      other.forgetOptionals()
      one.keepHidden()
      other.keepHidden()
      one.forgetOrder()
      other.forgetOrder()
      other = other.filter(one.contains)
    },
  ]

  static func named(_ name: String) -> [Relation] {
    all.filter { [$0.name, "all"].contains(name) }
  }

  /// The same, in a build of the explorer whose container has nothing below the line.
  static let cutOff = Relation(name: "cut off") {
    $0.editRequests { $0.container = nil }  // what a verification makes there stays there
  } change: { _, _ in
  } read: { one, other in
    one.leaveOutVerification()
    other.leaveOutVerification()
  }

  /// What the steps of a program say, and after the change, if they differ.
  func disagreement(
    _ program: Program, seed: UInt64, build: String? = nil
  ) -> (before: [Lines], after: [Lines])? {
    var random = Random(seed: seed, stream: 5)
    var program = program
    prepare(&program)
    var changed = program
    change(&changed, &random)
    guard let before = Session.log(program),
      let after = build.map({ Session.log(changed, from: $0) }) ?? Session.log(changed)
    else { return nil }
    if before.count != after.count { return (before, after) }
    let differ = zip(before, after).contains { one, other in
      if one == other { return false }
      var (one, other) = (one, other)
      read(&one, &other)
      return one != other
    }
    return differ ? (before, after) : nil
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

extension Session.Lines {
  /// Which path is the first, where a cycle begins, and what stands before what.
  fileprivate mutating func forgetOrder() {
    // The report has several as one, after the first; and some beside an error.
    let warnings = filter { $0.hasPrefix("warning: ") || $0.hasPrefix("hidden: ") }
    let texts = warnings.map { $0.drop { $0 != "'" } }
    let changed = dropFirst().filter { line in !texts.contains(where: line.hasPrefix) }.map {
      line in
      let parts = line.replacing("parent: ", with: "").replacing("_in_parent", with: "")
        .replacing("_not_registered", with: "")
        .components(separatedBy: " · ")  // of an error
      let others = parts.filter { part in
        !part.hasPrefix("Path: ") && !texts.contains(where: part.hasPrefix)
      }
      return others.map(Self.ordered).joined(separator: " · ")
    }
    self = prefix(1) + changed.filter { !$0.isEmpty }.sorted()
  }

  private static func ordered(_ part: String) -> String {
    let words = part.components(separatedBy: ": ")
    if words[0] == "Circular dependency" { return cycle(words[1]) }
    if words[0].hasPrefix("Registered for ") {
      return words[0] + words[1].components(separatedBy: ", ").sorted().joined(separator: ", ")
    }
    return part.contains("no error came of it (") ? String(part.prefix { $0 != "(" }) : part
  }

  /// A cycle that begins with the first of its members.
  private static func cycle(_ text: String) -> String {
    let members = text.components(separatedBy: " → ").dropLast()
    let first = members.firstIndex { $0 == members.min() } ?? 0
    return (members[first...] + members[..<first]).joined(separator: " → ")
  }

  /// A factory that asks another container may ask it for both.
  fileprivate mutating func forgetOptionals() {
    var known: Set<String> = []
    let optional = #/Optional(?:<|#60;|_3c_)(S\d)(?:>|#62;|_3e_)/#
    self = map { line in
      line.contains("Optional") ? line.replacing(optional) { $0.1 } : line
    }.filter { known.insert($0).inserted }
  }

  fileprivate mutating func leaveOutVerification() {
    if self[0].hasSuffix("verify()") { self = filter { $0.contains(" has ") } }
  }

  /// Of a verification, only what a parent does not see.
  fileprivate mutating func keepHidden() {
    let isVerification = self[0].hasSuffix("verify()")
    self =
      prefix(1)
      + dropFirst().filter { line in
        isVerification ? line.hasPrefix("hidden: ") : !line.contains("Registered for")
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
