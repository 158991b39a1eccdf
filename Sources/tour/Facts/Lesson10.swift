/// The amounts on the receipts for a sale of so many cents.
private typealias Receipts = (Int) -> [Int]

private final class OtherTill: Till {
  var paid: Receipts = { [$0] }
  var declined: Receipts = { _ in [] }

  override func sell(_ cents: Int) -> String {
    let isPaid = reader.charge(cents)
    for cents in isPaid ? paid(cents) : declined(cents) { printer.printReceipt(for: cents) }
    return isPaid ? "Thank you!" : "Declined."
  }
}

/// What your test says of a shop that has such a till, and no reader and no printer.
private func wantTest(
  toFail isBroken: Bool = true, paid: @escaping Receipts = { [$0] },
  declined: @escaping Receipts = { _ in [] }
) throws {
  let shop = DIContainer()
  shop.register(Till.self) { c in
    let till = try OtherTill(reader: c.resolve(), printer: c.resolve())
    till.paid = paid
    till.declined = declined
    return till
  }
  let found = failure { try testReceipts(shop) }
  try want((found != "no error") == isBroken, "`testReceipts` says of such a till: \(found).")
}

let facts = [
  Fact("Your test passes for a good till, whatever else the shop has.") {
    try testReceipts(shopWithTill())
    try wantTest(toFail: false)
  },
  Fact("It fails if no receipt is printed.") {
    try wantTest(paid: { _ in [] })
    try wantTest(paid: { _ in [] }, declined: { [$0] })
  },
  Fact("It fails if another amount is printed.") {
    for wrong: Receipts in [{ [2 * $0] }, { [$0 - 100, 100] }] { try wantTest(paid: wrong) }
  },
  Fact("It fails if a receipt is printed twice.") { try wantTest(paid: { [$0, $0] }) },
  Fact("It fails if a declined card gets a receipt.") { try wantTest(declined: { _ in [0] }) },
  Fact("The program and its test are as they were, and no test asks the bank.") {
    let banks = try readersFiles()[0].text.matches(of: /BankCardReader\(/).count
    try want("`BankCardReader` is made in so many places", banks, is: 1, "A test has a stub.")
    try testDeclinedCard(shopWithTill())
    let till = try shopWithTill().resolve(Till.self)
    try want("Sales", [300, 5000].map(till.sell), is: ["Thank you!", "Declined."])
  },
]
