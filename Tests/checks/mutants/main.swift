// SPDX-License-Identifier: MIT-0

// Linux only. Changes one place of the library at a time, in a copy, and says which test notices, or
// else whether the explorer does. By hand: a mutant takes seconds, or half a minute if no test does.
//
//     Tests/checks/mutants/run                 every mutant that the log does not have
//     Tests/checks/mutants/run --only REGEX    those whose name contains a match, as in 'fail: .*drop\('
//     Tests/checks/mutants/run --list          what the mutants are; with --only too
//
// A mutant deletes a statement or a lock, negates a condition, or swaps an operator. It is named by the
// function and the text, so that it keeps its name if lines move. The log is .build/mutants/log: delete
// it, or lines of it, to run them again. A mutant that survives is a test that is missing, a statement
// that nothing needs, or equivalent.

import Foundation

// MARK: - What the mutants are

struct Mutant {
  let name: String
  let source: String
}

/// What is written for an operator, or for a word. Without a lock, what it guards is a race.
let swaps = [
  (" === ", " !== "), (" !== ", " === "), (" == ", " != "), (" != ", " == "), (" < ", " <= "),
  (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" && ", " || "), (" || ", " && "),
  ("true", "false"), ("false", "true"), (".reversed()", ""), ("lock.locked", "unlocked"),
]
let helper = """

  private func unlocked<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

  """

