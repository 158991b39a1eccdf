import DIContainer

protocol CardReader {
  func charge(_ cents: Int) -> Bool
}

struct BankCardReader: CardReader {
  func charge(_ cents: Int) -> Bool { true }  // a real one would ask the bank
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

/// Everything that the program registers. The tests begin with it, too.
func shopWithTill() -> DIContainer {
  DIContainer { container in
    container.register(CardReader.self) { _ in BankCardReader() }
    container.register(
      Till.self, lazySingleton: DIContainer.autowire(Till.init))
  }
}
