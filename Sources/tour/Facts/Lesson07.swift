import Foundation
import Testing

/// What a till of the check prints, in percent: for a paid sale, and for a declined one. Without these
/// arguments, the till is the student's own. A third one is for the first paid sale: before it ends, all
/// tests run once more, with a till that prints this.
let receipts = CommandLine.arguments.dropFirst().map { percents in
  percents.split(separator: " ").compactMap { Int($0) }
}
let bankIsAsked: CInt = 3  // how a program ends

enum Nested { @TaskLocal static var isOn = false }
nonisolated(unsafe) var isFirstSale = true

@discardableResult func runAllTests() async -> CInt {
  var arguments = __CommandLineArguments_v0()
  arguments.verbosity = -2
  return await Testing.__swiftPMEntryPoint(passing: arguments)
}

// Underscored, but the only way to give the tests another till without their knowledge.
extension Till {
  @_dynamicReplacement(for:sell(_:))
  func sellOfTheCheck(_ cents: Int) -> String {
    if receipts.isEmpty { return sell(cents) }
    let isPaid = reader.charge(cents)
    let percents = Nested.isOn ? receipts[2] : receipts[isPaid ? 0 : 1]
    for percent in percents { printer.printReceipt(for: cents * percent / 100) }
    if isPaid, receipts.count > 2, isFirstSale {
      isFirstSale = false
      let end = DispatchSemaphore(value: 0)
      Task.detached {
        await Nested.$isOn.withValue(true) { _ = await runAllTests() }
        end.signal()
      }
      end.wait()
    }
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
  let status = await runAllTests()
  if !receipts.isEmpty { exit(status) }
}

/// Runs the tests in a program of their own, since one may crash with a broken till.
func runTests(_ till: String...) throws -> (CInt, output: String) {
  let (process, pipe) = (Process(), Pipe())
  process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
  process.arguments = till
  process.standardInput = FileHandle.nullDevice
  process.standardOutput = pipe
  process.standardError = pipe
  try process.run()
  let output = pipe.fileHandleForReading.readData(ofLength: 10_000)
  try pipe.fileHandleForReading.close()
  process.waitUntilExit()
  let text = String(decoding: output, as: UTF8.self)
  let isCrash = process.terminationReason == .uncaughtSignal && !text.contains("recorded an issue")
  let advice = "Expect it with `#expect` or `#require`, which fail one test."
  try want(!isCrash, "A test ends the whole program, so no other can run. \(advice)\n\(text)")
  return (process.terminationStatus, text)
}

func wantFailure(_ what: String, paid: String = "100", declined: String = "") throws {
  let (status, _) = try runTests(paid, declined)
  try want(status != 0, "Your tests pass with a till that \(what). One of them has to fail.")
}

await fact("Your tests pass with a till that is right, and none of them asks the bank.") {
  let (status, output) = try runTests("100", "")
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
await fact("Each test has a spy of its own, so that tests can run in parallel.") {
  // Those that run inside of another one need a second thread.
  guard ProcessInfo.processInfo.activeProcessorCount > 1 else { return }
  let (status, output) = try runTests("100", "", "200 200")
  let why = "While one test runs, the check runs all of them, with another till, and it fails:"
  try want(status == 0, "\(why)\n\(output)")
}
