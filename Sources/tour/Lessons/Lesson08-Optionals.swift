// Goal: choose between `resolve` and the subscript.
//
// For what may be absent, use the subscript: `c[Radio.self]` is a radio, or `nil`. `resolve` is
// never `nil`. It returns the service or throws, even if the result goes into an optional property.

import DIContainer

private struct Radio { let station: String }

private struct Shop {
  let radio: Radio?
  var mood: String { "The shop plays \(radio?.station ?? "nothing")." }
}

private func mall() -> DIContainer {
  let container = DIContainer()
  container.register(Radio.self, name: "kitchen") { _ in
    Radio(station: "Jazz FM")
  }
  container.register(Shop.self) { c in
    try Shop(radio: c.resolve(name: "kichten"))
  }
  return container
}

func lesson8() throws {
  let container = mall()
  do { print(try container.resolve(Shop.self).mood) } catch { print(error) }

  container.register(Shop.self) { c in Shop(radio: c[Radio.self]) }
  print(try container.resolve(Shop.self).mood)
}

// ## Predict
// A shop's radio may be `nil`, and "kichten" is misspelled. Does the first shop open?
//
// ## Why
// It doesn't: `resolve` throws an error that names the misspelled radio. If it gave `nil`, the shop
// would open and play nothing, and nobody would know why. So there are two questions:
//
// - "I need it": `resolve`. If it is missing, that is an error.
// - "I take it if it is there": the subscript. For a misspelled name, it gives `nil` too. So use it
//   only if the program is right without the service.
//
// ## Exercise
// Let the shop of `mall` play the radio that is named "kitchen", and let it open without a radio
// too, if somebody unregisters that one. The radio stays as it is.
