// SPDX-License-Identifier: MIT-0

// Checks documents: what they link to and mention, and their code. Each block of code is an example, or
// each part of it (see `Example`), and what has to be seen of an example is a claim: what it prints, what
// the compiler says, that it works. Tests/checks/documentation/run starts this.
//
//     check WORK DOCUMENT …   checks these documents, or all. In WORK are the modules
//     check --site CATALOG    changes the links of a catalog to those of the site
//
// What a block prints stands in it, `// prints …`, or in the block right below. Blocks that begin with
// `// FILE.swift` are the files of a package or of an app.

import Foundation
import Synchronization

let arguments = Array(CommandLine.arguments.dropFirst())
let work = arguments[0]
let modules = "\(work)/module"
let repository = FileManager.default.currentDirectoryPath
let catalog = "Sources/DIContainer/DIContainer.docc"
let library = "\(repository)/Sources/DIContainer/DIContainer.swift"
let swiftc =
  "swiftc -swift-version 6 -Onone -I \(modules) -L \(modules) -lDIContainer -Xlinker -rpath -Xlinker \(modules)"
let faults = Mutex(0)

func fault(_ path: String, _ line: Int, _ text: String) {
  faults.withLock { $0 += 1 }
  print("\(path):\(line): \(text)")
}

func sh(_ command: String, in folder: String, _ seconds: Int = 300) -> Outcome {
  let output = "\(work)/output/\(UUID())"
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/bash")
  let words = "cd \(folder) && exec timeout \(seconds) \(command) >\(output).out 2>\(output).errors"
  process.arguments = ["-c", words]
  process.standardInput = FileHandle.nullDevice
  try? process.run()
  process.waitUntilExit()
  let isSignal = process.terminationReason == .uncaughtSignal
  let text = { (kind: String) in
    String(
      decoding: FileManager.default.contents(atPath: "\(output).\(kind)") ?? Data(), as: UTF8.self)
  }
  let status = process.terminationStatus + (isSignal ? 128 : 0)
  return Outcome(printed: text("out"), errors: text("errors"), status: status)
}

/// What the README and the changes say of the file and of the gate.
func checkFacts() throws {
  let readme = try Document("README.md")
  let changes = try Document("\(catalog)/Changes.md")
  let source = try String(contentsOfFile: library, encoding: .utf8).split(
    separator: "\n", omittingEmptySubsequences: false)
  let newest = changes.headings.first { $0.level == 2 }?.text ?? ""
  if !source[0].hasPrefix("// DIContainer \(newest): ") {
    fault(changes.path, 0, "the newest version is not that of the file")
  }
  let hundreds = (source.count + 49) / 100
  let size = "one file of \(hundreds / 10),\(hundreds % 10)00 lines"
  if !readme.prose.contains(where: { $0.text.contains(size) }) {
    fault(readme.path, 0, "it is \(size)")
  }
  let gate = try String(contentsOfFile: ".ci/run", encoding: .utf8)
  for block in readme.blocks where block.isShell {
    for command in block.lines where command.contains(#/^swift (run|test)/#) {
      let step = "step 'README: \(command)' \(command)"
      if !gate.contains(step) { fault(readme.path, block.line, ".ci/run does not run: \(command)") }
    }
  }
}

if work == "--site" {
  try copyForSite(arguments[1])
} else {
  let pages = try pages(catalog)
  let script = pages.first { $0.name == "Scripts.md" }?.blocks.first?.lines ?? []
  for folder in ["script", "module"] {
    let file = "\(work)/\(folder)/script.swift"
    try script.joined(separator: "\n").write(toFile: file, atomically: false, encoding: .utf8)
  }
  var documents = try arguments.dropFirst().map { try Document($0) }
  if documents.isEmpty {
    try checkFacts()
    documents =
      try pages + [
        Document("README.md"), Document(String(library.dropFirst(repository.count + 1))),
      ]
    documents.sort { $0.blocks.count > $1.blocks.count }  // the longest first: there are two jobs
  }
  DispatchQueue.concurrentPerform(iterations: documents.count) { [documents] index in
    let document = documents[index]
    do {
      try document.checkProse(pages: pages)
      try Program(document).check()
    } catch { fault(document.path, 0, "\(error)") }
  }
}
exit(faults.withLock { $0 } == 0 ? 0 : 1)
