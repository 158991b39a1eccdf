import Foundation
import Testing

/// The check's till prints these percentages of the price, for a paid and for a declined sale.
struct Receipts {
  var paid = [100]
  var declined: [Int] = []
  var answer: Bool?  // instead of the reader's
}

nonisolated(unsafe) var receipts: Receipts?  // without them, the till is the lesson's own
nonisolated(unsafe) var isTillMissing = false
nonisolated(unsafe) var sales: [String: Set<Bool>] = [:]  // of each test: paid, declined or both

// Underscored, but the only way to give the tests another till without their knowledge.
extension Till {
  @_dynamicReplacement(for:sell(_:))
  func sellOfTheCheck(_ cents: Int) -> String {
    guard let receipts else { return sell(cents) }
    let answer = reader.charge(cents)
    let test = Test.current?.name ?? ""
    let arguments = Test.current?.isParameterized == true ? " \(Test.Case.current as Any)" : ""
    sales[test + arguments, default: []].insert(answer)
    let isPaid = receipts.answer ?? answer
    for percent in isPaid ? receipts.paid : receipts.declined {
      printer.printReceipt(for: cents * percent / 100)
    }
    return isPaid ? "Thank you!" : "Declined."
  }
}

@_dynamicReplacement(for:shopWithTill())
func shopOfTheCheck() -> DIContainer {
  let shop = shopWithTill()
  if isTillMissing { shop.unregister(Till.self) }
  return shop
}

/// The names of the tests that fail.
func failingTests() async -> Set<String> {
  let events = FileManager.default.temporaryDirectory.path + "/tour-\(UUID())"
  defer { try? FileManager.default.removeItem(atPath: events) }
  var arguments = __CommandLineArguments_v0()
  arguments.verbosity = -2
  arguments.parallel = false
  arguments.eventStreamOutputPath = events
  sales = [:]
  let _: CInt = await Testing.__swiftPMEntryPoint(passing: arguments)
  let text = (try? String(contentsOfFile: events, encoding: .utf8)) ?? ""
  let issues = text.split(separator: "\n").filter {
    $0.contains("\"issueRecorded\"") && !$0.contains("\"isKnown\":true")
  }
  return Set(issues.compactMap { $0.firstMatch(of: /(\w+\([^"]*?\))\\\/[^"]+"/).map { "\($0.1)" } })
}

func program() async throws {
  try (program as () throws -> Void)()  // the lesson's
  _ = await failingTests()
}

// MARK: Facts
func wantFailure(_ what: String, _ till: Receipts, besides known: Set<String>) async throws {
  receipts = till
  trial = "The till \(what), and your tests end the program: "
  let failing = await failingTests()
  try want(!failing.isSubset(of: known), "No test fails with a till that \(what).")
}

await fact("Your tests pass with a correct till, and never charge a card at the bank.") {
  receipts = Receipts()
  var failing: Set<String> = []
  let text = await output { failing = await failingTests() }
  try want(failing == [], "With a correct till, \(failing.sorted()) fails: see the output.")
  try want(!text.contains("bank"), "A test uses the bank's reader. Register a stub.")
}
await fact("A test fails unless a paid sale prints only its receipt, and a declined sale none.") {
  receipts = Receipts()
  let known = await failingTests()  // A test that always fails finds nothing.
  for (what, till) in [
    ("prints none", Receipts(paid: [])), ("prints twice the amount", Receipts(paid: [200])),
    ("splits the amount", Receipts(paid: [60, 40])),
    ("prints each receipt twice", Receipts(paid: [100, 100])),
    ("prints one for a declined card", Receipts(declined: [100])),
    ("prints only for a declined card", Receipts(paid: [], declined: [100])),
    ("prints one for nothing", Receipts(declined: [0])),
    ("declines every card", Receipts(answer: false)),
    ("takes every card", Receipts(answer: true)),
  ] { try await wantFailure(what, till, besides: known) }
}
await fact("One test sells to a paid card, another to a declined one, and none ends silently.") {
  receipts = Receipts()
  _ = await failingTests()
  let all = sales
  for (test, answers) in all {
    try want(answers.count == 1, "`\(test)` makes a paid and a declined sale. Write two tests.")
  }
  isTillMissing = true
  trial = "The shop has no till, and your tests end the program: "
  let failing = await failingTests()
  for test in all.keys where sales[test] == nil {
    let isFailing = failing.contains { test.hasPrefix($0) }
    try want(isFailing, "`\(test)` passes in a shop without a till: what ends it before `#expect`?")
  }
}
await fact("Each test has its own spy and its own container. `Till.swift` is unchanged.") {
  try wantNothingShared("Create the spy in the test.")
  try wantUnchanged("protocol", "struct Bank", "struct Paper", "struct Till {", "func")
}
