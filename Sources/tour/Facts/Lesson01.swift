// Must not compile: Barista()

struct Tea: Machine { func brew() -> String { "tea" } }

extension Check {
  func create(_: String, _ make: (Tea) -> Barista) -> Barista { make(Tea()) }
}

// MARK: Facts
await fact("Both baristas use the machine that `hire` is given, and share it. None buys one.") {
  let (real, test) = (hire(for: RealMachine()), hire(for: Tea()))
  let said = [real.ana, real.ben, real.ana, test.ana, test.ben].map { $0.serve() }
  let cups = [20, 10, 0].map { "coffee (\($0) grams of beans are left)" } + ["tea", "tea"]
  try want("The baristas say", said, is: cups.map { "Here is your \($0)." })
  let bought = await output { _ = hire(for: Tea()).ana.serve() }
  try want("With a machine that brews tea, the lesson prints", bought, is: "")
}
await fact("Nobody can create a barista without a machine. The machines are unchanged.") {
  try wantPlainInitializer("Barista")
  let barista: Barista = try create("a machine", Barista.init)
  try want("With a machine that brews tea", barista.serve(), is: "Here is your tea.")
  try wantUnchanged("protocol", "final class RealMachine", "struct TestMachine")
}
