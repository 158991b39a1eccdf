// SPDX-License-Identifier: MIT-0

/// What a till prints when it sells.
private typealias Receipts = (_ cents: Int, _ isPaid: Bool) -> [Int]

private final class OtherTill: Till {
  var receipts: Receipts?

  override func sell(_ cents: Int) -> String {
    let isPaid = reader.charge(cents)
    for cents in receipts?(cents, isPaid) ?? [] { printer.printReceipt(for: cents) }
    return isPaid ? "Thank you!" : "Declined."
  }
}

private struct UselessReader: CardReader {
  let isPaid: Bool
  func charge(_ cents: Int) -> Bool { isPaid }
}

/// Shops with such a till. What they have otherwise must not matter to a test.
private func shops(_ receipts: @escaping Receipts) -> [DIContainer] {
  [true, false].map { isPaid in
    let shop = shopWithTill()
    shop.register(CardReader.self) { _ in UselessReader(isPaid: isPaid) }
    shop.register(Till.self) { c in
      let till = try OtherTill(reader: c.resolve(), printer: c.resolve())
      till.receipts = receipts
      return till
    }
    return shop
  }
}

private func wantFailure(_ receipts: @escaping Receipts) throws {
  for shop in shops(receipts) {
    do { try testReceipts(shop) } catch { continue }
    throw Wrong("Your test passes for such a till.")
  }
}

let facts = [
  Fact("Your test passes for a good till, whatever else the shop has.") {
    let good = shops { cents, isPaid in isPaid ? [cents] : [] }
    for shop in good + [shopWithTill()] { try testReceipts(shop) }
  },
  Fact("It fails for a till that prints no receipt.") { try wantFailure { _, _ in [] } },
  Fact("It fails for a till that prints another amount.") {
    try wantFailure { cents, isPaid in isPaid ? [cents + 1] : [] }
  },
  Fact("It fails for a till that prints a receipt twice.") {
    try wantFailure { cents, isPaid in isPaid ? [cents, cents] : [] }
  },
  Fact("It fails for a till that prints a receipt for a declined card.") {
    try wantFailure { cents, _ in [cents] }
  },
  Fact("The program is as it was, and the given test passes for it.") {
    try testDeclinedCard(shopWithTill())
    let till = try shopWithTill().resolve(Till.self)
    try want("Sales", [300, 5000].map(till.sell), is: ["Thank you!", "Declined."])
  },
]
