import Foundation

// Programs that are compiled with the library's one file. The compiler takes seconds: it runs on a
// thread of its own, so that other tests go on.

/// Compiles `program` as `main.swift` beside the library's one file, as somebody who pasted it
/// would, and returns what it prints.
package func output(of program: String, options: [String]) async throws -> String {
  try await Worker {
    let folder = try Folder(["main.swift": program])
    let compile = ["swiftc", "-swift-version", "6", "-Onone", "main.swift", libraryFile.path]
    try succeed(compile + ["-o", "program"] + options, in: folder)
    return try succeed(["./program"], in: folder)
  }.value
}

/// Checks `program` as somebody would who has the library as a module.
package func typecheck(_ program: String, options: [String]) async throws {
  try await Worker {
    let folder = try Folder(["main.swift": program])
    let module = ["swiftc", "-emit-module", "-parse-as-library", "-module-name", "DIContainer"]
    try succeed(module + ["-swift-version", "6", libraryFile.path], in: folder)
    let check = ["swiftc", "-typecheck", "-swift-version", "6", "-I", ".", "main.swift"]
    try succeed(check + options, in: folder)
  }.value
}

@discardableResult
private func succeed(_ words: [String], in folder: Folder) throws -> String {
  let ended = try run(words, in: folder.url)
  guard ended.status == 0 else {
    throw Failure("\(words.joined(separator: " "))\n\(ended.output)\(ended.errors)")
  }
  return ended.output + ended.errors
}
