// SPDX-License-Identifier: MIT-0

import DIContainer
import Foundation
import TestSupport
import Testing

@MainActor
private protocol Presenter: AnyObject {
  var title: String { get }
}

@MainActor
private final class Screen: Presenter {
  let title: String
  var child: Panel?

  init(title: String) {
    self.title = title
  }
}

@MainActor
private final class Panel {
  weak var screen: Screen?
}

@Suite(.timeLimit(.minutes(5)))
struct FormTests {
  @MainActor @Test func mainActorTypesAreRegisteredAndResolvedOnTheMainActor() throws {
    let container = DIContainer()
    container.register(String.self, eagerSingleton: "Home")
    container.register(Presenter.self, lazySingleton: { c in Screen(title: try c.resolve()) })
    container.register(
      Screen.self, transient: { _, title in Screen(title: title) },
      initCompleted: { screen, c in screen.child = try c.resolve(Panel.self) })
    container.register(
      Panel.self, transient: { _ in Panel() },
      initCompleted: { panel, c in panel.screen = try c.resolve(Screen.self, arguments: "any") })
    #expect(container[Presenter.self]?.title == "Home")
    #expect(try container.resolve(Presenter.self) === container[Presenter.self])
    let screen = try container.resolve(Screen.self, arguments: "Detail")
    #expect(screen.title == "Detail")
    #expect(screen.child?.screen === screen)
  }

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
        container.register(eagerSingleton: Rock())
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
