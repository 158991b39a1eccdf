// SPDX-License-Identifier: MIT-0

// Prints the rules of Tests/README.md with what keeps each, and ends with 1 if nothing keeps one, or if
// a test of the container names none.
//
//     Tests/checks/rules          all rules
//     Tests/checks/rules C4 K1    these
//     swift test --filter "$(Tests/checks/rules --filter C4)"    runs the tests of a rule
//
// A test says `@Test(.tags(.C4, .K1))`. A script says it in a comment on a line of its own:
// `# .tags(.F5): what it does`. The README says which rules are kept by reading.

import Foundation

let repository = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

func contents(_ path: String) -> String {
  (try? String(contentsOfFile: "\(repository)/\(path)", encoding: .utf8)) ?? ""
}

func names(in text: Substring) -> [String] {
  text.matches(of: #/\b[A-Z][0-9]+\b/#).map { String($0.0) }
}

var status: Int32 = 0

func complain(_ text: String) {
  FileHandle.standardError.write(Data("\(text)\n".utf8))
  status = 1
}

let page = contents("Tests/README.md")
let rules = page.matches(of: #/(?m)^- \*\*([A-Z][0-9]+)\*\* /#).map { String($0.1) }
let tags = contents("Tests/TestSupport/Rules.swift").matches(of: #/static var ([A-Z][0-9]+): Self/#)
if rules != tags.map({ String($0.1) }) {
  complain("Tests/README.md and Tests/TestSupport/Rules.swift do not have the same rules.")
}
var asked = Array(CommandLine.arguments.dropFirst())
let isFilter = asked.first == "--filter"
if isFilter { asked.removeFirst() }
for name in asked where !rules.contains(name) { complain("There is no rule \(name).") }

/// What keeps each rule: its place, and its name if it is a test.
var kept: [String: [(place: String, test: String?)]] = [:]
for line in page.matches(of: #/(?m)^- (.*) (?:is|are) kept by reading/#) {
  for rule in names(in: line.1) { kept[rule, default: []].append(("by reading", nil)) }
}
let paths = [".ci", "Tests"].flatMap { folder in
  (FileManager.default.subpaths(atPath: "\(repository)/\(folder)") ?? []).map { "\(folder)/\($0)" }
}
for path in paths.sorted() where !path.contains("/.build/") && !path.hasPrefix("Tests/checks/rules")
{
  let text = contents(path)
  for test in text.matches(of: #/(?ms)^ *@Test(.*?)func (\w+)/#) {
    let rules = test.1.firstMatch(of: #/\.tags\((.*?)\)/#).map { names(in: $0.1) } ?? []
    if rules.isEmpty && path.contains(#/^Tests/(DIContainer|Thread)Tests//#) {
      complain("A test names no rule: \(path): \(test.2)")
    }
    for rule in rules { kept[rule, default: []].append(("\(path): \(test.2)", String(test.2))) }
  }
  for comment in text.matches(of: #/(?m)^.*(?:#|//) \.tags\((.*?)\)(: .*)$/#) {
    for rule in names(in: comment.1) { kept[rule, default: []].append((path + comment.2, nil)) }
  }
}

for rule in rules where kept[rule] == nil { complain("Nothing keeps \(rule).") }
let chosen = rules.filter { asked.isEmpty || asked.contains($0) }
if isFilter {
  let tests = chosen.flatMap { kept[$0, default: []].compactMap(\.test) }
  if tests.isEmpty {
    complain("No Swift test keeps this: see Tests/checks/rules \(asked.joined(separator: " "))")
  }
  print(tests.isEmpty ? "no test" : tests.joined(separator: "|"), terminator: "")
} else {
  for rule in chosen {
    print(([rule] + kept[rule, default: []].map(\.place)).joined(separator: "\n    "))
  }
}
exit(status)
