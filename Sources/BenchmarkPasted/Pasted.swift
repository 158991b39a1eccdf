import BenchmarkBaselines

/// The workloads over a `DIContainer` that is compiled into their own module.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public func pastedWorkloads() -> [Workload] { workloads() }

/// Functions that make a container with so many registrations, here with the same `DIContainer`.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public func pastedContainers(_ count: Int) -> [(kind: Contender.Kind, make: () -> AnyObject)] {
  filledContainers(count)
}
