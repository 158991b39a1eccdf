import DIContainer

let runtimeArgumentsSolution = Solution(
  code: Snippet(run: Code.run),
  after: """
    Two strings make a different key from one string, and from a string and a number. A factory with
    several statements says what it returns (`-> Bill`), and what its arguments are where the
    compiler can't see it.
    """)

private enum Code {
  struct Prices { let cup: Int }

  struct Bill {
    let guest: String
    let cups: Int
    let prices: Prices
    var text: String { "\(guest) pays \(cups * prices.cup) cents." }
  }

  static func run() throws {
    let container = DIContainer()
    container.register(Prices.self) { _ in Prices(cup: 300) }
    container.register(Bill.self) { (c, one: String, other: String) -> Bill in
      let half = try Prices(cup: c.resolve(Prices.self).cup / 2)
      return Bill(guest: "Each of \(one) and \(other)", cups: 2, prices: half)
    }

    print(try container.resolve(Bill.self, arguments: "Ana", "Ben").text)
  }
}
