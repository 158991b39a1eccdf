import DIContainer

protocol CardReader { func charge(_ cents: Int) -> Bool }
protocol ReceiptPrinter { func printReceipt(for cents: Int) }

struct BankCardReader: CardReader {
  func charge(_ cents: Int) -> Bool {
    print("The bank charges a card.")
    return cents < 1000
  }
}

struct PaperPrinter: ReceiptPrinter {
  func printReceipt(for cents: Int) { print("Receipt: \(cents) cents") }
}

struct Till {
  let reader: any CardReader
  let printer: any ReceiptPrinter

  func sell(_ cents: Int) -> String {
    guard reader.charge(cents) else { return "Declined." }
    printer.printReceipt(for: cents)
    return "Thank you!"
  }
}

func shopWithTill() -> DIContainer {
  let shop = DIContainer()
  shop.register((any CardReader).self) { BankCardReader() }
  shop.register((any ReceiptPrinter).self) { PaperPrinter() }
  shop.register(Till.self) { c in try Till(reader: c.resolve(), printer: c.resolve()) }
  return shop
}

func program() throws {
  print(try shopWithTill().resolve(Till.self).sell(300))
}
