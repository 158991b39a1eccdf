struct OtherMachine: Machine { func brew() -> String { "tea" } }

/// Is called without a machine if the barista has no such initializer of its own.
protocol NothingToPass {}
extension NothingToPass { init() throws { throw CancellationError() } }
extension Barista: NothingToPass {}

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
}
await fact("Nobody can make a barista without a machine.") {
  let ana = hire(for: OtherMachine()).ana
  let isMade = (try? type(of: ana).init()) != nil
  try want(!isMade, "`Barista()` makes one. Take a machine, without a default value.")
  let takesNil = takesNil(OtherMachine.self, Barista.init, like: ana)
  try want(!takesNil, "Its machine may be `nil`. Take a machine that is not optional.")
  let code = code(of: "Barista")
  try want(!code.contains("RealMachine"), "`Barista` mentions `RealMachine`:\n\(code)")
}
