/// Is called by `Barista()` if the barista has no such initializer of its own.
private protocol NothingToPass {}
extension NothingToPass { init() throws { throw Wrong("There is no such initializer.") } }
extension Barista: NothingToPass {}

private struct OtherMachine: Machine { func brew() -> String { "tea" } }

let facts = [
  Fact("Nobody can make a barista without a machine.") {
    try want(
      (try? Barista()) == nil,
      "`Barista()` compiles. Give the initializer a machine without a default value.")
  },
  Fact("The baristas use the machine that `hire` is given, and share it.") {
    let (real, test) = (hire(for: RealMachine()), hire(for: OtherMachine()))
    for (barista, cup) in [
      (real.ana, "(20 grams"), (real.ben, "(10 grams"), (real.ana, "(0 grams"),
      (test.ana, "tea"), (test.ben, "tea"),
    ] {
      try want("A barista says", barista.serve(), has: cup, "Look at `hire`.")
    }
    let choice = /\bBarista\b[^()]*\{[\s\S]*RealMachine[\s\S]*func hire/
    try want(!readersFiles()[0].text.contains(choice), "A barista knows the `RealMachine`.")
  },
]
