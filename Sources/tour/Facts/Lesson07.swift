import Foundation
import Testing

/// A till of the check. Its text says what is wrong with it.
enum OtherTill: String {
  case right = "is right"
  case silent = "prints none"
  case doubling = "prints twice the amount"
  case splitting = "splits the amount"
  case repeating = "prints each receipt twice"
  case careless = "prints one for a declined card"
  case empty = "prints one for nothing"

  /// Without, the till is the student's own.
  static let current = OtherTill(rawValue: CommandLine.arguments[CommandLine.argc > 1 ? 1 : 0])

  func receipts(_ cents: Int, isPaid: Bool) -> [Int] {
    switch self {
    case .right: isPaid ? [cents] : []
    case .silent: []
    case .doubling: isPaid ? [2 * cents] : []
    case .splitting: isPaid ? [cents - 100, 100] : []
    case .repeating: isPaid ? [cents, cents] : []
    case .careless: [cents]
    case .empty: isPaid ? [cents] : [0]
    }
  }
}

let bankIsAsked: CInt = 3  // how a program ends

// Underscored, but the only way to give the tests another till without their knowledge.
extension Till {
  @_dynamicReplacement(for:sell(_:))
  func sellOfTheCheck(_ cents: Int) -> String {
    guard let till = OtherTill.current else { return sell(cents) }
    let isPaid = reader.charge(cents)
    for amount in till.receipts(cents, isPaid: isPaid) { printer.printReceipt(for: amount) }
    return isPaid ? "Thank you!" : "Declined."
  }
}

extension BankCardReader {
  @_dynamicReplacement(for:charge(_:))
  func chargeOfTheCheck(_ cents: Int) -> Bool {
    if OtherTill.current != nil { exit(bankIsAsked) }
    return charge(cents)
  }
}

// MARK: Facts
/// What the tour shows of this lesson, and with another till, a program that fails if a test does.
func program() async throws {
  if OtherTill.current == nil { try Lesson07.program() }
  var arguments = __CommandLineArguments_v0()
  arguments.verbosity = -2
  let status: CInt = await Testing.__swiftPMEntryPoint(passing: arguments)
  if OtherTill.current != nil { exit(status) }
}

/// Runs the tests in a program of their own, since one may crash with a broken till.
func runTests(_ till: OtherTill) throws -> (status: CInt, output: String) {
  let (process, pipe) = (Process(), Pipe())
  process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
  process.arguments = [till.rawValue]
  process.standardInput = FileHandle.nullDevice
  process.standardOutput = pipe
  process.standardError = pipe
  try process.run()
  let output = pipe.fileHandleForReading.readData(ofLength: 10_000)
  try pipe.fileHandleForReading.close()
  process.waitUntilExit()
  return (process.terminationStatus, String(decoding: output, as: UTF8.self))
}

func wantFailure(_ tills: OtherTill...) throws {
  for till in tills {
    let isMissed = try runTests(till).status == 0
    try want(!isMissed, "Your tests pass with a till that \(till.rawValue). One has to fail.")
  }
}

await fact("Your tests pass with a till that is right, and none of them asks the bank.") {
  let (status, output) = try runTests(.right)
  let advice = "A test asks the bank. Give the till a stub instead."
  try want(status != bankIsAsked, advice)
  try want(status == 0, "With the check's till, which is right, a test fails:\n\(output)")
}
await fact("A test fails if a paid sale prints no receipt.") { try wantFailure(.silent) }
await fact("A test fails if the receipt has another amount.") {
  try wantFailure(.doubling, .splitting)
}
await fact("A test fails if a receipt is printed twice.") { try wantFailure(.repeating) }
await fact("A test fails if a declined sale prints a receipt.") {
  try wantFailure(.careless, .empty)
}
