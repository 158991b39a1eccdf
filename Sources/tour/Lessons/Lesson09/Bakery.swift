import DIContainer

/// The parts of the program. This is the only place that knows all of them.
func bakery() -> DIContainer {
  DIContainer(providers: [OvenProvider(), CounterProvider()])
}
