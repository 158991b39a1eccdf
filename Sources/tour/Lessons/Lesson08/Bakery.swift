import DIContainer

func bakery() -> DIContainer {
  DIContainer(providers: [OvenProvider(), CounterProvider()])
}
