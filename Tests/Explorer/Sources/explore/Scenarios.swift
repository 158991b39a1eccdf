// SPDX-License-Identifier: MIT-0

/// Programs that are written down: six in which random threads did not find what was wrong, and
/// rings.
///
/// On commit e7e12b8, all six violate a rule; `--strategy systematic` shows each.
enum Scenarios {
  static let all: [String: Program] = six.merging(rings) { first, _ in first }

  /// The name itself where there is one, or the names that begin with it.
  static func names(_ name: String) -> [String] {
    if all[name] != nil { return [name] }
    return all.keys.filter { name == "all" || $0.hasPrefix(name) }.sorted()
  }

  private static let six: [String: Program] = [
    // The first S is dropped; who waited for it frees it, and the deinit asks for U, which a
    // thread has constructed that waits for S.
    "d1": program(
      [
        lazy(0, callback: [], callbackFails: 1, deinit: [get(1, .subscript, run: 1)]),
        lazy(1, callback: [get(0)]),
      ],
      [[top(0)], [top(0)], [top(1)]]),
    // The deinit ends a resolve of its own whose group waits for S, which its thread has claimed.
    "d1hang": program(
      [
        lazy(
          0, callback: [], callbackFails: 1,
          deinit: [Step(.start([top(2)], joins: false), run: 1), get(1, .subscript, run: 1)]),
        lazy(1, callback: [get(2)]),
        lazy(2, callback: [get(1), get(0)]),
      ],
      [[top(0)], [top(0)]]),
    // Z's callback catches the failure of P; another thread makes W, which P needs and which
    // needs Z.
    "d2": program(
      [
        lazy(0, callback: [get(1, .subscript)]),
        lazy(1, [get(2), get(3)], factoryFails: 1),
        lazy(2, callback: []),
        lazy(3, [get(0), get(2)]),
      ],
      [[top(0)], [top(3)]]),
    // X (1) needs M (0) and Y (2). Another thread makes M, Y and Noise (3), which fails.
    "d3b": program(
      [
        lazy(0, callback: []),
        lazy(1, [get(2), get(0)]),
        lazy(2, callback: []),
        lazy(3, callback: [], callbackFails: .max),
        Entry(
          key: ServiceKey(service: 4), lifetime: .transient, factory: [get(0), get(2), get(3)]),
      ],
      [[top(1)], [top(4)]]),
    // P (3) joins a thread that resolves V (2), which P's resolve has not begun.
    "d4": program(
      [
        lazy(0, callback: []),
        lazy(1, [get(0)]),
        lazy(2, callback: []),
        lazy(3, [get(0), get(1), Step(.start([top(2)], joins: true))]),
        Entry(key: ServiceKey(service: 4), lifetime: .transient, factory: [get(1), get(2)]),
      ],
      [[top(3)], [top(4)]]),
    // Slow (3) is completed when X (1) is there, which does not need it.
    "d5": program(
      [
        lazy(0, callback: []),
        lazy(1, [get(2), get(0)]),
        lazy(2, callback: []),
        lazy(3, callback: [Step(.await(0))]),
        Entry(
          key: ServiceKey(service: 4), lifetime: .transient, factory: [get(0), get(2), get(3)]),
      ],
      [[top(1), Step(.open(0))], [top(4)]]),
  ]

  /// For example `ring3-fcc-t2-factory`: three services; the first asks for the second in its
  /// factory, the others in their callbacks; two threads; and the first fails once in its factory.
  private static let rings: [String: Program] = {
    var result: [String: Program] = [:]
    for count in 2...3 {
      for places in 0..<1 << count {
        for threads in 2...3 {
          for failing in ["", "-factory", "-callback"] {
            let letters = (0..<count).map { places & (1 << $0) == 0 ? "f" : "c" }.joined()
            let name = "ring\(count)-\(letters)-t\(threads)\(failing)"
            result[name] = ring(count, places, threads, failing)
          }
        }
      }
    }
    return result
  }()

  private static func ring(
    _ count: Int, _ places: Int, _ threads: Int, _ failing: String
  ) -> Program {
    var entries: [Entry] = []
    for index in 0..<count {
      let step = get((index + 1) % count)
      let isInCallback = places & (1 << index) != 0
      entries.append(
        lazy(index, isInCallback ? [] : [step], callback: isInCallback ? [step] : []))
    }
    if failing == "-factory" { entries[0].factoryFails.runs = 1 }
    if failing == "-callback" { entries[0].callbackFails.runs = 1 }
    return program(entries, (0..<threads).map { [top($0 % count)] })
  }

  private static func program(_ entries: [Entry], _ threads: [[Step]]) -> Program {
    Program(entries: entries, threads: threads)
  }

  private static func lazy(
    _ service: Int, _ factory: [Step] = [], factoryFails: Int = 0, callback: [Step]? = nil,
    callbackFails: Int = 0, deinit steps: [Step] = []
  ) -> Entry {
    Entry(
      key: ServiceKey(service: service), factory: factory,
      factoryFails: Failing(runs: factoryFails), callback: callback,
      callbackFails: Failing(runs: callbackFails), deinitSteps: steps)
  }

  private static func get(_ service: Int, _ how: Request.How = .resolve, run: Int? = nil) -> Step {
    Step(.get(Request(how: how, key: ServiceKey(service: service))), run: run)
  }

  private static func top(_ service: Int) -> Step {
    Step(.get(Request(how: .caught, key: ServiceKey(service: service), container: 0)))
  }
}
