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
      name: "tour", exclude: ["README.md", "Facts", "Inside", "Lessons", "Solutions"]),
    // The tour compiles each lesson when it is needed. This target is for editors, and for the tests.
    .target(name: "Lessons", dependencies: ["DIContainer"], path: "Sources/tour/Lessons"),
    .target(name: "Inside", path: "Sources/tour/Inside"),
    .testTarget(
      name: "TourTests", dependencies: ["DIContainer", "Lessons", "tour", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)
