// Goal: test a type, with test doubles for its dependencies.
// Open `Till.swift` next to this file: a till uses a card reader and a receipt printer, both
// protocols. A test must not charge real cards, and has to see the receipts, so it replaces both
// with test doubles: a stub gives fixed answers, and a spy records its calls. `@Test` marks a
// function as a test, and `#expect` states what must be true. The tour runs these tests when it
// checks this lesson. In your own package, `swift test` runs them.

import DIContainer
import Testing

struct StubReader: CardReader {
  let isPaid: Bool
  func charge(_ cents: Int) -> Bool { isPaid }
}

struct TillTests {
  let shop = shopWithTill()  // each test gets a new one

  @Test func declinedCardIsDeclined() throws {
    shop.register((any CardReader).self) { StubReader(isPaid: false) }
    #expect(try shop.resolve(Till.self).sell(300) == "Declined.")
  }

  @Test func nothingIsMissing() { #expect(shop.verify().errors.isEmpty) }
}

// ## Predict
// The first test registers a reader that declines every card. Can that affect the other test?
// ## Why
// It cannot. Swift Testing creates a new `TillTests` for each test, and with it a new container.
// Register the double under the type that the till resolves, and then resolve the till. The second
// test belongs in every program: `verify` tries each registration, and lists the errors.
// ## Exercise
// Write a spy: a `ReceiptPrinter` that records all amounts. Add one test for a paid sale, which
// prints one receipt for its amount and no other, and one for a declined sale, which prints none.
// Each test has its own spy, because tests run in parallel. The check also runs your tests with
// wrong tills, and without a till: then a test must fail, but not crash, as `amounts[0]` does if
// the array is empty. Keep the two tests above, and `Till.swift` as it is.
