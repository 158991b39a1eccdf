struct OtherMachine: Machine { func brew() -> String { "tea" } }

// MARK: Facts
await fact("The baristas use the machine that `hire` is given, and share it.") {
  let (real, test) = (hire(for: RealMachine()), hire(for: OtherMachine()))
  for (who, says, cup) in [
    ("Ana", real.ana.serve(), "(20 grams"), ("Ben", real.ben.serve(), "(10 grams"),
    ("Ana", real.ana.serve(), "(0 grams"), ("Ana", test.ana.serve(), "tea"),
    ("Ben", test.ben.serve(), "tea"),
  ] {
    let machine = cup == "tea" ? "with a machine that brews tea" : "with a real machine"
    try want("\(who) says, \(machine)", says, has: "Here is your ", "Look at `serve`.")
    try want("\(who) says, \(machine)", says, has: cup, "Look at `hire`.")
  }
  let isBought = code(of: "hire").contains("RealMachine")
  try want(!isBought, "`hire` mentions a `RealMachine`, and it is given a machine.")
  let isShipped = code(of: "RealMachine").contains(#"init() { print("A machine is bought.") }"#)
  try want(isShipped, "The machines have changed.")
}
await fact("Nobody can make a barista without a machine.") {
  try wantPlain("Barista", without: "RealMachine")
  let ana = try take(OtherMachine(), make: Barista.init)
  try want("With its machine, a barista says", ana.serve(), is: "Here is your tea.")
}
