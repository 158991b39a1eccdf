// Goal: test a type that has dependencies, with doubles for them.
// - New: stub, spy, mock, `verify`.
// - Needs: `register`, `resolve`, `eagerSingleton`.
//
// A till takes cards through a reader, and prints receipts. Open `Till.swift` beside this file: the
// reader and the printer are protocols. A test must not ask the bank, and has to see what is
// printed. So it replaces them with test doubles: a stub gives fixed answers, and a spy records what
// it is asked. (A mock is a spy that knows what to expect, and fails the test itself. A fake works,
// but simply: a dictionary in place of a database. Many people say mock for all of them.)
//
// The tour runs these tests when it checks this lesson. In a package of yours, `swift test` does.

import DIContainer
import Testing

/// A stub: a reader that always gives this answer.
struct StubReader: CardReader {
  let isPaid: Bool
  func charge(_ cents: Int) -> Bool { isPaid }
}

struct TillTests {
  let shop = shopWithTill()  // each test gets a new one

  @Test func declinedCardIsDeclined() throws {
    shop.register((any CardReader).self) { _ in StubReader(isPaid: false) }
    let till = try shop.resolve(Till.self)
    #expect(till.sell(300) == "Declined.")
  }

  @Test func nothingIsMissing() {
    #expect(shop.verify().errors.isEmpty)
  }
}

// ## Predict
// The first test registers a reader that declines every card. Can that disturb the other test?
// ## Why
// It can't. Swift Testing makes a new `TillTests` for each test, and so each has a new container.
// First register the double, under the type that a till asks for: it replaces what was registered.
// Then resolve. `#expect` says what has to be so. The second test is the first to write in a
// program: `verify` tries every registration, and lists what can't be made.
// ## Exercise
// Test the receipts. Write a spy, a `ReceiptPrinter` that notes what it is asked to print, and one
// test or two: a paid sale prints one receipt, for its amount, and a declined sale prints none.
//
// Tests run in parallel, so each has a spy of its own. What is wrong is an expectation that fails,
// and not the end of the program. `Till.swift` stays.
