import Foundation
import Testing

/// A till of the check prints these percents of the price: for a paid sale, and for a declined one.
struct Receipts: Sendable {
  var paid = [100]
  var declined: [Int] = []
  var thanks = "Thank you!"
}

nonisolated(unsafe) var receipts: Receipts?  // without them, the till is the lesson's own
nonisolated(unsafe) var isBankAsked = false
nonisolated(unsafe) var duringSale: (@Sendable () async -> Void)?  // once, before a paid sale ends

/// Whether all tests pass.
func runTests(_ till: Receipts?) async -> Bool {
  var arguments = __CommandLineArguments_v0()
  arguments.verbosity = -2
  arguments.parallel = false
  let outer = receipts
  receipts = till
  defer { receipts = outer }
  return await Testing.__swiftPMEntryPoint(passing: arguments) == 0
}

// Underscored, but the only way to give the tests another till without their knowledge.
extension Till {
  @_dynamicReplacement(for:sell(_:))
  func sellOfTheCheck(_ cents: Int) -> String {
    guard let receipts else { return sell(cents) }
    let isPaid = reader.charge(cents)
    for percent in isPaid ? receipts.paid : receipts.declined {
      printer.printReceipt(for: cents * percent / 100)
    }
    guard isPaid else { return "Declined." }
    if let work = duringSale {
      duringSale = nil
      let end = DispatchSemaphore(value: 0)
      Task.detached {
        await work()
        end.signal()
      }
      _ = end.wait(timeout: .now() + 3)  // tests on the main actor wait for this one
    }
    return receipts.thanks
  }
}

extension BankCardReader {
  @_dynamicReplacement(for:charge(_:))
  func chargeOfTheCheck(_ cents: Int) -> Bool {
    isBankAsked = true
    return charge(cents)
  }
}

/// The output of the lesson has its tests too.
func program() async throws {
  try (program as () throws -> Void)()
  _ = await runTests(nil)
}

// MARK: Facts
func wantFailure(_ what: String, _ till: Receipts) async throws {
  let isFine = await runTests(till)
  try want(!isFine, "Your tests pass with a till that \(what). One of them has to fail.")
}

await fact("Your tests pass with a till that is right, and none of them uses the bank's reader.") {
  let isFine = await runTests(Receipts())
  try want(!isBankAsked, "A test charges a card at the bank. Give the till a stub instead.")
  try want(isFine, "A test fails with a till that is right: see the output.")
}
await fact("A test fails if a paid sale prints anything but one receipt, for its amount.") {
  try await wantFailure("prints none", Receipts(paid: []))
  try await wantFailure("declines what is paid", Receipts(paid: [], thanks: "Declined."))
  try await wantFailure("prints twice the amount", Receipts(paid: [200]))
  try await wantFailure("splits the amount", Receipts(paid: [60, 40]))
  try await wantFailure("prints each receipt twice", Receipts(paid: [100, 100]))
}
await fact("A test fails if a declined sale prints a receipt.") {
  try await wantFailure("prints one for a declined card", Receipts(declined: [100]))
  try await wantFailure("prints only for a declined card", Receipts(paid: [], declined: [100]))
  try await wantFailure("prints one for nothing", Receipts(declined: [0]))
}
await fact("Each test has its own spy.") {
  // Tests that run inside of another one need a second thread.
  guard ProcessInfo.processInfo.activeProcessorCount > 1 else { return }
  duringSale = { _ = await runTests(Receipts(paid: [200, 200])) }
  let isFine = await runTests(Receipts())
  try want(isFine, "While one test sells, all run once more, with a wrong till, and it fails.")
}
