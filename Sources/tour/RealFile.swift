// SPDX-License-Identifier: MIT-0

import Foundation

/// The last step of the inside: the way into the real container.
enum RealFile {
  static let name = "inside 7"
  static let minutes = 30
  static let line = Page.line(number: "7", minutes, "The real file")
  static let path = "Sources/DIContainer/DIContainer.swift"

  @Sendable static func show() throws -> Bool {
    let lines = try contents(of: "\(package.path)/\(path)").components(separatedBy: "\n")
    let sections = zip(1..., lines).compactMap { number, line in
      line.firstMatch(of: /^ *\/\/ MARK: - (.+)$/).map { "  \(number)  \($0.1)" }
    }
    print(
      """
      # Step 7: The real file
      \(minutes) minutes. Goal: find your way in \(path).

      The real container does what the steps do, in these sections. The numbers are
      lines.

      \(sections.joined(separator: "\n"))

      Read it downwards. First comes what a user calls, as in steps 2 and 3, and then
      the keys and errors of steps 3 and 4. A comment, "How it works", lists the steps
      of a resolve, and the sections below it follow these. No step shows how threads
      wait: the guide HowItWorks.md does. Leave `verify()` for last: it stands below
      the line from which the file may be cut off.
      """)
    return true
  }
}
