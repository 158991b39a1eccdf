// SPDX-License-Identifier: MIT-0

import DIContainer
import Testing

@testable import tour

struct DecliningReader: CardReader {
  func charge(_ cents: Int) -> Bool { false }
}

@Suite struct TillTests {
  let container = shopWithTill()

  @Test func declinedCardPutsNothingInTheTill() throws {
    container.register(CardReader.self) { _ in DecliningReader() }
    let till = try container.resolve(Till.self)
    #expect(till.sell(300) == "Declined.")
    #expect(till.total == 0)
  }

  @Test func nothingIsMissing() {
    #expect(container.verify().errors.isEmpty)
  }
}
