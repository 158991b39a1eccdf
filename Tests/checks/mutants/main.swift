// SPDX-License-Identifier: MIT-0

// Linux only. Changes one line of the library at a time, in a copy, and says which test notices. By hand:
// a mutant takes seconds, or a minute if threads wait for each other.
//
//     Tests/checks/mutants/run            every mutant: hours
//     Tests/checks/mutants/run 'drop\('   those whose text contains a match
//
// A mutant deletes a statement or a lock, or swaps a word. One that survives is a test that is missing, a
// statement that nothing needs, or equivalent.

import Foundation

/// Without a lock, what it guards is a race.
let swaps = [
  (" === ", " !== "), (" !== ", " === "), (" == ", " != "), (" != ", " == "), (" < ", " <= "),
  (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" && ", " || "), (" || ", " && "),
  ("if ", "if true || "), ("true", "false"), ("false", "true"), (".reversed()", ""),
  ("lock.locked", "unlocked"),
]
let helper = """

  private func unlocked<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

  """

/// What a line of code can be instead.
func changes(of line: String) -> [String] {
  let code = line.replacing(#/(^|\s\s)//.*$/#, with: "")
  var changes = swaps.flatMap { old, new in
    code.ranges(of: old).map { code.replacingCharacters(in: $0, with: new) }
  }
  let isWhole = code.count { "([{".contains($0) } == code.count { ")]}".contains($0) }
  let other = #/^ *(let|var|case|func|init|return .|throw|private|fileprivate|public|static|#|@)/#
  if isWhole && code.contains(#/[\w)]/#) && !code.contains(other) { changes.append("") }
  return changes
}

/// What the tests say of the library in the work folder. They end at the first failure, and after a
/// minute: then they wait for each other.
func verdict() -> String {
  let library =
    "-parse-as-library -module-name DIContainer -emit-library -o .build/debug/libDIContainer.so"
  let built = sh("swiftc -swift-version 6 ../DIContainer.swift \(library)", in: ".")
  if built.status != 0 { return "does not compile" }
  for suite in ["DIContainerTests", "ThreadTests"] {
    let tests = ".build/debug/MutantsPackageTests.xctest --testing-library swift-testing"
    // A loop without an end may fill the memory.
    let line = "ulimit -v 16000000 && exec \(tests) --filter \(suite)"
    let result = sh(line, in: ".", 60) { $1.contains("recorded an issue") }
    if result.status == 0 { continue }
    let failed = result.printed.firstMatch(of: #/Test (\w+)\(.* recorded an issue/#)
    return "killed by \(failed?.1 ?? "a crash, or a hang")"
  }
  return "survived"
}

let library = try String(
  contentsOfFile: "library/Sources/DIContainer/DIContainer.swift", encoding: .utf8)
let lines = library.components(separatedBy: "\n")
let only = try Regex(CommandLine.arguments.dropFirst().first ?? "")

func run(_ source: [String]) throws -> String {
  let text = source.joined(separator: "\n") + helper
  try text.write(toFile: "../DIContainer.swift", atomically: true, encoding: .utf8)
  return verdict()
}

let unchanged = try run(lines)
guard unchanged == "survived" else { fatalError("Without a mutant: \(unchanged)") }
for (index, line) in lines.enumerated() where line.contains(only) {
  for new in changes(of: line) {
    var mutant = lines
    mutant[index] = new
    print("\(try run(mutant))\t\(index + 1): \(line) → \(new)")
  }
}
