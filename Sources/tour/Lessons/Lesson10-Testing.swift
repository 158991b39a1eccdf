// Goal: test a class that has dependencies, with doubles for them.
//
// A till takes cards through a reader, and prints receipts. A test must not charge a card, and has
// to see what is printed. So it replaces the reader with a stub, and the printer with a spy.

import DIContainer

protocol CardReader { func charge(_ cents: Int) -> Bool }
protocol ReceiptPrinter { func printReceipt(for cents: Int) }

struct BankCardReader: CardReader {  // a real one would ask the bank
  func charge(_ cents: Int) -> Bool { cents < 1000 }
}

struct PaperPrinter: ReceiptPrinter {
  func printReceipt(for cents: Int) { print("Receipt: \(cents) cents") }
}

class Till {
  let reader: CardReader
  let printer: ReceiptPrinter

  init(reader: CardReader, printer: ReceiptPrinter) {
    self.reader = reader
    self.printer = printer
  }

  func sell(_ cents: Int) -> String {
    guard reader.charge(cents) else { return "Declined." }
    printer.printReceipt(for: cents)
    return "Thank you!"
  }
}

/// Everything that the program registers. Each test begins with it too.
func shopWithTill() -> DIContainer {
  DIContainer { container in
    container.register(CardReader.self) { _ in BankCardReader() }
    container.register(ReceiptPrinter.self) { _ in PaperPrinter() }
    container.register(Till.self, transient: DIContainer.autowire(Till.init))
  }
}

/// For tests: a reader that always gives this answer, and an error.
struct StubReader: CardReader {
  let isPaid: Bool
  func charge(_ cents: Int) -> Bool { isPaid }
}

struct Failed: Error {}

/// A test: it registers its doubles, and throws if a till is wrong.
func testDeclinedCard(_ shop: DIContainer) throws {
  shop.register(CardReader.self) { _ in StubReader(isPaid: false) }
  let till = try shop.resolve(Till.self)
  guard till.sell(300) == "Declined." else { throw Failed() }
}

func testReceipts(_ shop: DIContainer) throws {
  // So far, it passes whatever happens.
}

func lesson10() throws {
  let till = try shopWithTill().resolve(Till.self)
  print(till.sell(300))
  print(till.sell(5000))
  try testDeclinedCard(shopWithTill())
  try testReceipts(shopWithTill())
  print("Both tests pass.")
}

// In a package, Swift Testing runs the tests, and `#expect` notes what is wrong. See the same test in
// `Tests/TourTests/TillTests.swift`, and run it: `swift test --filter TillTests`.
//
// ## Predict
// The first test registers a reader that declines every card. Can that disturb the other test, or
// the program?
//
// ## Why
// It can't: each test has a new container. No test sees what another registers, and all of them can
// run at the same time.
//
// The last test in `TillTests.swift` is the one to write first in your own program. It tries
// everything that is registered. If something is missing, it fails with the error and the path.
//
// ## Exercise
// Write `testReceipts`. Write a spy, a `ReceiptPrinter` that notes for which amounts it is asked to
// print. The test registers it and a stub reader, resolves the till, and throws unless this is so:
// a paid sale prints one receipt, for its amount, and a declined one prints none.
