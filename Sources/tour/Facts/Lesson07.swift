import Testing

/// A till of the check prints these percents of the price: for a paid sale, and for a declined one.
struct Receipts {
  var paid = [100]
  var declined: [Int] = []
}

nonisolated(unsafe) var receipts: Receipts?  // without them, the till is the lesson's own

// Underscored, but the only way to give the tests another till without their knowledge.
extension Till {
  @_dynamicReplacement(for:sell(_:))
  func sellOfTheCheck(_ cents: Int) -> String {
    guard let receipts else { return sell(cents) }
    let isPaid = reader.charge(cents)
    for percent in isPaid ? receipts.paid : receipts.declined {
      printer.printReceipt(for: cents * percent / 100)
    }
    return isPaid ? "Thank you!" : "Declined."
  }
}

/// Whether all tests pass.
func runTests() async -> Bool {
  var arguments = __CommandLineArguments_v0()
  arguments.verbosity = -2
  arguments.parallel = false
  return await Testing.__swiftPMEntryPoint(passing: arguments) == 0
}

func program() async throws {
  try (program as () throws -> Void)()  // the lesson's
  _ = await runTests()
}

// MARK: Facts
func wantFailure(_ what: String, _ till: Receipts) async throws {
  receipts = till
  let isFine = await runTests()
  try want(!isFine, "Your tests pass with a till that \(what). One of them has to fail.")
}

await fact("Your tests pass with a till that is right, and never charge a card at the bank.") {
  receipts = Receipts()
  var isFine = false
  let text = await output { isFine = await runTests() }
  try want(isFine, "A test fails with a till that is right: see the output.")
  try want(!text.contains("bank"), "A test uses the bank's reader. Register a stub.")
}
await fact("A test fails if a paid sale prints anything but its receipt, or a declined sale any.") {
  try await wantFailure("prints none", Receipts(paid: []))
  try await wantFailure("prints twice the amount", Receipts(paid: [200]))
  try await wantFailure("splits the amount", Receipts(paid: [60, 40]))
  try await wantFailure("prints each receipt twice", Receipts(paid: [100, 100]))
  try await wantFailure("prints one for a declined card", Receipts(declined: [100]))
  try await wantFailure("prints only for a declined card", Receipts(paid: [], declined: [100]))
  try await wantFailure("prints one for nothing", Receipts(declined: [0]))
}
await fact("Each test has its own spy and its own container.") {
  let shared = try declarations("var", "type.property").filter {
    !$0.contains(/: [\[(]*(Bool|Int|String)\b/)
  }
  try want("Global or static", shared, is: [])
}
