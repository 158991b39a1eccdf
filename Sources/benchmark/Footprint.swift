import BenchmarkBaselines
import CMalloc

/// The bytes of the heap that one registration occupies, with what its factory needs and its share
/// of the dictionary; nothing where the C library does not tell (it does on Linux with glibc).
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
func registrationBytes(
  _ containers: [(kind: Contender.Kind, make: () -> AnyObject)], registrations: Int
) -> [Contender.Kind: Double] {
  guard bytes_in_use() >= 0 else { return [:] }
  var bytes: [Contender.Kind: Double] = [:]
  for (kind, make) in containers {
    // The first one makes what lives as long as the program: metadata of the types.
    consume(make())
    let samples = (0..<9).map { _ in
      let before = bytes_in_use()
      let container = make()
      let after = bytes_in_use()
      return withExtendedLifetime(container) { Double(after - before) / Double(registrations) }
    }
    bytes[kind] = median(samples)
  }
  return bytes
}
