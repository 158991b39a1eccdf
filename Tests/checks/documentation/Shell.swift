import Foundation

/// What a line of bash printed, and its exit status.
struct Outcome {
  let printed: String
  let status: Int32

  var lines: [String] { Array(printed.components(separatedBy: "\n").dropLast()) }

  /// Whether the output has a message, in which `…` is any text. Indented lines are joined.
  func says(_ message: String) -> Bool {
    var rest = printed.replacing("\n  ", with: " ")[...]
    for part in message.split(separator: "…") {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}

/// Runs a line of bash in a folder and waits until it ends. Kills it after five minutes.
func sh(_ line: String, in folder: String) -> Outcome {
  let output = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
  defer { try? FileManager.default.removeItem(at: output) }
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
  process.arguments = ["-s", "KILL", "300", "bash", "-c", "exec >'\(output.path)' 2>&1\n\(line)"]
  process.currentDirectoryURL = URL(fileURLWithPath: folder)
  process.standardInput = FileHandle.nullDevice
  do { try process.run() } catch { return Outcome(printed: "\(error)", status: 127) }
  process.waitUntilExit()
  let printed = String(decoding: (try? Data(contentsOf: output)) ?? Data(), as: UTF8.self)
  return Outcome(printed: printed, status: process.terminationStatus)
}
