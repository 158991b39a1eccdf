// SPDX-License-Identifier: MIT-0

import Foundation

extension Document {
  /// The links within the repository, and what mentions a page and does not link it.
  func checkProse(_ pages: [Document]) throws {
    let titles = pages.compactMap(\.headings.first?.text).filter { $0.contains(" ") }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    for (line, text) in prose {
      for link in text.matches(of: #/\]\(([^)#:]*)(?:#([^)]*))?\)/#) {
        let file =
          link.1.isEmpty ? path : folder.appendingPathComponent(String(link.1)).relativePath
        let target =
          link.2 == nil ? nil : try? Document(file).headings.map { $0.anchor.lowercased() }
        let isThere = link.2.map { target?.contains(String($0)) == true }
        if !(isThere ?? FileManager.default.fileExists(atPath: file)) {
          fault(path, line, "there is no \(link.0.dropFirst())")
        }
      }
      if text.contains("<doc:") { fault(path, line, "this link works on the site only") }
      for sentence in text.split(separator: #/[.:|] /#) where mentions(sentence, titles) {
        fault(path, line, "mentions without a link: \(sentence)")
      }
    }
  }

  private func mentions(_ sentence: Substring, _ titles: [String]) -> Bool {
    var text = sentence.replacing(#/\[[^\]]*\]\([^)]*\)/#, with: "")
    if isSource { text = text.replacing(#/"[^"]*" below/#, with: "") }  // a section of the file
    let isRecipe = text.contains(#/[Rr]ecipe/#) && !sentence.contains(#/[(\/]Recipes/#)
    return isRecipe && name != "Recipes.md" || titles.contains { text.contains($0) }
      || text.contains(#/(^|[^a-z])(guide|article)s? |[A-Za-z]\.md/#)
  }
}

/// The pages link to each other as GitHub wants it, `(Recipes.md#a-decorator)`. The site's copy gets
/// `(doc:Recipes#A-decorator)`.
func linkForSite(_ pages: [Document]) throws {
  for page in pages {
    var text = try read(page.path)
    for target in pages {
      let link = "](doc:\(target.name.dropLast(3))"
      text = text.replacing("](\(target.name))", with: "\(link))")
      for anchor in target.headings.map(\.anchor) {
        text = text.replacing(
          "](\(target.name)#\(anchor.lowercased()))", with: "\(link)#\(anchor))")
      }
    }
    let dead = text.firstMatch(of: #/\]\([^):]*\.md[^)]*\)|\]\(#[^)]*\)/#)
    if let dead { fault(page.path, 0, "this link leads nowhere on the site: \(dead.0)") }
    try write(text, page.path)
  }
}

/// What is said about the file and the gate.
func checkFacts(_ readme: Document, _ changes: Document) throws {
  let lines = try read(library).split(separator: "\n", omittingEmptySubsequences: false)
  let newest = changes.headings.first { $0.level == 2 }?.text ?? ""
  if !lines[0].hasPrefix("// DIContainer \(newest): ") {
    fault(changes.path, 0, "not the newest version")
  }
  let hundreds = (lines.count + 49) / 100
  let size = "one file of \(hundreds / 10),\(hundreds % 10)00 lines"
  if !readme.prose.contains(where: { $0.text.contains(size) }) {
    fault(readme.path, 0, "it is \(size)")
  }
  let gate = try read(".ci/run")
  for command in readme.blocks.filter(\.isShell).flatMap(\.lines)
  where !gate.contains("step 'README: \(command)' \(command)\n") {
    fault(readme.path, 0, ".ci/run does not run: \(command)")
  }
}
