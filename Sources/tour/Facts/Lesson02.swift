await fact("Two guests pay 600 cents for coffee from Kenya, and each bar has one till.") {
  let (bar, other) = (openBar(), openBar())
  let said = [bar.barista.serve(), bar.barista.serve()]
  try want("Ana and Ben have", said, is: ["coffee from Kenya", "coffee from Kenya"])
  try want("In the till", bar.cents, is: 600)
  try want("In the till of another bar, where nobody has paid", other.cents, is: 0)
}
await fact("Each type gets what it needs through its initializer.") {
  let grinder = try take(Beans(origin: "Peru"), make: Grinder.init)
  let till = Till()
  let barista = try take(grinder, till, make: Barista.init)
  try want("A barista with beans from Peru has", barista.serve(), is: "coffee from Peru")
  try want("In the till that this barista was given", till.cents, is: 300)
  let bar = try take(barista, till, make: Bar.init)
  try want("In the till of a bar with this barista", bar.cents, is: 300)
}
await fact("Nothing has a default value or is global, and `Services` is gone.") {
  for type in ["Beans", "Grinder", "Barista", "Bar"] { try wantPlain(type, without: "Services") }
  let outside = code().matches(of: /(?m)^(\w+(\(\w+\))? )*(let|var) .+|static|Services/)
  try want("Global, or still there", outside.map { "\($0.0)" }, is: [])
}
