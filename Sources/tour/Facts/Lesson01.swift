// Must not compile: Barista()

struct Tea: Machine { func brew() -> String { "tea" } }

extension Check {
  func create(_: String, _ make: (Tea) -> Barista) -> Barista { make(Tea()) }
}

// MARK: Facts
await fact("Both baristas use the machine that `hire` is given, and share it.") {
  let (real, test) = (hire(for: RealMachine()), hire(for: Tea()))
  var said = [real.ana.serve(), real.ben.serve(), real.ana.serve()]
  said += [test.ana.serve(), test.ben.serve()]
  let cups = [20, 10, 0].map { "coffee (\($0) grams of beans are left)" } + ["tea", "tea"]
  try want("The baristas say", said, is: cups.map { "Here is your \($0)." })
}
await fact("Neither `hire` nor a barista buys a machine.") {
  let bought = await output { _ = hire(for: Tea()).ana.serve() }
  try want("With a machine that brews tea, the lesson prints", bought, is: "")
}
await fact("Nobody can create a barista without a machine.") {
  try wantPlainInitializer("Barista")
  let barista: Barista = try create("a machine", Barista.init)
  try want("With a machine that brews tea", barista.serve(), is: "Here is your tea.")
}
await fact("The machines are unchanged.") {
  try wantUnchanged("protocol", "final class RealMachine", "struct TestMachine")
}
