// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "DIContainer",
  products: [.library(name: "DIContainer", targets: ["DIContainer"])],
  targets: [
    .target(name: "DIContainer"),
    .testTarget(name: "DIContainerTests", dependencies: ["DIContainer"]),
    .testTarget(name: "ThreadTests", dependencies: ["DIContainer"]),

    .executableTarget(name: "explore", path: "Tests/Explorer"),
    .testTarget(name: "ExplorerTests", dependencies: ["explore"]),

    .executableTarget(name: "todos", dependencies: ["DIContainer"]),
    .testTarget(name: "TodosTests", dependencies: ["todos"]),

    .executableTarget(name: "tour", dependencies: ["DIContainer"]),
    .testTarget(name: "TourTests", dependencies: ["tour"]),

    .testTarget(name: "ReadmeTests", dependencies: ["DIContainer", "todos"]),

    .executableTarget(
      name: "benchmark", dependencies: ["DIContainer", "BenchmarkBaselines", "BenchmarkPasted"]),
    .target(name: "BenchmarkBaselines"),
    .target(
      name: "BenchmarkPasted", dependencies: ["BenchmarkBaselines"],
      swiftSettings: [.define("PASTED")]),
  ],
  swiftLanguageModes: [.v6]
)
