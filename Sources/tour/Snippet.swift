import Foundation

/// Code that the tour shows and runs. What it shows is the source file of what it runs.
///
/// The file is read when the tour runs, from where the compiler read it (`#filePath`). So it can't
/// differ: `swift run tour` compiles the very files that it then shows. A copy of the files in the
/// program (a resource) would need a second place for each file, because SwiftPM compiles a file
/// or copies it and never both. And nobody has the program without the sources: `swift run` needs
/// them too. Where they are gone after all, the tour says so.
struct Snippet: Sendable {
  let path: String
  let run: @Sendable () async throws -> Void

  /// The code of the file in which this is called: what its `private enum Code` holds, and what
  /// that enum's `run()` does.
  init(path: String = #filePath, run: @escaping @Sendable () async throws -> Void) {
    self.path = path
    self.run = run
  }

  /// The file as a program of its own: the declarations of `Code`, then the statements of `run()`.
  func code() throws -> String {
    let lines = try contents(ofSource: path).components(separatedBy: "\n")
    let declared = block(of: lines, from: "private enum Code {", to: "}") ?? []
    let start = declared.firstIndex { $0.hasPrefix("  static func run() ") }
    let statements = start.flatMap { block(of: declared, from: declared[$0], to: "  }") }
    guard let start, let statements else {
      throw TourError(
        """
        There is no code to show in \(path)
        Write it as 'private enum Code { … static func run() { … } }', each brace on its own line.
        """)
    }
    let rest = declared[..<start] + declared[(start + statements.count + 2)...]
    let program = rest.map { $0.dropFirst(2) } + statements.map { $0.dropFirst(4) }
    return program.joined(separator: "\n").trimmingCharacters(in: .newlines)
  }

  /// What stands between two lines.
  private func block(of lines: [String], from first: String, to last: String) -> [String]? {
    guard let start = lines.firstIndex(of: first),
      let end = lines[start...].firstIndex(of: last)
    else { return nil }
    return Array(lines[(start + 1)..<end])
  }
}

/// The folder of the package, with the sources that this program was compiled from.
let packageFolder: String = {
  let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  return folder.path + "/"
}()

/// A path as it is written from the folder of the package.
func pathInPackage(_ path: String) -> String {
  path.hasPrefix(packageFolder) ? String(path.dropFirst(packageFolder.count)) : path
}

func contents(ofSource path: String) throws -> String {
  do {
    return try String(contentsOfFile: path, encoding: .utf8)
  } catch {
    throw TourError(
      """
      The tour shows its own source files, and one can't be read: \(path)
      Go to the folder of the package, and build the tour there: swift run tour
      """)
  }
}

/// Something that keeps the tour from going on, in the words that its user sees.
struct TourError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
