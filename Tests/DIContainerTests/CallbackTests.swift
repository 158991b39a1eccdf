// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CallbackTests {
  let container = DIContainer()
  let log = Log()

  // MARK: Order

  @Test(.tags(.C2))
  func callbacksRunInOrderOfConstructionAfterEverythingIsConstructed() throws {
    container.register(
      Int.self,
      transient: { c in
        log.add("Int begins")
        _ = try c.resolve(String.self)
        _ = try c.resolve(Bool.self)
        log.add("Int ends")
        return 1
      }, initCompleted: { _, _ in log.add("Int completed") })
    container.register(
      String.self,
      lazySingleton: { c in
        log.add("String begins")
        _ = try c.resolve(Double.self)
        log.add("String ends")
        return ""
      }, initCompleted: { _, _ in log.add("String completed") })
    container.register(
      Double.self,
      transient: log.factory("Double", of: 1.0),
      initCompleted: { _, _ in log.add("Double completed") })
    container.register(
      Bool.self,
      eagerSingleton: log.factory("Bool", of: true),
      initCompleted: { _, _ in log.add("Bool completed") })
    _ = try container.resolve(Int.self)
    #expect(
      log.lines == [
        "Int begins", "String begins", "Double", "String ends", "Bool", "Int ends",
        "Double completed", "String completed", "Bool completed", "Int completed",
      ])
    log.lines = []
    _ = try container.resolve(Int.self)
    #expect(log.lines == ["Int begins", "Int ends", "Int completed"])
  }

  @Test(.tags(.C2))
  func callbacksOfWhatACallbackMakesComeLast() throws {
    container.register(
      Int.self, transient: { c in try c.resolve(String.self).count },
      initCompleted: { _, _ in log.add("Int completed") })
    container.register(
      String.self, transient: { _ in "four" },
      initCompleted: { _, c in
        log.add("String begins")
        _ = try c.resolve(Bool.self)
        log.add("String ends")
      })
    container.register(
      Bool.self,
      transient: log.factory("Bool", of: true),
      initCompleted: { _, _ in log.add("Bool completed") })
    _ = try container.resolve(Int.self)
    #expect(
      log.lines == [
        "String begins", "Bool", "String ends", "Int completed", "Bool completed",
      ])
  }

  /// Before the outermost resolve has ended.
  @Test(.tags(.C2, .M3))
  func singletonIsListedAsMadeAsSoonAsItIsComplete() throws {
    var seen: [[String]] = []
    container.register(Rock.self, name: "plain", lazySingleton: { _ in Rock() })
    container.register(
      Rock.self, name: "completed", lazySingleton: { _ in Rock() }, initCompleted: { _, _ in })
    container.register(
      Int.self,
      transient: { c in
        _ = try c.resolveAll(Rock.self)
        seen.append(c.keys("(made)"))
        return 1
      },
      initCompleted: { _, c in seen.append(c.keys("(made)")) })
    _ = try container.resolve(Int.self)
    #expect(seen == [[#"Rock "plain""#], [#"Rock "plain""#, #"Rock "completed""#]])
  }

  // MARK: Failures

  @Test(.tags(.C6, .R7))
  func singletonsThatWereNotCompletedAreNotKept() throws {
    var fails = true
    for name in ["a", "b", "c"] {
      container.register(
        Rock.self, name: name,
        lazySingleton: log.factory("made \(name)", of: Rock()),
        initCompleted: { _, _ in
          log.add("completed \(name)")
          if fails, name == "b" { throw Failure("b") }
        })
    }
    container.register(Rock.self, name: "free", lazySingleton: { _ in Rock() })
    container.register(Int.self) { c in
      for name in ["free", "a", "b", "c"] { _ = try c.resolve(Rock.self, name: name) }
      return 1
    }
    for completed in [["made a", "made b", "made c", "completed a"], ["made b", "made c"]] {
      log.lines = []
      #expect(throws: Failure("b")) { try container.resolve(Int.self) }
      #expect(log.lines == completed + ["completed b"])
      #expect(container.keys("(made)") == [#"Rock "a""#, #"Rock "free""#])
    }
    fails = false
    log.lines = []
    #expect(try container.resolve(Int.self) == 1)
    #expect(log.lines == ["made b", "made c", "completed b", "completed c"])
  }
}
