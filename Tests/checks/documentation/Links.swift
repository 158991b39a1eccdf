import Foundation

extension Document {
  /// Checks the links within the repository, the pictures, and the names of pages.
  func checkLinks(_ pages: [String]) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    for (line, text) in prose {
      for link in text.matches(of: #/\]\(([^)#:]*)(?:#([^)]*))?\)/#) {
        let file = link.1.isEmpty ? path : folder.appendingPathComponent(String(link.1)).path
        var isThere = FileManager.default.fileExists(atPath: file)
        if let anchor = link.2 {
          isThere = (try? Document(file).anchors.contains(String(anchor))) ?? false
        }
        if !isThere { fault(path, line, "there is no \(link.0.dropFirst())") }
      }
      for name in text.matches(of: #/`([\w\/]+\.md)`/#) {
        if !pages.contains(where: { $0.hasSuffix(name.1) }) { fault(path, line, "no \(name.0)") }
      }
      if text.contains("<doc:") { fault(path, line, "this link works on the site only") }
    }
  }

  /// Checks the figures that the page states of the file: "about 1,450 lines, or 1,120 without".
  func checkFigures() throws {
    let lines = try read(library).components(separatedBy: "\n")
    let cut = lines.firstIndex { $0.contains("may be cut off") } ?? 0
    for (line, text) in prose {
      for said in text.matches(of: #/about (\d,\d+)(?: lines, or ([\d,]+) without)?/#) {
        for (figure, count) in zip([said.1, said.2], [lines.count, cut]) {
          let figure = Int((figure ?? "\(count)").replacing(",", with: "")) ?? 0
          if abs(figure - count) > 10 { fault(path, line, "\(figure) lines are \(count)") }
        }
      }
    }
  }

  /// Checks that the README states the figures, and its commands.
  func checkReadme() throws {
    let figures = #/about \d,\d+ lines, or [\d,]+ without/#
    if !prose.contains(where: { $0.text.contains(figures) }) { fault(path, 0, "has no figures") }
    let gate = try read(".ci/run")
    for command in blocks.filter(\.isShell).flatMap(\.lines) where !gate.contains("\(command)'\n") {
      fault(path, 0, ".ci/run does not run: \(command)")
    }
  }
}
