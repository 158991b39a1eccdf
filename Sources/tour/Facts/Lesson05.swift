import Testing

/// The check's till prints these percentages of the price, for a paid and for a declined sale.
struct OtherTill {
  var paid = [100]
  var declined: [Int] = []
  var refusal = "Declined."
}

nonisolated(unsafe) var otherTill: OtherTill?  // `nil`: the till is the lesson's own
nonisolated(unsafe) var changeShop: (DIContainer) -> Void = { _ in }  // to each shop
nonisolated(unsafe) var salesByTest: [String: Set<Bool>] = [:]  // of each test, by answer

// Underscored, but the only way to give the tests another till without their knowledge.
extension Till {
  @_dynamicReplacement(for:sell(_:)) func sellOfTheCheck(_ cents: Int) -> String {
    guard let till = otherTill else { return sell(cents) }
    let answer = reader.charge(cents)
    let values = Test.current?.isParameterized == true ? " \(Test.Case.current as Any)" : ""
    let test = Test.current.map { "\($0.id)\(values)" } ?? ""
    salesByTest[test, default: []].insert(answer)
    for percent in answer ? till.paid : till.declined {
      printer.printReceipt(for: cents * percent / 100)
    }
    return answer ? "Thank you!" : till.refusal
  }
}

@_dynamicReplacement(for:shopWithTill()) func shopOfTheCheck() -> DIContainer {
  let shop = shopWithTill()
  changeShop(shop)
  return shop
}

/// The tests that fail, by their identifiers.
func failingTests() async -> Set<String> {
  var arguments = __CommandLineArguments_v0()
  arguments.verbosity = -2
  arguments.parallel = false
  arguments.eventStreamOutputPath = "events"
  salesByTest = [:]
  let _: CInt = await Testing.__swiftPMEntryPoint(passing: arguments)
  let events = (try? String(contentsOfFile: "events", encoding: .utf8)) ?? ""
  let issues = events.split(separator: "\n").filter {
    $0.contains("\"issueRecorded\"") && !$0.contains("\"isKnown\":true")
  }
  let tests = issues.compactMap { $0.firstMatch(of: /"testID":"((\\.|[^"])*)"/)?.1 }
  return Set(tests.map { "\($0.replacing("\\", with: ""))" })  // "\/" and "\"" of JSON
}

func program() async throws {
  try (program as () throws -> Void)()  // the lesson's
  _ = await failingTests()
}

// MARK: Facts
otherTill = OtherTill()
var known: Set<String> = []  // A test that always fails finds nothing.
let said = await output { known = await failingTests() }
let sales = salesByTest
func names(_ tests: some Collection<String>) -> String {  // without the module and the line
  tests.map { $0.replacing(/^\w+\.|\/[^\/]+:\d+:\d+/, with: "") }.sorted().joined(separator: ", ")
}
func aTestFails() async -> Bool { await !failingTests().isSubset(of: known) }

await fact("Your tests pass with a correct till, and never charge a card at the bank.") {
  try want(known.isEmpty, "With a correct till, `\(names(known))` fails: see the output.")
  try want(!said.contains("bank"), "A test uses the bank's reader. Register a stub.")
}
await fact("With each wrong till, such as one that prints another receipt, a test fails.") {
  for (till, wrong) in [
    "prints none": OtherTill(paid: []), "prints twice the amount": OtherTill(paid: [200]),
    "splits it": OtherTill(paid: [60, 40]), "prints each twice": OtherTill(paid: [100, 100]),
    "also prints one for 0 cents": OtherTill(paid: [100, 0]),
    "first prints one for 0 cents": OtherTill(paid: [0, 100]),
    "prints one for a declined card": OtherTill(declined: [100]),
    "prints one for 0 cents for a declined card": OtherTill(declined: [0]),
    "says 'Thank you!' after a declined sale": OtherTill(refusal: "Thank you!"),
  ] as KeyValuePairs {
    otherTill = wrong
    trial = "With a till that \(till), your tests end the program. "
    try await want(aTestFails(), "No test fails with a till that \(till).")
  }
  otherTill = OtherTill()
  changeShop = { $0.register(Int.self) { _ in throw Wrong(description: "Not today.") } }
  try await want(aTestFails(), "No test fails if another service of the shop cannot be created.")
}
await fact("There is a test for each of the two sales, and none passes without its sale.") {
  for (test, answers) in sales {
    try want(answers.count == 1, "`\(names([test]))` makes both sales. Write two tests.")
  }
  changeShop = { $0.unregister(Till.self) }
  trial = "In a shop without a till, your tests end the program. "
  let failing = await failingTests()
  let passing = sales.keys.filter { test in
    salesByTest[test] == nil && !failing.contains { test.hasPrefix($0) }
  }
  try want(passing.isEmpty, "In a shop without a till, `\(names(passing))` has to fail.")
}
await fact("Each test has its own spy and its own container. `Till.swift` is unchanged.") {
  try wantNothingShared("Create the spy in the test.")
  try wantUnchanged("protocol", "struct Bank", "struct Paper", "struct Till {")
  try wantUnchanged("func shop", "func program")
}
