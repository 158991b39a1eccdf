// SPDX-License-Identifier: MIT-0

import DIContainer
import Testing

@testable import Lessons

@Suite struct TillTests {
  let container = shopWithTill()

  @Test func declinedCardIsDeclined() throws {
    container.register(CardReader.self) { _ in StubReader(isPaid: false) }
    let till = try container.resolve(Till.self)
    #expect(till.sell(300) == "Declined.")
  }

  @Test func nothingIsMissing() {
    #expect(container.verify().errors.isEmpty)
  }
}
