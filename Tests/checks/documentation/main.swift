// Pastes the code of some documents or all, as a reader does, and compares its output.

import Foundation
import Synchronization

let work = CommandLine.arguments[1]
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

func check(_ paths: [String]) throws {
  let list = "git -c safe.directory='*' ls-files --cached --others --exclude-standard '*.md'"
  let pages = sh(list, in: ".").lines
  if !pages.contains("README.md") { fault("README.md", 0, "is not in: \(list)") }
  let linked = try (paths.isEmpty ? pages : paths).map { try Document($0) }
  for document in linked {
    document.checkLinks(pages)
    try document.checkFigures()
  }
  var checked = linked
  if paths.isEmpty {
    // The other pages have no code to paste.
    checked = linked.filter { $0.path == "README.md" || $0.path.contains(".docc/") }
    checked.append(try Document(library))
    try checked.first { $0.path == "README.md" }?.checkReadme()
  }
  let jobs = checked.flatMap { Pasted(document: $0).jobs() }
  DispatchQueue.concurrentPerform(iterations: jobs.count) { index in
    do { try jobs[index]() } catch { fault("", 0, "\(error)") }
  }
}

do { try check(Array(CommandLine.arguments.dropFirst(2))) } catch { fault("", 0, "\(error)") }
exit(faults.withLock { $0 } == 0 ? 0 : 1)
