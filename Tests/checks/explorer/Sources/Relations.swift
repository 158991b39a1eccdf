// SPDX-License-Identifier: MIT-0

/// How a program for one thread is written down.
struct Manner {
  var order: [Int]?  // of the entries
  /// Before each step, and at the beginning of each factory and callback.
  var verifiesEverywhere = false
  /// Everything was resolved before, and forgotten.
  var isReset = false
  var hidden: Int?  // a container that is not shown
}

/// A change of a program for one thread after which its output must be the same.
struct Relation: Sendable {
  /// Each line; each line, and there may be more; or the facts.
  enum Reading { case lines, moreLines, facts }

  let name: String
  var reading = Reading.lines
  /// Removes the parts of the program that the change may affect.
  var prepare: @Sendable (inout Program) -> Void = { _ in }
  let change: @Sendable (inout Program, inout Random) -> Void

  static let all = [
    Relation(name: "reset") { program, _ in program.manner.isReset = true },
    Relation(name: "verify") {
      $0.askOwnContainers()  // Instances of other containers are kept.
    } change: { program, _ in
      program.manner.verifiesEverywhere = true
    },
    Relation(name: "unrelated") { program, random in
      var entry = Entry(service: Program.unrelated, container: random.below(program.parents.count))
      entry.lifetime = random.pick([.lazy, .eager, .transient])
      program.insert(entry, at: random.below(program.entries.count + 1))
    },
    Relation(name: "empty parent") { program, _ in
      program.manner.hidden = program.parents.count
      program.parents.append(nil)
      for index in program.parents.indices.dropLast() where program.parents[index] == nil {
        program.parents[index] = program.parents.count - 1
      }
    },
    // An empty child is asked, and its parent has everything. (The dependencies of a transient
    // depend on the container that is asked.)
    Relation(name: "parent", reading: .facts) { program in
      for index in program.entries.indices where !program.entries[index].isSingleton {
        program.entries[index].lifetime = .lazy
      }
      program.askOwnContainers()
      program.leaveOutWhatDependsOnOrder()
    } change: { program, random in
      let parent = random.below(program.parents.count)
      let child = program.parents.count
      program.parents.append(parent)
      program.manner.hidden = child
      program.editThreads {
        if $0.container == parent, $0.isRequest { $0.container = child }
      }
    },
    Relation(name: "order", reading: .facts) {
      $0.askOwnContainers()
      $0.leaveOutWhatDependsOnOrder()
    } change: { program, random in
      program.shuffle(using: &random)
    },
    // While `verify` runs, the first factory asks for a service and removes it. Others find the same.
    Relation(name: "unregistered", reading: .moreLines) {
      $0.askOwnContainers()
      $0.leaveOutFirstService()
    } change: { program, _ in
      let last = program.entries.count - 1
      program.entries[last].factory = [Step(.caught, 0), Step(.unregister, 0)]
      for index in program.entries.indices { program.entries[index].isInitial = true }
    },
  ]

  /// The first step with another output after the change, and both outputs.
  func disagreement(_ program: Program, seed: UInt64) -> String? {
    var random = Random(seed: seed, stream: 5)
    var program = program
    prepare(&program)
    var changed = program
    change(&changed, &random)
    guard let before = World.log(program), let after = World.log(changed) else { return nil }
    for (one, other) in zip(before, after) where !isSame(one, other) {
      let texts = [one, other].map { $0.joined(separator: "\n") }
      return "\(name)\n\(program)\n--- Before:\n\(texts[0])\n--- After:\n\(texts[1])"
    }
    return nil
  }

  private func isSame(_ one: Said, _ other: Said) -> Bool {
    switch reading {
    case .lines: one == other
    case .moreLines: Set(one).isSubset(of: other)
    case .facts: one.facts == other.facts
    }
  }
}

extension Program {
  fileprivate mutating func editThreads(_ change: (inout Step) -> Void) {
    for index in threads.indices {
      for step in threads[index].indices { change(&threads[index][step]) }
    }
  }

  private mutating func editEntries(_ change: (inout Step) -> Void) {
    for index in entries.indices {
      for step in entries[index].factory.indices { change(&entries[index].factory[step]) }
      for step in entries[index][inCallback: true].indices {
        change(&entries[index][inCallback: true][step])
      }
    }
  }

  fileprivate mutating func askOwnContainers() { editEntries { $0.container = nil } }

  /// A cycle is noticed where it is tried first, which shows if its members catch errors.
  fileprivate mutating func leaveOutWhatDependsOnOrder() {
    editEntries { $0.kind = .resolve }
    for index in threads.indices { threads[index].removeAll(where: \.isForSeveral) }
  }

  /// Registers one more entry before another one.
  fileprivate mutating func insert(_ entry: Entry, at place: Int) {
    manner.order = Array(entries.indices)
    manner.order?.insert(entries.count, at: place)
    entries.append(entry)
  }

  /// Another order of what is registered. The entries of a service keep their own.
  fileprivate mutating func shuffle(using random: inout Random) {
    let places = services.indices.shuffled(using: &random)
    manner.order = entries.indices.sorted {
      (places[entries[$0].service], $0) < (places[entries[$1].service], $1)
    }
  }

  /// The first service is not registered, and before the rest is a factory that does nothing.
  fileprivate mutating func leaveOutFirstService() {
    let root = lineage(entries[0].container).last ?? 0
    threads = []
    for index in entries.indices where entries[index].service == 0 {
      entries[index] = Entry(service: 0, container: root, isInitial: false)
    }
    insert(Entry(service: Program.unrelated, container: root), at: 0)
  }
}
