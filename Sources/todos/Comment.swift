// SPDX-License-Identifier: MIT-0

/// The part of a line that is a comment, in whatever language.
///
/// One rule for all of them: the tool does not know languages. What is not marked as a comment on
/// the line itself is taken for one only if it looks like a line of a longer comment.
struct Comment {
  let text: Substring
  /// What ends the comment before the line ends.
  private let closer: String?

  private struct Opener {
    let mark: String
    var closer: String?
    /// Whether it opens a comment only as a word of its own, because it has other meanings.
    var isAlone = true
    /// Whether a marker may follow at once.
    var takesMarker = false
  }

  private static let openers = [
    Opener(mark: "//", isAlone: false),
    Opener(mark: "/*", closer: "*/", isAlone: false),
    Opener(mark: "<!--", closer: "-->", isAlone: false),
    Opener(mark: "#", takesMarker: true),  // but `#if` is code
    Opener(mark: "--", takesMarker: true),
    Opener(mark: ";", takesMarker: true),
    Opener(mark: "%", takesMarker: true),
    Opener(mark: "!"),
    Opener(mark: "'"),
    Opener(mark: "::"),
    Opener(mark: "rem"),
    Opener(mark: "REM"),
    Opener(mark: "<#", closer: "#>"),
    Opener(mark: "(*", closer: "*)"),
    Opener(mark: "{-", closer: "-}"),
  ]

  /// The comment of a line, or `nil` if it has none.
  init?(in line: Substring, markers: [String]) {
    let content = line.drop(while: \.isWhitespace)
    if Self.isInsideComment(content, markers) {
      text = content
      closer = "*/"
      return
    }
    var rest = line
    var isAtWord = true
    var isQuoted = false
    while let character = rest.first {
      // These quotation marks neither open nor close a string of this line.
      if let skipped = ["\"\"\"", "'\"'"].first(where: rest.hasPrefix) {
        rest = rest.dropFirst(skipped.count)
        isAtWord = false
        continue
      }
      if !isQuoted, let opener = Self.opener(of: rest, isAtWord: isAtWord, markers) {
        text = rest.dropFirst(opener.mark.count)
        closer = opener.closer
        return
      }
      if character == "\"" { isQuoted.toggle() }
      isAtWord = character.isWhitespace
      rest = rest.dropFirst(character == "\\" ? 2 : 1)
    }
    return nil
  }

  /// A part of the comment, without what follows the comment on its line.
  func ended(_ part: Substring) -> Substring {
    guard let closer, let end = part.firstRange(of: closer) else { return part }
    return part[..<end.lowerBound]
  }

  private static func opener(
    of text: Substring, isAtWord: Bool, _ markers: [String]
  ) -> Opener? {
    openers.first { opener in
      guard text.hasPrefix(opener.mark) else { return false }
      if !opener.isAlone { return true }
      guard isAtWord else { return false }
      // It may be repeated, as in Lisp's `;;;`.
      let rest = text.drop { opener.mark.contains($0) }
      if rest.first?.isWhitespace == true { return true }
      return opener.takesMarker && markers.contains(String(rest.prefix(while: \.isPartOfWord)))
    }
  }

  /// Whether a line without an opener looks like one of a comment of several lines.
  private static func isInsideComment(_ line: Substring, _ markers: [String]) -> Bool {
    if line.hasPrefix("* ") { return true }
    let word = line.prefix(while: \.isPartOfWord)
    guard markers.contains(String(word)) else { return false }
    let rest = line[word.endIndex...]
    let isProse = rest.first == " " && rest.dropFirst().first?.isLetter == true
    return rest.isEmpty || rest.hasPrefix(":") || rest.hasPrefix("(") || isProse
  }
}
