/// A page of the tour, taken apart at its headings.
struct Page {
  /// What stands under each heading, without the empty lines around it.
  let sections: [(heading: String, lines: [String])]

  init(_ text: String, headings: [String]) {
    var sections = [(heading: "", lines: [String]())]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if headings.contains(line) {
        sections.append((line, []))
      } else {
        sections[sections.count - 1].lines.append(line)
      }
    }
    self.sections = sections
  }

  func lines(under heading: String) -> [String]? {
    guard var lines = sections.first(where: { $0.heading == heading })?.lines else { return nil }
    while lines.first == "" { lines.removeFirst() }
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  /// The text that is set off by two spaces, at the start of a section.
  func indented(under heading: String) -> String? {
    guard let lines = lines(under: heading) else { return nil }
    let own = lines.prefix { $0 == "" || $0.hasPrefix("  ") }
    return own.map { $0.dropFirst(2) }.joined(separator: "\n").trimmingEmptyLines + "\n"
  }
}

extension String {
  fileprivate var trimmingEmptyLines: String {
    var text = self
    while text.hasSuffix("\n") { text.removeLast() }
    return text
  }
}
