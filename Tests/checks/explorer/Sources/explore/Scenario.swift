// SPDX-License-Identifier: MIT-0

/// A program that is written down: services that need each other in a cycle.
struct Scenario: Sendable {
  let name: String
  let program: Program

  static let all: [Scenario] = {
    var result: [Scenario] = []
    for count in 2...3 {
      for places in 0..<1 << count {
        for threads in 2...3 {
          // A cycle of factories fails anyway.
          for failing in places == 0 ? [""] : ["", "-factory", "-callback"] {
            result.append(Scenario(count, places, threads, failing))
          }
        }
      }
    }
    return result
  }()

  /// The one with this name, or those whose names begin with it.
  static func named(_ name: String) -> [Scenario] {
    let exact = all.filter { $0.name == name }
    return exact.isEmpty ? all.filter { name == "all" || $0.name.hasPrefix(name) } : exact
  }

  /// For example `fcc-t2-factory`: three services; the first asks for the second in its factory, the
  /// others in their callbacks; two threads; and the first fails once in its factory.
  private init(_ count: Int, _ places: Int, _ threads: Int, _ failing: String) {
    var entries: [Entry] = []
    var letters = ""
    for index in 0..<count {
      let isInCallback = places & (1 << index) != 0
      letters += isInCallback ? "c" : "f"
      var entry = Entry(service: index, callback: [])
      entry[inCallback: isInCallback] = [
        Step(.get(Request(how: .resolve, service: (index + 1) % count)))
      ]
      entries.append(entry)
    }
    if failing == "-factory" { entries[0].factoryFails = 1 }
    if failing == "-callback" { entries[0].callbackFails = 1 }
    name = "\(letters)-t\(threads)\(failing)"
    program = Program(entries: entries, threads: (0..<threads).map { [entries[$0 % count].ask] })
  }
}
