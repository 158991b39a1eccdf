import Foundation

// Programs that are compiled with the library's one file. The compiler takes seconds: it runs on a
// thread of its own, so that other tests go on.

/// Whether Swift 6.3 compiles the tests, whose words they know. Others say the same in other words.
package let isSwift63: Bool = {
  #if compiler(>=6.3) && compiler(<6.4)
    true
  #else
    false
  #endif
}()

/// Whether a conformance can be isolated, and the main actor the default: since Swift 6.2.
package let isSwift62OrLater: Bool = {
  #if compiler(>=6.2)
    true
  #else
    false
  #endif
}()

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

/// What the compiler says of `program` beside the library's one file, a line for each message.
package func diagnostics(
  of program: String, file: String = "main.swift", options: [String]
) async throws -> [String] {
  try await Worker {
    let folder = try Folder([file: program])
    let check = ["swiftc", "-typecheck", "-diagnostic-style=llvm", file, libraryFile.path]
    let ended = try run(check + options, in: folder.url)
    return (ended.output + ended.errors).components(separatedBy: "\n")
  }.value
}

/// Types `commands` into a shell, in a folder with the library's one file and `main.swift`.
package func output(of commands: String, beside program: String) async throws -> String {
  try await Worker {
    let library = try String(contentsOf: libraryFile, encoding: .utf8)
    let folder = try Folder(["main.swift": program, "DIContainer.swift": library])
    return try succeed(["sh", "-e", "-c", commands], in: folder)
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
