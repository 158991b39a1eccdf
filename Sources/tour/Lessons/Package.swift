// swift-tools-version: 6.1
import Foundation
import PackageDescription

// For editors, and for `swift test`. Each lesson is a module.
let folders = try FileManager.default.contentsOfDirectory(atPath: Context.packageDirectory)
let lessons = folders.sorted().filter { $0.contains(/^(Lesson|Inside)\d+$/) }

let package = Package(
  name: "Lessons",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "DIContainer", path: "../../..")],
  targets: lessons.map { .testTarget(name: $0, dependencies: ["DIContainer"], path: $0) }
)