func mutants(of source: String) -> [Mutant] {
  let lines = source.components(separatedBy: "\n")
  var mutants: [Mutant] = []
  var counts: [String: Int] = [:]
  var place = ""
  for (index, line) in lines.enumerated() {
    let code = line.replacing(#/(^|\s\s)//.*$/#, with: "").trimmingCharacters(in: .whitespaces)
    if code.isEmpty || code.hasPrefix("#") || code.hasPrefix("@available") { continue }
    if let declared = code.firstMatch(of: #/(func \w+|init\(|subscript|var \w+: [^=]* \{)/#) {
      place = String(declared.0).replacing(#/^(func|var) |[:(].*$/#, with: "")
    }
    for new in changes(of: code) {
      var name = "\(place): \(code) → \(new.isEmpty ? "deleted" : new)"
      counts[name, default: 0] += 1
      if let count = counts[name], count > 1 { name += " (\(count))" }
      var changed = lines
      changed[index] = new
      mutants.append(Mutant(name: name, source: changed.joined(separator: "\n") + helper))
    }
  }
  return mutants
}

/// What a line of code can be instead.
func changes(of code: String) -> [String] {
  let isDeclaration = code.contains(#/(^| )func /#)
  if isDeclaration && !code.contains("{ ") { return [] }
  var changes: [String] = []
  if isStatement(code) { changes.append("") }
  if let body = code.firstRange(of: #/ \{ .+ \}$/#), isDeclaration && !code.contains("->") {
    changes.append(code[..<body.lowerBound] + " {}")
  }
  for (old, new) in swaps {
    changes += code.ranges(of: old).map { code.replacingCharacters(in: $0, with: new) }
  }
  for part in conditions(of: code) {
    let negated = part.hasPrefix("!") ? String(part.dropFirst()) : "!(\(part))"
    changes.append(
      code.replacingCharacters(in: part.startIndex..<part.endIndex, with: negated))
  }
  return changes
}

func isBalanced(_ code: some StringProtocol) -> Bool {
  code.count { "([{".contains($0) } == code.count { ")]}".contains($0) }
}

func isStatement(_ code: String) -> Bool {
  if !isBalanced(code) { return false }
  if code.contains(#/^(return|continue|break)$|^(if|for|while|defer) .*\}$/#) { return true }
  let other = [
    #/^(let|var|func|case|init|super|self\.init)\b/#,
    #/^(if|for|while|guard|switch|return|throw|else)\b/#,
    #/^(private|fileprivate|public|static|struct|enum|final|import)\b/#,
  ]
  if other.contains(where: code.contains) { return false }
  return code.contains(
    #/^(try |repeat |_ = )?[a-z][\w.?]*(\[.*\])?[\w.?]*(\(.*\)| \{.*\}| [+-]?= .+)$/#)
}

/// The parts of a condition, and what stands before `?`. What has an operator is swapped instead.
func conditions(of code: String) -> [Substring] {
  let patterns = [
    #/^(?:\} else )?(?:if|while) (.*?)(?: \{.*|,)$/#, #/^guard (.*?)(?: else.*|,)$/#,
    #/ where (?!:)(.*?) \{.*$/#, #/(?:^|\(|[^=!]= |[^=<>&|] )(!?[A-Za-z][\w.]*) \? /#,
  ]
  let condition = patterns.lazy.compactMap { code.firstMatch(of: $0)?.1 }.first ?? ""
  return condition.split(separator: ", ").filter { part in
    !part.contains(#/^(let|var|case) |^_$| ([=!]==?|[<>]=?|&&|\|\|) /#) && isBalanced(part)
  }
}

// MARK: - Programs, and how long they run

/// A process, and what it has started. (A test has a process group of its own.)
func family(of process: Int32) -> [Int32] {
  let tasks = "/proc/\(process)/task"
  let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
  let children = threads.flatMap { numbers(in: "\(tasks)/\($0)/children") }
  return [process] + children.map(Int32.init).flatMap(family)
}

/// What is no number is 0, and so does not shift the others.
func numbers(in file: String) -> [Int] {
  let text = try? String(contentsOfFile: file, encoding: .utf8)
  return text?.split { $0.isWhitespace }.map { Int($0) ?? 0 } ?? []
}

/// The processor time of a process, in hundredths of a second.
func ticks(of process: Int32) -> Int {
  numbers(in: "/proc/\(process)/stat").dropFirst(13).prefix(2).reduce(0, +)
}

/// Runs a command: for so much processor time, up to the first failure of a test, and up to a deadlock,
/// where nothing happens for five seconds. Returns its output, and whether it succeeded.
func run(_ command: String, seconds: Int = 120) -> (succeeded: Bool, output: String) {
  var idle = 0
  var before = -1
  // A loop without an end may fill the memory.
  let line = "ulimit -v 16000000 -t \(seconds) && exec \(command)"
  let outcome = sh(line, in: ".", .max) { process, printed in
    let family = family(of: process)
    let now = family.map(ticks).reduce(0, +)
    idle = now == before ? idle + 1 : 0
    before = now
    let isOver = printed.contains("recorded an issue") || idle > 25
    if isOver { for id in family { kill(id, SIGKILL) } }
    return isOver
  }
  return (outcome.status == 0, outcome.printed)
}

// MARK: - Who notices

/// What the tests say of the library in the work folder, or else the explorer.
func verdict(explores: Bool = true) -> String {
  let compile = "swiftc -swift-version 6 ../DIContainer.swift"
  let library =
    "-parse-as-library -module-name DIContainer -emit-library -o .build/debug/libDIContainer.so"
  if !run("\(compile) \(library)").succeeded { return "does not compile" }
  for suite in ["DIContainerTests", "ThreadTests"] {
    let tests = ".build/debug/MutantsPackageTests.xctest --testing-library swift-testing"
    let result = run("\(tests) --filter \(suite)", seconds: 30)
    if !result.succeeded { return "killed by \(failure(in: result.output))" }
  }
  if !explores { return "passes the tests" }
  let isBuilt = run("\(compile) ../explore/*.swift -O -wmo -module-name explore -o explore")
    .succeeded
  if !isBuilt { return "killed by the explorer: a build" }
  for options in ["--programs 20000", "--scenario all --systematic --programs 300"] {
    let result = run("./explore \(options)")
    let line = result.output.split(separator: "\n").first { $0.hasPrefix("===") } ?? "no end"
    if !result.succeeded { return "killed by the explorer: \(line.prefix(80))" }
  }
  return "survived"
}

/// The first test that fails, or else one that was begun and did not end.
func failure(in output: String) -> String {
  var begun: [String] = []
  for line in output.split(separator: "\n") {
    guard let match = line.firstMatch(of: #/ Test (\w+\(.*?\)) .*?(started|passed|issue|failed)/#)
    else { continue }
    let test = String(match.1)
    switch match.2 {
    case "started": begun.append(test)
    case "passed": begun.removeAll { $0 == test }
    default: return test
    }
  }
  return begun.first ?? "no test"
}

// MARK: - The command line

let arguments = CommandLine.arguments.dropFirst()
let only = try Regex(arguments.drop { $0 != "--only" }.dropFirst().first ?? "")
let library = try String(
  contentsOfFile: "library/Sources/DIContainer/DIContainer.swift", encoding: .utf8)
let chosen = mutants(of: library).filter { $0.name.contains(only) }
if arguments.contains("--list") {
  for mutant in chosen { print(mutant.name) }
  exit(0)
}
func write(_ source: String) throws {
  try source.write(toFile: "../DIContainer.swift", atomically: true, encoding: .utf8)
}

try write(library)
let unchanged = verdict(explores: false)
guard unchanged == "passes the tests" else { fatalError("Without a mutant: \(unchanged)") }
let logged = try String(contentsOfFile: "../log", encoding: .utf8).split(separator: "\n")
let known = Set(logged.map { $0.drop { $0 != "\t" }.dropFirst() })
let log = try FileHandle(forWritingTo: URL(fileURLWithPath: "../log"))
try log.seekToEnd()
for mutant in chosen where !known.contains(mutant.name[...]) {
  try write(mutant.source)
  let line = "\(verdict())\t\(mutant.name)"
  for file in [log, .standardOutput] { try file.write(contentsOf: Data("\(line)\n".utf8)) }
}
