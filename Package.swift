// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "DIContainer",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [.library(name: "DIContainer", targets: ["DIContainer"])],
  targets: [
    .target(name: "DIContainer"),
    .testTarget(name: "DIContainerTests", dependencies: ["DIContainer", "TestSupport"]),
    .testTarget(name: "ThreadTests", dependencies: ["DIContainer", "TestSupport"]),
    .target(name: "TestSupport", path: "Tests/TestSupport"),

    .executableTarget(name: "todos", dependencies: ["DIContainer"]),
    .testTarget(name: "TodosTests", dependencies: ["todos", "TestSupport"]),

    .executableTarget(
      name: "tour", exclude: ["README.md", "Teaching.md", "Facts", "Lessons", "Solutions"]),
    .testTarget(name: "TourTests", dependencies: ["tour", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)
