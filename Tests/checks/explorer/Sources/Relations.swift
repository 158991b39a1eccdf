// SPDX-License-Identifier: MIT-0

/// How a program for one thread runs.
struct Manner {
  /// Before each step, and at the beginning of each factory and callback.
  var verifiesEverywhere = false
  /// Everything was resolved before, and forgotten.
  var isReset = false
  /// Factories and callbacks ask only the container that they were given.
  var staysInside = false
  /// The containers without a parent have one that has no registrations.
  var hasEmptyParent = false
}

/// A change of a program for one thread after which its output must be the same.
struct Relation: Sendable {
  let name: String
  var mayAddLines = false
  /// Removes the parts of the program that the change may affect.
  var prepare: @Sendable (inout Program) -> Void = { _ in }
  let change: @Sendable (inout Program, inout Random) -> Void

  static let all = [
    Relation(name: "reset") { program, _ in program.manner.isReset = true },
    Relation(name: "verify") {
      $0.manner.staysInside = true  // Instances of other containers are kept.
    } change: { program, _ in
      program.manner.verifiesEverywhere = true
    },
    Relation(name: "unrelated") { program, random in
      var entry = Entry(service: Program.unrelated, container: random.below(program.parents.count))
      entry.isSingleton = random.chance(percent: 50)
      program.entries.insert(entry, at: random.below(program.entries.count + 1))
    },
    Relation(name: "empty parent") { program, _ in
      program.manner.hasEmptyParent = true
    },
    // While `verify` runs, the first factory asks for a service and removes it. Others find the same.
    Relation(name: "unregistered", mayAddLines: true) {
      $0.manner.staysInside = true
      $0.threads = []
      $0.entries.removeAll { $0.service == 0 }
      $0.entries.insert(Entry(service: Program.unrelated), at: 0)
    } change: { program, _ in
      program.entries[0].factory = [Step(.caught, 0), Step(.unregister, 0)]
      program.entries.append(Entry(service: 0))
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
    for (one, other) in zip(before, after) {
      if mayAddLines ? Set(one).isSubset(of: other) : one == other { continue }
      let texts = [one, other].map { $0.joined(separator: "\n") }
      return "\(name)\n\(program)\n--- Before:\n\(texts[0])\n--- After:\n\(texts[1])"
    }
    return nil
  }
}
