import DIContainer

// Takes the place of the student's file: what the tests say of this till, whatever is wrong with it.

protocol CardReader { func charge(_ cents: Int) -> Bool }
protocol ReceiptPrinter { func printReceipt(for cents: Int) }

/// What this till prints for a paid sale and for a declined one, and whether somebody asked the bank.
@MainActor enum TillOfTheCheck {
  nonisolated(unsafe) static var paid: (Int) -> [Int] = { [$0] }
  nonisolated(unsafe) static var declined: (Int) -> [Int] = { _ in [] }
  nonisolated(unsafe) static var isBankAsked = false
}

struct BankCardReader: CardReader {
  func charge(_ cents: Int) -> Bool {
    TillOfTheCheck.isBankAsked = true
    return cents < 1000
  }
}

struct PaperPrinter: ReceiptPrinter {
  func printReceipt(for cents: Int) {}
}

final class Till {
  let reader: any CardReader
  let printer: any ReceiptPrinter

  init(reader: any CardReader, printer: any ReceiptPrinter) {
    self.reader = reader
    self.printer = printer
  }

  func sell(_ cents: Int) -> String {
    let isPaid = reader.charge(cents)
    let amounts = isPaid ? TillOfTheCheck.paid(cents) : TillOfTheCheck.declined(cents)
    for amount in amounts { printer.printReceipt(for: amount) }
    return isPaid ? "Thank you!" : "Declined."
  }
}

func shopWithTill() -> DIContainer {
  DIContainer { container in
    container.register((any CardReader).self) { _ in BankCardReader() }
    container.register((any ReceiptPrinter).self) { _ in PaperPrinter() }
    container.register(Till.self, transient: DIContainer.autowire(Till.init))
  }
}

func program() throws {
  let till = try shopWithTill().resolve(Till.self)
  print(till.sell(300))
  print(till.sell(5000))
}
