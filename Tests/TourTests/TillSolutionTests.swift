import DIContainer
import Testing

@testable import tour

@Suite struct TillSolutionTests {
  final class SpyReader: CardReader {
    private(set) var charges: [Int] = []

    func charge(_ cents: Int) -> Bool {
      charges.append(cents)
      return true
    }
  }

  @Test func goodCardIsChargedOnce() throws {
    let spy = SpyReader()
    let container = shopWithTill()
    container.register(CardReader.self, eagerSingleton: spy)

    let till = try container.resolve(Till.self)
    #expect(till.sell(300) == "Thank you!")
    #expect(till.total == 300)
    #expect(spy.charges == [300])
  }
}
