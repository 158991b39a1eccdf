import Foundation
import Testing

/// What a till of the check prints, in percent: for a paid sale, and for a declined one. Without these
/// arguments, the till is the student's own.
let receipts = CommandLine.arguments.dropFirst().map { percents in
  percents.split(separator: " ").compactMap { Int($0) }
}
let bankIsAsked: CInt = 3  // how a program ends

// Underscored, but the only way to give the tests another till without their knowledge.
extension Till {
  @_dynamicReplacement(for:sell(_:))
  func sellOfTheCheck(_ cents: Int) -> String {
    if receipts.isEmpty { return sell(cents) }
    let isPaid = reader.charge(cents)
    for percent in receipts[isPaid ? 0 : 1] { printer.printReceipt(for: cents * percent / 100) }
    return isPaid ? "Thank you!" : "Declined."
  }
}

extension BankCardReader {
  @_dynamicReplacement(for:charge(_:))
  func chargeOfTheCheck(_ cents: Int) -> Bool {
    if !receipts.isEmpty { exit(bankIsAsked) }
    return charge(cents)
  }
}

// MARK: Facts
/// What the tour shows of this lesson, and with another till, a program that fails if a test does.
func program() async throws {
  if receipts.isEmpty { try Lesson07.program() }
  var arguments = __CommandLineArguments_v0()
  arguments.verbosity = -2
  let status: CInt = await Testing.__swiftPMEntryPoint(passing: arguments)
  if !receipts.isEmpty { exit(status) }
}

/// Runs the tests in a program of their own, since one may crash with a broken till.
func runTests(paid: String = "100", declined: String = "") throws -> (CInt, output: String) {
  let (process, pipe) = (Process(), Pipe())
  process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
  process.arguments = [paid, declined]
  process.standardInput = FileHandle.nullDevice
  process.standardOutput = pipe
  process.standardError = pipe
  try process.run()
  let output = pipe.fileHandleForReading.readData(ofLength: 10_000)
  try pipe.fileHandleForReading.close()
  process.waitUntilExit()
  return (process.terminationStatus, String(decoding: output, as: UTF8.self))
}

func wantFailure(_ till: String, paid: String = "100", declined: String = "") throws {
  let (status, _) = try runTests(paid: paid, declined: declined)
  try want(status != 0, "Your tests pass with a till that \(till). One of them has to fail.")
}

await fact("Your tests pass with a till that is right, and none of them asks the bank.") {
  let (status, output) = try runTests()
  try want(status != bankIsAsked, "A test asks the bank. Give the till a stub instead.")
  try want(status == 0, "With the check's till, which is right, a test fails:\n\(output)")
}
await fact("A test fails if a paid sale prints no receipt.") {
  try wantFailure("prints none", paid: "")
}
await fact("A test fails if the receipt has another amount.") {
  try wantFailure("prints twice the amount", paid: "200")
  try wantFailure("splits the amount", paid: "60 40")
}
await fact("A test fails if a receipt is printed twice.") {
  try wantFailure("prints each receipt twice", paid: "100 100")
}
await fact("A test fails if a declined sale prints a receipt.") {
  try wantFailure("prints one for a declined card", declined: "100")
  try wantFailure("prints one for nothing", declined: "0")
}
