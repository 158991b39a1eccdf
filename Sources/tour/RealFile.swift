// SPDX-License-Identifier: MIT-0

import Foundation

/// The last step of the inside: the way into the real container.
enum RealFile {
  static let name = "inside 7"
  static let minutes = 30
  static let line = Page.line(number: "7", minutes, "The real file")
  static let path = "Sources/DIContainer/DIContainer.swift"

  /// What a reader knows already, by the titles of the file's sections.
  static let ideas = [
    "Registering": "steps 2 and 3: a label says the lifetime, a pack takes the arguments",
    "Managing": "step 2: bootstrap(), as in its exercise",
    "Keys and errors": "steps 3 and 4: the key, the path, and how they print",
    "Registrations": "steps 1 and 2: factory, lifetime and instance in one place",
    "Steps 2 to 5: make it": "step 4: the path, and how a cycle is found",
    "Steps 6 and 7: run the callbacks, and wait": "step 5: the callbacks at the end",
    "Waiting, and cycles between threads": "no step has this: see below",
    "The lock and the thread": "step 6, and its exercise: what is never run under it",
  ]

  /// The titles of the file's sections, each with its line.
  static func sections() throws -> [(line: Int, title: String)] {
    let lines = try contents(of: "\(package.path)/\(path)").components(separatedBy: "\n")
    return zip(1..., lines).compactMap { number, line in
      line.firstMatch(of: /^ *\/\/ MARK: - (.+)$/).map { (number, String($0.1)) }
    }
  }

  @Sendable static func show() throws -> Bool {
    let sections = try sections().map { section in
      let idea = ideas[section.title].map { "\n        \($0)" } ?? ""
      return "  \(section.line)  \(section.title)\(idea)"
    }
    print(
      """
      # Step 7: The real file
      \(minutes) minutes. Goal: find your way in \(path).

      The real container does the same, in these sections. The numbers are lines.

      \(sections.joined(separator: "\n"))

      Read it downwards. First comes what a user calls. After the keys and errors, a
      comment, "How it works", lists the steps of a resolve, and the sections below it
      follow these steps. No step shows how threads wait. Each thread has its own path,
      which is its frames. In a factory or a callback, a thread waits for another
      only while that runs the factory of what it needs. So threads that wait for each
      other in a cycle are factories that need each other, and the last of them finds
      that out before it sleeps. A program's own `resolve` also waits at its end, until
      the callbacks of everything that it returns have run. Leave `verify()` for last:
      it stands below the line from which the file may be cut off.
      """)
    return true
  }
}
