// SPDX-License-Identifier: MIT-0

import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct FormTests {
  #if os(macOS) || os(Linux)
    @Test func closureWithoutAParameterWarnsAtTheCallSite() throws {
      let folder = try Folder([
        "main.swift": """
        final class Rock {}
        let container = DIContainer()
        container.register { Rock() }
        container.register(name: "labelled", transient: { Rock() })
        container.register(eagerSingleton: { Rock() })
        container.register((() -> Rock).self, eagerSingleton: { Rock() })
        container.register(eagerSingleton: { _ in Rock() })
        container.register { _ in Rock() }

        """
      ])
      let compiler = ["swiftc", "-typecheck", "-swift-version", "6", "-module-name", "Program"]
      let file = folder.url.appendingPathComponent("main.swift").path
      let result = try run(compiler + [file, libraryFile.path])
      let warnings = result.errors.split(separator: "\n").filter { $0.contains(": warning: ") }
      func lines(of warnings: [Substring]) -> Set<Substring> {
        Set(warnings.map { $0.split(separator: ":")[1] })
      }
      let taking = warnings.filter {
        $0.contains("a factory takes the container: write { _ in … }")
      }
      let registering = warnings.filter {
        $0.contains("this registers the closure: write { _ in … }, or its type")
      }
      #expect(result.status == 0)
      #expect(lines(of: taking) == ["3", "4"])
      #expect(lines(of: registering) == ["5"])
      #expect(lines(of: warnings) == ["3", "4", "5"])
    }
  #endif
}
