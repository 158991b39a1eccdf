// SPDX-License-Identifier: MIT-0

// # Lesson 10: Testing a class
// 12 minutes. Goal: test a class that has a dependency, with Swift Testing.
//
// A till takes cards through a card reader. A test must not charge a card, and it
// needs a card that is declined. So it replaces the reader with a stub,
// which gives a fixed answer.

import DIContainer

protocol CardReader {
  func charge(_ cents: Int) -> Bool
}

struct BankCardReader: CardReader {
  // A real one would ask the bank.
  func charge(_ cents: Int) -> Bool { cents < 1000 }
}

final class Till {
  private let reader: CardReader
  private(set) var total = 0

  init(reader: CardReader) { self.reader = reader }

  func sell(_ cents: Int) -> String {
    guard reader.charge(cents) else { return "Declined." }
    total += cents
    return "Thank you!"
  }
}

/// Everything that the program registers. Each test begins with it too.
func shopWithTill() -> DIContainer {
  DIContainer { container in
    container.register(
      CardReader.self, lazySingleton: { _ in BankCardReader() })
    container.register(
      Till.self, lazySingleton: { c in try Till(reader: c.resolve()) })
  }
}

func lesson10() throws {
  let shop = shopWithTill()
  let till = try shop.resolve(Till.self)
  print(till.sell(300), "The till has", till.total, "cents.")
  print(till.sell(5000), "The till has", till.total, "cents.")
  print(shop)
}

// And the test:
//
// Tests/TourTests/TillTests.swift
//
// ## Predict
// One test registers a reader that declines every card. Can that disturb the
// other test, or the program?
//
// ## It prints
//     Thank you! The till has 300 cents.
//     Declined. The till has 300 cents.
//     CardReader: lazySingleton (made)
//     Till: lazySingleton (made)
//
// Swift Testing makes a new `TillTests` for each test, and so a new container. No
// test sees what another registers, and all of them can run at the same time.
//
// The second test is the one to write first in your own program. It tries
// everything that is registered. If something is missing, it fails with the error
// and the path.
//
// These are tests of this package. Run them. (The first time, all tests of the
// package are built, which takes some minutes. Begin with the exercise meanwhile.)
//
//     swift test --filter TillTests
//
// ## Exercise
// Each sale has a receipt. Write a protocol `ReceiptPrinter`, and a component
// that prints "Receipt: 300 cents". The till gets it through its initializer, and
// uses it after each sale. Register it as a lazy singleton, below the till. Which
// registrations change? Which tests? Run them again.
//
// ## Then it prints
//     Receipt: 300 cents
//     Thank you! The till has 300 cents.
//     Declined. The till has 300 cents.
//     CardReader: lazySingleton (made)
//     Till: lazySingleton (made)
//     ReceiptPrinter: lazySingleton (made)
