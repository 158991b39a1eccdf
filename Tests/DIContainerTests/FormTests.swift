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

@Suite(.timeLimit(.minutes(1)))
struct FormTests {
  let container = DIContainer()

  // MARK: The file

  @Test(.tags(.F1))
  func oneFileIsTheWholeLibrary() throws {
    let folder = libraryFile.deletingLastPathComponent().path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    let visible = files.filter { !$0.hasPrefix(".") }  // Finder has files of its own
    #expect(Set(visible) == ["DIContainer.swift", "DIContainer.docc"])
  }

  // MARK: Isolation

  @MainActor
  @Test(.tags(.F6))
  func mainActorTypesAreRegisteredAndResolvedThere() throws {
    container.register(String.self, eagerSingleton: "Home")
    container.register(Presenter.self, lazySingleton: { c in Screen(title: try c.resolve()) })
    container.register(
      Screen.self, transient: { _, title in Screen(title: title) },
      initCompleted: { screen, c in screen.child = try c.resolve(Panel.self) })
    container.register(
      Panel.self, transient: { _ in Panel() },
      initCompleted: { panel, c in
        panel.screen = try c.resolve(Screen.self, arguments: "any")
      })
    #expect(container[Presenter.self]?.title == "Home")
    #expect(try container.resolve(Presenter.self) === container[Presenter.self])
    let screen = try container.resolve(Screen.self, arguments: "Detail")
    #expect(screen.title == "Detail")
    #expect(screen.child?.screen === screen)
  }
}
