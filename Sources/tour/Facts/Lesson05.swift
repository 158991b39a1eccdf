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
  @_dynamicReplacement(for:sell(_:)) func sellOfTheCheck(_ cents: Int) -> String {
    guard let receipts else { return sell(cents) }
    let answer = reader.charge(cents)
    let values = Test.current?.isParameterized == true ? " \(Test.Case.current as Any)" : ""
    sales[(Test.current?.name ?? "") + values, default: []].insert(answer)
    let isPaid = receipts.answer ?? answer
    for percent in isPaid ? receipts.paid : receipts.declined {
      printer.printReceipt(for: cents * percent / 100)
    }
    return isPaid ? "Thank you!" : "Declined."
  }
}

@_dynamicReplacement(for:shopWithTill()) func shopOfTheCheck() -> DIContainer {
  let shop = shopWithTill()
  if isTillMissing { shop.unregister(Till.self) }
  return shop
}

/// The names of the tests that fail.
func failingTests() async -> Set<String> {
  var arguments = __CommandLineArguments_v0()
  arguments.verbosity = -2
  arguments.parallel = false
  arguments.eventStreamOutputPath = "events"
  sales = [:]
  let _: CInt = await Testing.__swiftPMEntryPoint(passing: arguments)
  let events = (try? String(contentsOfFile: "events", encoding: .utf8)) ?? ""
  let issues = events.split(separator: "\n").filter {
    $0.contains("\"issueRecorded\"") && !$0.contains("\"isKnown\":true")
  }
  return Set(issues.compactMap { $0.firstMatch(of: /(\w+\([^"]*?\))\\\/[^"]+"/).map { "\($0.1)" } })
}

func program() async throws {
  try (program as () throws -> Void)()  // the lesson's
  _ = await failingTests()
}

// MARK: Facts
receipts = Receipts()
var known: Set<String> = []  // A test that always fails finds nothing.
let said = await output { known = await failingTests() }
let allSales = sales

await fact("Your tests pass with a correct till, and never charge a card at the bank.") {
  try want(known == [], "With a correct till, \(known.sorted()) fails: see the output.")
  try want(!said.contains("bank"), "A test uses the bank's reader. Register a stub.")
}
await fact("A test fails unless a paid sale prints only its receipt, and a declined sale none.") {
  for (till, wrong) in [
    "prints none": Receipts(paid: []), "prints twice the amount": Receipts(paid: [200]),
    "splits the amount": Receipts(paid: [60, 40]), "takes every card": Receipts(answer: true),
    "prints each receipt twice": Receipts(paid: [100, 100]),
    "prints one for a declined card": Receipts(declined: [100]),
    "prints one for nothing": Receipts(declined: [0]), "takes no card": Receipts(answer: false),
  ] as KeyValuePairs {
    receipts = wrong
    trial = "With a till that \(till), your tests end the program. "
    let isFound = await !failingTests().isSubset(of: known)
    try want(isFound, "No test fails with a till that \(till).")
  }
}
await fact("There is a test for each of the two sales, and none passes without its sale.") {
  for (test, answers) in allSales {
    try want(answers.count == 1, "`\(test)` makes a paid and a declined sale. Write two tests.")
  }
  isTillMissing = true
  trial = "In a shop without a till, your tests end the program. "
  let failing = await failingTests()
  for test in allSales.keys where sales[test] == nil && !failing.contains(where: test.hasPrefix) {
    throw Wrong(description: "`\(test)` passes in a shop without a till. It has to fail.")
  }
}
await fact("Each test has its own spy and its own container. `Till.swift` is unchanged.") {
  try wantNothingShared("Create the spy in the test.")
  try wantUnchanged("protocol", "struct Bank", "struct Paper", "struct Till {", "func")
}
