// swift-tools-version: 6.1
import Foundation
import PackageDescription

// `DICONTAINER=FOLDER` measures the version in that folder. `PEERS=1` downloads other containers,
// and measures them too.
let environment = ProcessInfo.processInfo.environment
var packages: [Package.Dependency] = [
  .package(name: "DIContainer", path: environment["DICONTAINER"] ?? "../../..")
]
var products: [Target.Dependency] = ["Handwritten", "DIContainer"]

if environment["PEERS"] != nil {
  packages += [
    .package(url: "https://github.com/Swinject/Swinject", from: "2.10.0"),
    .package(url: "https://github.com/hmlongco/Factory", from: "3.2.0"),
  ]
  products += ["Swinject", .product(name: "FactoryKit", package: "Factory")]
}

let package = Package(
  name: "Benchmark",
  platforms: [.macOS(.v15)],
  dependencies: packages,
  targets: [
    .target(name: "Handwritten"),
    .executableTarget(
      name: "benchmark", dependencies: products,
      swiftSettings: [.enableUpcomingFeature("ImplicitOpenExistentials")]),
  ],
  swiftLanguageModes: [.v5]  // some containers are not `Sendable`
)
