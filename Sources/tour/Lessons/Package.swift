// swift-tools-version: 6.1
import PackageDescription

// Each lesson is a module of its own. The tour compiles a lesson when it is needed: this package is for
// editors, and for `swift test`, which runs the tests of lesson 7. So all of them are test targets.
let lessons = (1...9).map { "Lesson0\($0)" } + (10...13).map { "Lesson\($0)" }
let steps = (1...4).map { "Inside\($0)" }

let package = Package(
  name: "Lessons",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "DIContainer", path: "../../..")],
  targets: (lessons + steps).map { .testTarget(name: $0, dependencies: ["DIContainer"], path: $0) },
  swiftLanguageModes: [.v6]
)
