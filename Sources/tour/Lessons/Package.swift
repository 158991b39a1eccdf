// swift-tools-version: 6.1
import PackageDescription

// Each lesson is a module of its own. The tour compiles a lesson when it is needed: this package is for
// editors, and for `swift test`, which runs the tests of lesson 7.
let lessons = ["01", "02", "03", "04", "05", "06", "08", "09", "10", "11", "12", "13"]

let package = Package(
  name: "Lessons",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "DIContainer", path: "../../..")],
  targets: lessons.map { number in
    .target(name: "Lesson\(number)", dependencies: ["DIContainer"], path: "Lesson\(number)")
  } + [.testTarget(name: "Lesson07", dependencies: ["DIContainer"], path: "Lesson07")]
    + (1...4).map { step in .target(name: "Inside\(step)", path: "Inside\(step)") },
  swiftLanguageModes: [.v6]
)
