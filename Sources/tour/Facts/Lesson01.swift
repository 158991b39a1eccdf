struct Tea: Machine { func brew() -> String { "tea" } }

extension Check {
  func create(_: String, _ make: (Tea) -> Barista) -> Barista { make(Tea()) }
}

// MARK: Facts
await fact("`hire` passes its machine to two baristas, who share it. None buys one.") {
  let (real, test) = (hire(for: RealMachine()), hire(for: Tea()))
  for barista in [test.ana, test.ben] {
    try want("Hired for a machine that brews tea", barista.serve(), is: "Here is your tea.")
  }
  let cups = [real.ana, real.ben, real.ana].map { $0.serve() }
  try want("After three cups from one machine", cups[2], has: "(0 grams of beans are left)")
  try want(real.ana as AnyObject !== real.ben as AnyObject, "Ana and Ben are one barista.")
  let bought = await output { _ = hire(for: Tea()).ana.serve() }
  try want("With a machine that brews tea, the lesson prints", bought, is: "")
}
await fact("A barista needs a machine, and only `program()` creates machines, one of each type.") {
  try wantPlainInitializer("Barista")
  let barista: Barista = try create("a machine", Barista.init)
  try want("With a machine that brews tea", barista.serve(), is: "Here is your tea.")
  try wantUnchanged("protocol", "final class RealMachine", "struct TestMachine")
  try wantCreated(/\b(Real|Test)Machine(\.init)?\(/, by: "func program()")
  let said = await output { program() }
  try want("Machines that it buys", said.matches(of: /A machine is bought/).count, is: 1)
}
