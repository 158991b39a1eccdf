// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that a program that depends on DIContainer never builds it. Run it from
// the root, with a scratch path outside of Tests:
//
//     swift run --package-path Tests/checks/explorer --scratch-path .build/explorer -c release explore --help
//
// The library's file and TestSupport are symbolic links. The file is compiled into the module of the
// explorer, which declares the functions of the lock that the file calls.
let package = Package(
  name: "Explorer",
  platforms: [.macOS(.v13)],
  targets: [
    .executableTarget(name: "explore"),
    .testTarget(name: "ExplorerTests", dependencies: ["explore", "TestSupport"]),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
  ],
  swiftLanguageModes: [.v6]
)
