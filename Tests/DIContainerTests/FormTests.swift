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

private enum Program {
  static let container = DIContainer { $0.register(Int.self, eagerSingleton: 1) }
}

/// The lines of the library's one file.
private func libraryLines() throws -> [String] {
  try String(contentsOf: libraryFile, encoding: .utf8).components(separatedBy: "\n")
}

/// What a declaration at file scope may begin with.
private let topLevel = #"^(?! )[a-z@(): ]*\b"#

extension String {
  fileprivate func matches(_ pattern: String) -> Bool {
    range(of: pattern, options: .regularExpression) != nil
  }

  /// A line without what stands in quotation marks, and without its comment.
  fileprivate var code: String {
    let unquoted = replacingOccurrences(
      of: #""[^"]*""#, with: "", options: .regularExpression)
    return unquoted.components(separatedBy: "//")[0]
  }

  fileprivate var hasComment: Bool { contains("//") }
}

struct FormTests {
  // MARK: The file

  @Test(.tags(.F1))
  func oneFileIsTheWholeLibrary() throws {
    let folder = libraryFile.deletingLastPathComponent().path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(files) == ["DIContainer.swift", "DIContainer.docc"])
  }

  @Test(.tags(.F1))
  func fileHasNoVariablesAtFileScope() throws {
    let modifiers = #"(nonisolated(\(unsafe\))? |private |fileprivate |public |internal )*"#
    #expect(try libraryLines().filter { $0.matches("^" + modifiers + "(var|let) ") } == [])
  }

  @Test(.tags(.F2))
  func onlyNameThatTheFileAddsIsDIContainer() throws {
    let names = try libraryLines().filter {
      $0.matches(topLevel + "(class|struct|enum|protocol|actor|func|typealias|macro|operator) ")
        && !$0.contains("private ")
    }
    #expect(names.count == 1)
    #expect(names.first?.contains("class DIContainer") == true)
  }

  @Test(.tags(.F3))
  func fileExtendsNothingThatAProgramCanSee() throws {
    let lines = try libraryLines()
    for (index, line) in lines.enumerated() {
      guard line.matches(topLevel + "extension "), !line.contains("extension DIContainer"),
        !line.contains("private extension")
      else { continue }
      let members = lines[(index + 1)...].prefix { $0 != "}" }.filter {
        $0.matches(#"^  [a-z@ ]*\b(func|var|let|init|subscript|struct|class|enum|typealias)\b"#)
      }
      #expect(members.allSatisfy { $0.contains("private ") }, "\(line)")
    }
  }

  @Test(.tags(.F4))
  func fileImportsThePlatformsCLibraryOnly() throws {
    let imports = try libraryLines().filter { $0.matches(#"^\s*([a-z@]+ )*import "#) }
      .compactMap { $0.components(separatedBy: " ").last }
    let allowed: Set = [
      "Darwin", "Glibc", "Musl", "Android", "Bionic", "WASILibc", "WinSDK", "ucrt",
    ]
    #expect(Set(imports).subtracting(allowed) == [])
  }

  @Test(.tags(.F6))
  func everyTopLevelDeclarationIsNonisolated() throws {
    let isolated = try libraryLines().filter {
      $0.matches(topLevel + "(class|struct|enum|protocol|actor|func|extension) ")
        && !$0.contains("nonisolated ")
    }
    #expect(isolated == [])
  }

  /// The comment is on its line, or above it with no empty line between. Three attributes that groups
  /// of functions share are in a list of the file.
  @Test(.tags(.F8))
  func everyUnsafeConstructHasAComment() throws {
    let lines = try libraryLines()
    let shared = [
      "@exclusivity(unchecked)", #"@_semantics("optimize.sil.specialize.generic.never")"#,
      "@_optimize(none)",
    ]
    for attribute in shared {
      #expect(lines.count { $0.hasPrefix("// - `\(attribute)`: ") } == 1, "\(attribute)")
    }
    let constructs = #"[uU]nsafe|@unchecked|\(unchecked\)|Unmanaged|@_[a-z]|\b_[a-z]"#
    var isExplained = false
    var unexplained: [String] = []
    for (index, line) in lines.enumerated() {
      if line.isEmpty { isExplained = false }
      if line.hasComment { isExplained = true }
      let own = shared.reduce(line) { $0.replacingOccurrences(of: $1, with: "") }
      if own.code.matches(constructs), !isExplained { unexplained.append("\(index + 1): \(line)") }
    }
    #expect(unexplained == [])
  }

  @Test(.tags(.F9))
  func headerSaysWhatTheFileIsItsVersionItsLicenceAndHowToCompileIt() throws {
    let header = try libraryLines().prefix { $0.hasPrefix("//") }.joined(separator: "\n")
    #expect(header.contains("SPDX-License-Identifier: MIT-0"))
    #expect(header.lowercased().contains("dependency injection"))
    #expect(header.matches(#"\b[0-9]+\.[0-9]+(\.[0-9]+)?\b"#), "a version")
    #expect(header.matches(#"swiftc .*\bDIContainer\.swift\b"#), "a command")
  }

  // MARK: Isolation

  @MainActor
  @Test(.tags(.F6))
  func mainActorTypesAreRegisteredAndResolvedThere() throws {
    let container = DIContainer()
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

  @Test(.tags(.F6))
  func containerCrossesTasksAndMayBeStatic() async throws {
    let number = await Task.detached { Program.container[Int.self] }.value
    #expect(number == 1)
    let container = DIContainer()
    await MainActor.run {
      container.register(Panel.self) { _ in MainActor.assumeIsolated { Panel() } }
    }
    #expect(container.contains(Panel.self))
  }

  @Test(.tags(.F6))
  func factoriesMayCaptureWhatIsNotSendable() throws {
    let container = DIContainer()
    let log = Log()
    var number = 0
    container.register(Int.self) { _ in
      number += 1
      log.add("\(number)")
      return number
    }
    #expect(try container.resolve(Int.self) + container.resolve(Int.self) == 3)
    #expect(log.lines == ["1", "2"])
  }
}
