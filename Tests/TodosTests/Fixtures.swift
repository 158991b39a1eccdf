// SPDX-License-Identifier: MIT-0

import DIContainer
import Foundation
import todos

/// A disk in memory. It has the folders that are in its paths.
struct MemoryDisk: Disk, Sendable {
  private let files: [String: Data]
  private let links: [String: String]
  private let unreadable: Set<String>

  init(_ files: [String: String], links: [String: String] = [:], unreadable: Set<String> = []) {
    self.files = files.mapValues { Data($0.utf8) }
    self.links = links
    self.unreadable = unreadable
  }

  func kind(of path: String) -> FileKind? {
    let path = key(of: path)
    if files[path] != nil { return .file }
    return entries(below: path).isEmpty ? nil : .folder
  }

  func entries(of folder: String) throws -> [String: FileKind] {
    if unreadable.contains(folder) { throw Locked() }
    return entries(below: key(of: folder))
  }

  func contents(of file: String) throws -> Data {
    guard !unreadable.contains(file), let data = files[key(of: file)] else { throw Locked() }
    return data
  }

  func canonicalPath(of path: String) -> String { "/" + key(of: path) }

  private func key(of path: String) -> String {
    let path = path == "." ? "" : path.hasSuffix("/") ? String(path.dropLast()) : path
    return links[path] ?? path
  }

  private func entries(below folder: String) -> [String: FileKind] {
    var entries: [String: FileKind] = [:]
    for path in Array(files.keys) + links.keys where folder.isEmpty || path.hasPrefix(folder + "/")
    {
      let parts = path.dropFirst(folder.count).split(separator: "/")
      guard let name = parts.first else { continue }
      entries[String(name)] = parts.count > 1 ? .folder : links[path] == nil ? .file : .link
    }
    return entries
  }

  struct Locked: Error, CustomStringConvertible {
    let description = "locked"
  }
}

/// A console in memory.
final class MemoryConsole: Console {
  let outputIsTerminal: Bool
  let errorIsTerminal: Bool
  private(set) var output = ""
  private(set) var notes = ""

  init(outputIsTerminal: Bool = false, errorIsTerminal: Bool = false) {
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
  }

  func write(_ text: String) { output += text }
  func note(_ text: String) { notes += text }
}

/// The tool's own composition, fresh for each test, with another disk and another console
/// registered over its own.
func composeTodos(
  _ arguments: [String], _ environment: [String: String] = [:], on disk: MemoryDisk,
  console: MemoryConsole = MemoryConsole()
) -> DIContainer {
  let container = composeTodos(arguments: arguments, environment: environment)
  container.register(Disk.self, eagerSingleton: disk)
  container.register(Console.self, eagerSingleton: console)
  return container
}

func todos(
  _ arguments: [String], environment: [String: String] = [:], on disk: MemoryDisk,
  console: MemoryConsole = MemoryConsole()
) throws -> (status: Int32, output: String, notes: String) {
  let container = composeTodos(arguments, environment, on: disk, console: console)
  return (try runTodos(in: container), console.output, console.notes)
}

func todos(_ arguments: String..., on disk: MemoryDisk) throws
  -> (status: Int32, output: String, notes: String)
{
  try todos(arguments, on: disk)
}

/// The findings in one file with these lines, as `line marker(author): text`.
func findings(
  _ lines: String..., in file: String = "a.swift", markers: [String] = []
) throws -> [String] {
  let disk = MemoryDisk([file: lines.joined(separator: "\n")])
  let options = ["--format=json"] + markers.map { "--marker=\($0)" }
  return try JSONResult(try todos(options + [file], on: disk).output).findings?.map(\.description)
    ?? []
}

/// What `--format json` prints, parsed back.
struct JSONResult: Decodable {
  let files: Int
  let findings: [Finding]?
  let summary: [String: Int]

  struct Finding: Decodable, CustomStringConvertible {
    let file: String
    let line: Int
    let marker: String
    let author: String?
    let text: String

    var description: String { "\(line) \(marker)" + (author.map { "(\($0))" } ?? "") + ": " + text }
  }

  init(_ output: String) throws {
    self = try JSONDecoder().decode(JSONResult.self, from: Data(output.utf8))
  }
}
