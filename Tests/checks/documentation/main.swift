// SPDX-License-Identifier: MIT-0

// Each block of code in a document is an example, or a few. What has to be seen of it are its claims: what
// it prints (`// prints …`, or the block right below), what the compiler says, that it works.
//
//     check WORK DOCUMENT …   checks these, or all. Tests/checks/documentation/run prepares WORK
//     check --site CATALOG    changes the links of the catalog to those of the site

import Foundation
import Synchronization

let arguments = CommandLine.arguments
let work = arguments[1]
let catalog = "Sources/DIContainer/DIContainer.docc"
let library = "Sources/DIContainer/DIContainer.swift"
let module = "\(work)/module"
let swiftc = """
  swiftc -swift-version 6 -Onone -I \(module) -L \(module) -lDIContainer -Xlinker -rpath -Xlinker \(module)
  """
let faults = Mutex(0)

func fault(_ path: String, _ line: Int, _ text: String) {
  faults.withLock { $0 += 1 }
  print("\(path):\(line): \(text)")
}

func read(_ file: String) throws -> String { try String(contentsOfFile: file, encoding: .utf8) }

func write(_ text: String, _ file: String) throws {
  let url = URL(fileURLWithPath: file)
  let folder = url.deletingLastPathComponent()
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  try text.write(to: url, atomically: false, encoding: .utf8)
}

func sh(_ command: String, in folder: String, _ seconds: Int = 300) -> Outcome {
  let output = "\(work)/output/\(UUID())"
  let line = "cd \(folder) && exec timeout \(seconds) \(command) >\(output) 2>&1"
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/bash")
  process.arguments = ["-c", line]
  process.standardInput = FileHandle.nullDevice
  try? process.run()
  process.waitUntilExit()
  let signal: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
  let said = String(decoding: FileManager.default.contents(atPath: output) ?? Data(), as: UTF8.self)
  return Outcome(printed: said, status: process.terminationStatus + signal)
}

/// Two at a time on a machine with two cores.
func atOnce<Item: Sendable>(_ items: [Item], _ check: @Sendable (Item) throws -> Void) {
  DispatchQueue.concurrentPerform(iterations: items.count) { index in
    do { try check(items[index]) } catch { fault("\(items[index])", 0, "\(error)") }
  }
}

func pages(_ folder: String) throws -> [Document] {
  let names = try FileManager.default.contentsOfDirectory(atPath: folder)
  return try names.filter { $0.hasSuffix(".md") }.map { try Document("\(folder)/\($0)") }
}

func check(_ paths: [String]) throws {
  let pages = try pages(catalog)
  let script = pages.first { $0.name == "Scripts.md" }?.blocks.first?.lines ?? []
  try write(script.joined(separator: "\n"), "\(module)/script.swift")
  var documents = try paths.map { try Document($0) }
  if let changes = pages.first(where: { $0.name == "Changes.md" }), paths.isEmpty {
    documents = try pages + [Document("README.md"), Document(library)]
    documents.sort { $0.blocks.count > $1.blocks.count }  // the longest first: there are two jobs
    try checkFacts(Document("README.md"), changes)
  }
  atOnce(documents) { document in
    try document.checkProse(pages)
    try Program(document).check()
  }
}

if work == "--site" {
  try linkForSite(pages(arguments[2]))
} else {
  try check(Array(arguments[2...]))
}
exit(faults.withLock { $0 } == 0 ? 0 : 1)
