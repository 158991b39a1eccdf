/// Are called without anything if the types have no such initializers of their own.
protocol NothingToPass {}
extension NothingToPass { init() throws { throw CancellationError() } }
extension Grinder: NothingToPass {}
extension Barista: NothingToPass {}
extension Bar: NothingToPass {}

/// Calls an initializer, which takes its parts in this order or the other.
func take<A, B>(_ a: A, _ make: (A) -> B) -> B { make(a) }
func take<A, B, C>(_ a: A, _ b: B, _ make: (A, B) -> C) -> C { make(a, b) }
func take<A, B, C>(_ a: A, _ b: B, _ make: (B, A) -> C) -> C { make(b, a) }

// MARK: Facts
await fact("Two guests pay 600 cents for coffee from Kenya, and each bar has one till.") {
  let (bar, other) = (openBar(), openBar())
  let said = [bar.barista.serve(), bar.barista.serve()]
  try want("Ana and Ben have", said, is: ["coffee from Kenya", "coffee from Kenya"])
  try want("In the till", bar.cents, is: 600)
  try want("In the till of another bar, where nobody has paid", other.cents, is: 0)
}
await fact("Each type gets what it needs through its initializer.") {
  let grinder = take(Beans(origin: "Peru"), Grinder.init)
  let till = Till()
  let barista = take(grinder, till, Barista.init)
  try want("A barista with beans from Peru has", barista.serve(), is: "coffee from Peru")
  try want("In the till that this barista was given", till.cents, is: 300)
  let bar = take(barista, till, Bar.init)
  try want("In the till of a bar with this barista", bar.cents, is: 300)
}
await fact("Nothing has a default value, and `Services` is gone.") {
  let isMade = (try? Grinder()) != nil || (try? Barista()) != nil || (try? Bar()) != nil
  try want(!isMade, "A grinder, a barista or a bar can be made without anything.")
  for word in ["Services", "static", "nonisolated(unsafe)", "ObjectIdentifier"] {
    try want(!code().contains(word), "There is still `\(word)`.")
  }
}
