import Testing

final class Facts: Check {
  /// Whether all tests pass. Swift Testing prints what fails.
  func pass(
    paid: @escaping (Int) -> [Int] = { [$0] }, declined: @escaping (Int) -> [Int] = { _ in [] }
  ) async -> Bool {
    TillOfTheCheck.paid = paid
    TillOfTheCheck.declined = declined
    var arguments = __CommandLineArguments_v0()
    arguments.verbosity = -2
    let status: CInt = await Testing.__swiftPMEntryPoint(passing: arguments)
    return status == 0
  }

  func wantFailure(
    _ till: String, paid: @escaping (Int) -> [Int] = { [$0] },
    declined: @escaping (Int) -> [Int] = { _ in [] }
  ) async throws {
    let isMissed = await pass(paid: paid, declined: declined)
    try want(!isMissed, "Your tests pass with a till that \(till). One of them has to fail.")
  }

  override func run(_ program: () async throws -> Void) async throws {
    try await program()
    _ = await pass()
  }

  override func facts() async {
    await fact("Your tests pass with a till that is right, and none of them asks the bank.") {
      TillOfTheCheck.isBankAsked = false
      try await want(pass(), "A test fails with a right till. Above, it says which.")
      try want(!TillOfTheCheck.isBankAsked, "A test asks the bank. Give the till a stub instead.")
    }
    await fact("A test fails if a paid sale prints no receipt.") {
      try await wantFailure("prints none", paid: { _ in [] })
    }
    await fact("A test fails if the receipt has another amount.") {
      try await wantFailure("prints twice the amount", paid: { [2 * $0] })
      try await wantFailure("splits the amount", paid: { [$0 - 100, 100] })
      try await wantFailure("prints a cent less", paid: { [$0 - 1] })
    }
    await fact("A test fails if a receipt is printed twice.") {
      try await wantFailure("prints each receipt twice", paid: { [$0, $0] })
    }
    await fact("A test fails if a declined sale prints a receipt.") {
      try await wantFailure("prints one for a declined card", declined: { [$0] })
      try await wantFailure("prints one for nothing", declined: { _ in [0] })
    }
  }
}
