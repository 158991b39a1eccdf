// SPDX-License-Identifier: MIT-0

import Foundation

extension Document {
  /// The links to files and headings of the repository, and what mentions a page without a link.
  func checkProse(pages: [Document]) throws {
    let titles = pages.compactMap(\.headings.first?.text).filter { $0.contains(" ") }
    for (line, text) in prose {
      for link in text.matches(of: #/\]\(([^)#:]*)(?:#([^)]*))?\)/#) {
        let file =
          link.1.isEmpty ? path : folder.appendingPathComponent(String(link.1)).relativePath
        if !FileManager.default.fileExists(atPath: file) {
          fault(path, line, "there is no \(link.1)")
        }
        guard let anchor = link.2 else { continue }
        let anchors = try Document(file).headings.map { $0.anchor.lowercased() }
        if !anchors.contains(String(anchor)) {
          fault(path, line, "there is no \(link.1)#\(anchor)")
        }
      }
      if text.contains("<doc:") { fault(path, line, "this link works on the site only") }
      for sentence in text.split(separator: #/[.:|] /#) where mentions(String(sentence), titles) {
        fault(path, line, "mentions without a link: \(sentence)")
      }
    }
  }

  private func mentions(_ sentence: String, _ titles: [String]) -> Bool {
    var text = sentence.replacing(#/\[[^\]]*\]\([^)]*\)/#, with: "")
    if isSource { text = text.replacing(#/"[^"]*" below/#, with: "") }  // a section of the file
    let isPage = text.contains(#/(^|[^a-z])(guide|article)s? |[A-Za-z]\.md/#)
    let isRecipe = text.contains(#/[Rr]ecipe/#) && !sentence.contains(#/[(\/]Recipes/#)
    return isPage || isRecipe && name != "Recipes.md" || titles.contains { text.contains($0) }
  }
}

/// The pages link to each other as GitHub wants it, `(Recipes.md#a-decorator)`. DocC gets a copy with
/// `(doc:Recipes#A-decorator)`.
func copyForSite(_ catalog: String) throws {
  let pages = try pages(catalog)
  for page in pages {
    var text = try String(contentsOfFile: page.path, encoding: .utf8)
    for target in pages {
      let name = target.name.dropLast(3)
      text = text.replacing("](\(target.name))", with: "](doc:\(name))")
      for heading in target.headings {
        let link = "](\(target.name)#\(heading.anchor.lowercased()))"
        text = text.replacing(link, with: "](doc:\(name)#\(heading.anchor))")
      }
    }
    for (index, line) in text.components(separatedBy: "\n").enumerated()
    where line.contains(#/\]\([^):]*\.md|\]\(#/#) {
      fault(page.path, index + 1, "this link leads nowhere on the site")
    }
    try text.write(toFile: page.path, atomically: false, encoding: .utf8)
  }
}

func pages(_ catalog: String) throws -> [Document] {
  let names = try FileManager.default.contentsOfDirectory(atPath: catalog)
  return try names.filter { $0.hasSuffix(".md") }.map { try Document("\(catalog)/\($0)") }
}
