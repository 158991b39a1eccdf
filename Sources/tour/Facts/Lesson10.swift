// SPDX-License-Identifier: MIT-0

/// A till that makes the mistake, or none.
private final class OtherTill: Till {
  enum Mistake: String, CaseIterable {
    case noReceipt = "prints no receipt"
    case wrongAmount = "prints another amount"
    case twoReceipts = "prints each receipt twice"
    case receiptForNothing = "prints a receipt for a declined card"
  }

  var mistake: Mistake?

  override func sell(_ cents: Int) -> String {
    let isPaid = reader.charge(cents)
    let receipts =
      switch mistake {
      case nil: isPaid ? [cents] : []
      case .noReceipt: [Int]()
      case .wrongAmount: isPaid ? [cents + 1] : []
      case .twoReceipts: isPaid ? [cents, cents] : []
      case .receiptForNothing: [cents]
      }
    for cents in receipts { printer.printReceipt(for: cents) }
    return isPaid ? "Thank you!" : "Declined."
  }
}

private struct UselessReader: CardReader {
  let isPaid: Bool
  func charge(_ cents: Int) -> Bool { isPaid }
}

/// A shop with such a till. What it has otherwise must not matter to a test.
private func shop(_ mistake: OtherTill.Mistake?, isPaid: Bool) -> DIContainer {
  let shop = shopWithTill()
  shop.register(CardReader.self) { _ in UselessReader(isPaid: isPaid) }
  shop.register(Till.self) { c in
    let till = try OtherTill(reader: c.resolve(), printer: c.resolve())
    till.mistake = mistake
    return till
  }
  return shop
}

private func wantFailure(for mistake: OtherTill.Mistake) throws {
  for isPaid in [true, false] {
    do { try testReceipts(shop(mistake, isPaid: isPaid)) } catch { continue }
    throw Wrong("The test passes for a till that \(mistake.rawValue).")
  }
}

let facts = [
  Fact("Your test passes for a good till, whatever else the shop has.") {
    try testReceipts(shopWithTill())
    for isPaid in [true, false] { try testReceipts(shop(nil, isPaid: isPaid)) }
  },
  Fact("It fails for a till that prints no receipt.") { try wantFailure(for: .noReceipt) },
  Fact("It fails for a till that prints another amount.") { try wantFailure(for: .wrongAmount) },
  Fact("It fails for a till that prints a receipt twice.") { try wantFailure(for: .twoReceipts) },
  Fact("It fails for a till that prints a receipt for a declined card.") {
    try wantFailure(for: .receiptForNothing)
  },
  Fact("The program is as it was, and the given test passes for it.") {
    try testDeclinedCard(shopWithTill())
    let till = try shopWithTill().resolve(Till.self)
    try want("Sales", [300, 5000].map(till.sell), is: ["Thank you!", "Declined."])
  },
]
