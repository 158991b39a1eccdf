// Goal: create all dependencies in one place by hand, and see when that is enough.
// Here, all dependencies are in a box, and a barista takes out what it needs.

struct Beans { let origin: String }
final class Till { var cents = 0 }

final class Services {
  var beans: Beans?
  var till: Till?
}

struct Barista {
  let services: Services

  func serve() -> String {
    services.till?.cents += 300
    return "coffee from \(services.beans?.origin ?? "nowhere")"
  }
}

func openBar() -> Barista {
  let services = Services()
  services.beans = Beans(origin: "Kenya")
  return Barista(services: services)
}

func program() {
  let ana = openBar()
  print("Two guests have", ana.serve(), "and", ana.serve())
  print("In the till:", ana.services.till?.cents ?? 0)
}

// ## Predict
// The compiler accepts this program. Each guest pays 300 cents. How much is in the till?
// ## Why
// Nothing: nobody put a till into the box. The compiler cannot see it, because no initializer says
// that a barista needs a till. A box from which types get their dependencies is a service locator.
// Three types need no box. One function, the composition root, can create them all. A container, as
// in lesson 3, is an object that creates the others. It, too, finds a missing dependency only at
// run time. Use one if the composition root is hard to read, or if a test has to replace one
// dependency and keep the rest.
// ## Exercise
// Delete `Services`, and use no other box. The initializer of `Barista` takes beans and a till,
// without default values. Only `openBar()`, which takes nothing, creates them. It uses no global or
// static variable: each bar has a new till. `program()` prints the cents in its till.
