struct Tea: Machine { func brew() -> String { "tea" } }

await fact("Both baristas use the machine that `hire` is given, and share it.") {
  let (real, test) = (hire(for: RealMachine()), hire(for: Tea()))
  for (barista, cup) in [
    (real.ana, "coffee (20 grams"), (real.ben, "coffee (10 grams"), (real.ana, "coffee (0 grams"),
    (test.ana, "tea"), (test.ben, "tea"), (hire(for: TestMachine()).ana, "cup"),
  ] {
    try want("A barista says", barista.serve(), has: "Here is your \(cup)", "Look at `hire`.")
  }
}
await fact("Neither `hire` nor a barista buys a machine.") {
  let bought = await output { _ = hire(for: Tea()).ana.serve() }
  try want("With a machine that brews tea, the lesson prints", bought, is: "")
  let own = await output { _ = RealMachine() }
  try want("A real machine prints", own, is: "A machine is bought.")
}
await fact("Nobody can create a barista without a machine.") {
  try refuse("Barista()")
  try refuse("Barista.init as () -> Barista")
  try refuse("Barista.init as ((any Machine)?) -> Barista")
  let ana = try create(Tea(), make: Barista.init)
  try want("With its machine, a barista says", ana.serve(), is: "Here is your tea.")
  try wantOneInitializer("Barista")
}
