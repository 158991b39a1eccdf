// SPDX-License-Identifier: MIT-0

/// A program that is written down.
struct Scenario: Sendable {
  var name: String
  var program: Program

  init(_ name: String, _ entries: [Entry], _ threads: [[Step]]) {
    self.name = name
    program = Program(entries: entries, threads: threads)
  }
}

/// Seven in which threads that run freely did not find what was wrong, and cycles.
enum Scenarios {
  static let all = seven + cycles

  /// The one with this name, or those whose names begin with it.
  static func named(_ name: String) -> [Scenario] {
    let exact = all.filter { $0.name == name }
    return exact.isEmpty ? all.filter { name == "all" || $0.name.hasPrefix(name) } : exact
  }

  private static let seven = [
    // The first S is dropped; who waited for it frees it, and the deinit asks for U, which a
    // thread has constructed that waits for S.
    Scenario(
      "d1",
      [
        lazy(0, callback: [], callbackFails: 1, deinit: [get(1, .subscript, run: 1)]),
        lazy(1, callback: [get(0)]),
      ],
      [[top(0)], [top(0)], [top(1)]]),
    // The deinit ends a resolve of its own whose group waits for S, which its thread has claimed.
    Scenario(
      "d1hang",
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
    Scenario(
      "d2",
      [
        lazy(0, callback: [get(1, .subscript)]),
        lazy(1, [get(2), get(3)], factoryFails: 1),
        lazy(2, callback: []),
        lazy(3, [get(0), get(2)]),
      ],
      [[top(0)], [top(3)]]),
    // X (1) needs M (0) and Y (2). Another thread makes M, Y and Noise (3), which fails.
    Scenario("d3b", withNoise(failing: .max), [[top(1)], [top(4)]]),
    // P (3) joins a thread that resolves V (2), which P's resolve has not begun.
    Scenario(
      "d4",
      [
        lazy(0, callback: []),
        lazy(1, [get(0)]),
        lazy(2, callback: []),
        lazy(3, [get(0), get(1), Step(.start([top(2)], joins: true))]),
        Entry(service: 4, isSingleton: false, factory: [get(1), get(2)]),
      ],
      [[top(3)], [top(4)]]),
    // Slow (3) is completed when X (1) is there, which does not need it.
    Scenario("d5", withNoise(failing: 0), [[top(1)], [top(4)]]),
    // S (0) is dropped when W (2) has been made of it, and freed when W is: the deinit asks for W.
    Scenario(
      "d6",
      [
        lazy(0, callback: [Step(.stall, run: 1)], callbackFails: 1, deinit: [top(2)]),
        lazy(1, callback: [Step(.stall, run: 1)]),
        Entry(service: 2, isSingleton: false, factory: [get(0), get(1)]),
      ],
      [[top(0)], [top(2)]]),
  ]

  private static func withNoise(failing runs: Int) -> [Entry] {
    [
      lazy(0, callback: []),
      lazy(1, [get(2), get(0)]),
      lazy(2, callback: []),
      lazy(3, callback: [], callbackFails: runs),
      Entry(service: 4, isSingleton: false, factory: [get(0), get(2), get(3)]),
    ]
  }

  /// For example `cycle3-fcc-t2-factory`: three services; the first asks for the second in its
  /// factory, the others in their callbacks; two threads; and the first fails once in its factory.
  private static let cycles: [Scenario] = {
    var result: [Scenario] = []
    for count in 2...3 {
      for places in 0..<1 << count {
        for threads in 2...3 {
          // A cycle of factories fails anyway.
          for failing in places == 0 ? [""] : ["", "-factory", "-callback"] {
            result.append(cycle(count, places, threads, failing))
          }
        }
      }
    }
    return result
  }()

  private static func cycle(
    _ count: Int, _ places: Int, _ threads: Int, _ failing: String
  ) -> Scenario {
    var entries: [Entry] = []
    for index in 0..<count {
      let step = get((index + 1) % count)
      let isInCallback = places & (1 << index) != 0
      entries.append(
        lazy(index, isInCallback ? [] : [step], callback: isInCallback ? [step] : []))
    }
    if failing == "-factory" { entries[0].factoryFails = 1 }
    if failing == "-callback" { entries[0].callbackFails = 1 }
    let letters = (0..<count).map { places & (1 << $0) == 0 ? "f" : "c" }.joined()
    return Scenario(
      "cycle\(count)-\(letters)-t\(threads)\(failing)", entries,
      (0..<threads).map { [top($0 % count)] })
  }

  private static func lazy(
    _ service: Int, _ factory: [Step] = [], factoryFails: Int = 0, callback: [Step]? = nil,
    callbackFails: Int = 0, deinit steps: [Step] = []
  ) -> Entry {
    Entry(
      service: service, factory: factory, factoryFails: factoryFails, callback: callback,
      callbackFails: callbackFails, deinitSteps: steps)
  }

  private static func get(_ service: Int, _ how: Request.How = .resolve, run: Int? = nil) -> Step {
    Step(.get(Request(how: how, service: service)), run: run)
  }

  private static func top(_ service: Int) -> Step {
    Step(.get(Request(how: .caught, service: service, container: 0)))
  }
}
