// SPDX-License-Identifier: MIT-0

// Pastes the code of the documents, as a reader does, and compares its output.
//
//     check WORK DOCUMENT …   checks these documents, or all. The script `run` prepares WORK
//     check --site CATALOG    converts the links of the catalog for the site

import Foundation
import Synchronization

let arguments = CommandLine.arguments
let work = arguments[1]
let catalog = "Sources/DIContainer/DIContainer.docc"
let library = "Sources/DIContainer/DIContainer.swift"
let module = "\(work)/module"
/// Each file imports the container implicitly.
let swiftc = """
  swiftc -swift-version 6 -Onone -I \(module) -L \(module) -lDIContainer -lSwiftUI -Xlinker -rpath \
  -Xlinker \(module) -Xfrontend -import-module -Xfrontend DIContainer
  """
let faults = Mutex(0)

func fault(_ path: String, _ line: Int, _ text: String) {
  faults.withLock { $0 += 1 }
  print("\(path):\(line): \(text.prefix(3000))")
}

func read(_ file: String) throws -> String { try String(contentsOfFile: file, encoding: .utf8) }

func write(_ text: String, _ file: String) throws {
  let url = URL(fileURLWithPath: file)
  let folder = url.deletingLastPathComponent()
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  try text.write(to: url, atomically: false, encoding: .utf8)
}

/// A part of the check. Each has its own folder, so several run at once.
typealias Job = @Sendable () throws -> Void

func documents(in folder: String) throws -> [Document] {
  let names = try FileManager.default.contentsOfDirectory(atPath: folder)
  return try names.filter { $0.hasSuffix(".md") }.sorted().map { try Document("\(folder)/\($0)") }
}

func check(_ paths: [String]) throws {
  let pages = try documents(in: catalog)
  var checked = try paths.map { try Document($0) }
  if paths.isEmpty {
    let readme = try Document("README.md")
    checked = try pages + [readme, Document(library)]
    try checkFacts(readme)
  }
  var jobs: [Job] = []
  for document in checked {
    document.checkLinks()
    jobs += Pasted(document).jobs()
  }
  let queue = jobs
  DispatchQueue.concurrentPerform(iterations: queue.count) { index in
    do { try queue[index]() } catch { fault("", 0, "\(error)") }
  }
}

if work == "--site" {
  try linkForSite(documents(in: arguments[2]))
} else {
  try check(Array(arguments[2...]))
}
exit(faults.withLock { $0 } == 0 ? 0 : 1)
