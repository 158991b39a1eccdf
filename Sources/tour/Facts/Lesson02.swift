func till(of barista: Barista) throws -> Till {
  let tills = Mirror(reflecting: barista).children.compactMap { $0.value as? Till }
  try want(tills.count == 1, "A barista needs one property of the type `Till`.")
  return tills[0]
}

await fact("The program prints 600 cents, and each bar has a new till.") {
  let text = await output { program() }
  try want("The program prints", text, has: "coffee from Kenya and coffee from Kenya")
  try want("The program prints", text, has: "In the till: 600")
  let (bar, other) = (openBar(), openBar())
  _ = bar.serve()
  try want("After one coffee, in the till", till(of: bar).cents, is: 300)
  try want("In the till of another bar", till(of: other).cents, is: 0)
}
await fact("A barista takes beans and a till, and uses them.") {
  let till = Till()
  let barista = try create(Beans(origin: "Peru"), till, make: Barista.init)
  try want("A barista with beans from Peru has", barista.serve(), is: "coffee from Peru")
  try want("In the till that this barista was given", till.cents, is: 300)
}
await fact("Nothing has a default value, and `openBar()` takes nothing.") {
  try refuse("Barista()")
  try refuse("Beans()")
  try refuse("Barista.init as (Beans) -> Barista")
  try refuse("Barista.init as (Till) -> Barista")
  try refuse("Barista.init as (Beans, Till?) -> Barista")
  try refuse("Barista.init as (Till?, Beans) -> Barista")
  try refuse("Barista.init as (Beans?, Till) -> Barista")
  try refuse("Barista.init as (Till, Beans?) -> Barista")
  for type in ["Barista", "Beans", "Till"] { try wantOneInitializer(type) }
  _ = openBar as () -> Barista
}
await fact("`Services` is gone, and nothing is global or static.") {
  let found = try declarations("var", "type.property", "type.method")
  try want("Global or static", found, is: [])
  try refuse("Services.self")
}
