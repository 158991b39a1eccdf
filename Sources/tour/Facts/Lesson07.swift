import Testing

/// What a till prints for a paid sale and for a declined one.
struct Receipts {
  var paid: (Int) -> [Int] = { [$0] }
  var declined: (Int) -> [Int] = { _ in [] }

  nonisolated(unsafe) static var ofTheTill: Receipts?  // without, the till is the student's own
  nonisolated(unsafe) static var isBankAsked = false
}

// Underscored, but the only way to give the tests another till without their knowledge.
extension Till {
  @_dynamicReplacement(for:sell(_:))
  func sellOfTheCheck(_ cents: Int) -> String {
    guard let receipts = Receipts.ofTheTill else { return sell(cents) }
    let isPaid = reader.charge(cents)
    for amount in (isPaid ? receipts.paid : receipts.declined)(cents) {
      printer.printReceipt(for: amount)
    }
    return isPaid ? "Thank you!" : "Declined."
  }
}

extension BankCardReader {
  @_dynamicReplacement(for:charge(_:))
  func chargeOfTheCheck(_ cents: Int) -> Bool {
    Receipts.isBankAsked = true
    return cents < 1000
  }
}

// MARK: Facts
/// Whether all tests pass. Swift Testing prints what fails.
func pass(_ receipts: Receipts?) async -> Bool {
  Receipts.ofTheTill = receipts
  var arguments = __CommandLineArguments_v0()
  arguments.verbosity = -2
  let status: CInt = await Testing.__swiftPMEntryPoint(passing: arguments)
  return status == 0
}

func wantFailure(_ till: String, _ receipts: Receipts) async throws {
  let isMissed = await pass(receipts)
  try want(!isMissed, "Your tests pass with a till that \(till). One of them has to fail.")
}

/// What the tour shows of this lesson, with its tests.
func program() async throws {
  try Lesson07.program()
  _ = await pass(nil)
}

await fact("Your tests pass with a till that is right, and none of them asks the bank.") {
  try await want(pass(Receipts()), "A test fails with a right till. Above, it says which.")
  try want(!Receipts.isBankAsked, "A test asks the bank. Give the till a stub instead.")
}
await fact("A test fails if a paid sale prints no receipt.") {
  try await wantFailure("prints none", Receipts(paid: { _ in [] }))
}
await fact("A test fails if the receipt has another amount.") {
  try await wantFailure("prints twice the amount", Receipts(paid: { [2 * $0] }))
  try await wantFailure("splits the amount", Receipts(paid: { [$0 - 100, 100] }))
}
await fact("A test fails if a receipt is printed twice.") {
  try await wantFailure("prints each receipt twice", Receipts(paid: { [$0, $0] }))
}
await fact("A test fails if a declined sale prints a receipt.") {
  try await wantFailure("prints one for a declined card", Receipts(declined: { [$0] }))
  try await wantFailure("prints one for nothing", Receipts(declined: { _ in [0] }))
}
