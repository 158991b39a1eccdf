// SPDX-License-Identifier: MIT-0

// Does what a reader of the documents does: pastes their code, and compares what it prints.
//
//     check WORK DOCUMENT …   checks these, or all. Tests/checks/documentation/run prepares WORK
//     check --site CATALOG    changes the links of the catalog to those of the site

import Foundation
import Synchronization

let arguments = CommandLine.arguments
let work = arguments[1]
let repository = FileManager.default.currentDirectoryPath
let catalog = "Sources/DIContainer/DIContainer.docc"
let library = "Sources/DIContainer/DIContainer.swift"
let module = "\(work)/module"
/// A reader pastes the container, or imports it. Here each file imports it, without a line that says so.
let swiftc = """
  swiftc -swift-version 6 -Onone -I \(module) -L \(module) -lDIContainer -Xlinker -rpath \
  -Xlinker \(module) -Xfrontend -import-module -Xfrontend DIContainer
  """
let faults = Mutex(0)

func fault(_ path: String, _ line: Int, _ text: String) {
  faults.withLock { $0 += 1 }
  print("\(path):\(line): \(text.prefix(2000))")
}

func read(_ file: String) throws -> String { try String(contentsOfFile: file, encoding: .utf8) }

func write(_ text: String, _ file: String) throws {
  let url = URL(fileURLWithPath: file)
  let folder = url.deletingLastPathComponent()
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  try text.write(to: url, atomically: false, encoding: .utf8)
}

extension Outcome { var lines: [String] { printed.components(separatedBy: "\n") } }

/// A part of the check, which has a folder of its own and can run beside others.
typealias Job = @Sendable () throws -> Void

func documents(in folder: String) throws -> [Document] {
  let names = try FileManager.default.contentsOfDirectory(atPath: folder)
  return try names.filter { $0.hasSuffix(".md") }.sorted().map { try Document("\(folder)/\($0)") }
}

func check(_ paths: [String]) throws {
  let pages = try documents(in: catalog)
  let script = pages.first { $0.name == "Scripts.md" }?.blocks.first { $0.isSwift }
  try write(script?.text ?? "", "\(module)/script.swift")
  var checked = try paths.map { try Document($0) }
  if let changes = pages.first(where: { $0.name == "Changes.md" }), paths.isEmpty {
    checked = try pages + [Document("README.md"), Document(library)]
    try checkFacts(Document("README.md"), changes)
  }
  var jobs: [Job] = []
  for document in checked {
    try document.checkProse(pages)
    jobs += try Pasted(document).jobs() + mistakes(of: document)
  }
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 3  // on two cores: some jobs wait
  for job in jobs {
    queue.addOperation { do { try job() } catch { fault("", 0, "\(error)") } }
  }
  queue.waitUntilAllOperationsAreFinished()
}

if work == "--site" {
  try linkForSite(documents(in: arguments[2]))
} else {
  try check(Array(arguments[2...]))
}
exit(faults.withLock { $0 } == 0 ? 0 : 1)
