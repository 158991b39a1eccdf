// SPDX-License-Identifier: MIT-0

import Foundation

extension Document {
  /// Checks the links within the repository, and the pictures.
  func checkLinks() {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    for (line, text) in prose {
      for link in text.matches(of: #/\]\(([^)#:]*)(?:#([^)]*))?\)/#) {
        let file = link.1.isEmpty ? path : folder.appendingPathComponent(String(link.1)).path
        var isThere = FileManager.default.fileExists(atPath: file)
        if let anchor = link.2 {
          let anchors = (try? Document(file).anchors) ?? []
          isThere = anchors.contains { $0.lowercased() == anchor }
        }
        if !isThere { fault(path, line, "there is no \(link.0.dropFirst())") }
      }
      if text.contains("<doc:") { fault(path, line, "this link works on the site only") }
    }
  }
}

/// Converts the links between pages from GitHub's form, `(Recipes.md#a-decorator)`, to DocC's,
/// `(doc:Recipes#A-decorator)`. In a list of pages, DocC takes a link without a text only.
func linkForSite(_ pages: [Document]) throws {
  for page in pages {
    let listed = try read(page.path).replacing(#/- \[.*\]\((\w+)\.md\)\n/#) { "- <doc:\($0.1)>\n" }
    let text = listed.replacing(#/\]\((?:(\w+)\.md)?(#[^)]*)?\)/#) { link in
      let name = link.1.map { "\($0).md" } ?? page.name
      guard let target = pages.first(where: { $0.name == name }) else { return String(link.0) }
      let anchor = target.anchors.map { "#" + $0 }.first { $0.lowercased() == link.2 ?? "" } ?? ""
      return "](doc:\(name.dropLast(3))\(anchor))"
    }
    try write(text, page.path)
  }
}

/// Checks the figures of the README, and its commands.
func checkFacts(_ readme: Document) throws {
  let lines = try read(library).components(separatedBy: "\n")
  let cut = lines.firstIndex { $0.contains("may be cut off") } ?? 0
  for (count, said) in [(lines.count, 1_450), (cut, 1_120)] where abs(count - said) > 50 {
    fault(library, count, "the README says: about \(said) lines")
  }
  let gate = try read(".ci/run")
  for command in readme.blocks.filter(\.isShell).flatMap(\.lines)
  where !gate.contains("\(command)'\n") {
    fault(readme.path, 0, ".ci/run does not run: \(command)")
  }
}
