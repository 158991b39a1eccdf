// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Benchmark",
  platforms: [.macOS(.v15)],
  targets: [.executableTarget(name: "benchmark", path: "Sources")],
  swiftLanguageModes: [.v6]
)
