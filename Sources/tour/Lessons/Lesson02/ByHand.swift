// Goal: see what a container costs, and when you don't need one.
// - New: service locator, composition root.
//
// Five types make a coffee bar. They are in a box, and whoever needs one takes it out, by its type.

final class Services {
  var all: [Any] = []
  func get<Service>(_ type: Service.Type) -> Service? {
    all.compactMap { $0 as? Service }.first
  }
}

struct Beans { let origin: String }
final class Till { var cents = 0 }

struct Grinder {
  let services: Services
  func grind() -> String {
    "coffee from \(services.get(Beans.self)?.origin ?? "nowhere")"
  }
}

struct Barista {
  let services: Services
  func serve() -> String {
    services.get(Till.self)?.cents += 300
    return services.get(Grinder.self)?.grind() ?? "no coffee"
  }
}

struct Bar {
  let services: Services
  var barista: Barista { Barista(services: services) }
  var cents: Int { services.get(Till.self)?.cents ?? 0 }
}

func openBar() -> Bar {
  let services = Services()
  services.all = [Beans(origin: "Kenya"), Grinder(services: services)]
  return Bar(services: services)
}

func program() {
  let bar = openBar()
  print("Ana has", bar.barista.serve())
  print("Ben has", bar.barista.serve())
  print("In the till:", bar.cents)
}

// ## Predict
// The compiler accepts this program. Two guests pay 300 cents each. How much is in the till?
// ## Why
// Nothing: nobody has put a till into the box. The compiler can't see that, and no initializer says
// that a barista needs one. A box that everybody asks is a service locator.
//
// Five types don't need a box. One function can make them all, from the inside out, and pass each
// what it needs. This is the composition root, the one place that knows all the parts.
//
// A container also finds out only when the program runs. Don't use one while you can read such a
// function at a glance. Use one when it grows: when parts have different lifetimes, when several
// files add their own parts, or when a test replaces one part deep inside, and keeps the rest.
// ## Exercise
// Take `Services` out. Let the initializers say what is needed: a grinder takes beans, a barista a
// grinder and a till, and a bar a barista and a till. Nothing has a default value or is global.
// `openBar()` makes all five, and each bar has one till. The program prints 600 cents.
