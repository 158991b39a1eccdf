// SPDX-License-Identifier: MIT-0

import Foundation

/// One marker in one file.
struct Finding: Encodable {
  let file: String
  let line: Int
  let marker: String
  let author: String?
  let text: String
}

/// Finds the markers in the text of a file.
struct MarkerParser {
  let markers: [String]

  /// At most one finding for each line: what follows the first marker is its text.
  func findings(in contents: Data, of file: String) -> [Finding] {
    // Most files have none, and this is much faster than taking them apart.
    guard markers.contains(where: { contents.range(of: Data($0.utf8)) != nil }) else { return [] }
    let text = String(decoding: contents, as: UTF8.self)
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { index, line in
      finding(in: Substring(line), file: file, line: index + 1)
    }
  }

  private func finding(in line: Substring, file: String, line number: Int) -> Finding? {
    guard markers.contains(where: line.contains),
      let comment = Comment(in: line, markers: markers),
      let (marker, rest) = firstMarker(in: comment.text)
    else { return nil }
    var text = rest
    var author: String?
    if text.first == "(", let end = text.firstIndex(of: ")") {
      author = trimmed(text[text.index(after: text.startIndex)..<end])
      text = text[text.index(after: end)...]
    }
    if text.first == ":" { text = text.dropFirst() }
    return Finding(
      file: file, line: number, marker: marker, author: author?.isEmpty == true ? nil : author,
      text: trimmed(comment.ended(text)))
  }

  /// The first marker that is a word of its own, and what follows it.
  private func firstMarker(in comment: Substring) -> (String, Substring)? {
    var rest = comment
    while let start = rest.firstIndex(where: \.isPartOfWord) {
      let word = rest[start...].prefix(while: \.isPartOfWord)
      rest = rest[word.endIndex...]
      if markers.contains(String(word)) { return (String(word), rest) }
    }
    return nil
  }

  private func trimmed(_ text: Substring) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
