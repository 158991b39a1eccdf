// SPDX-License-Identifier: MIT-0

// How a check that is a program starts others. It compiles this file with its own.

import Foundation

/// What a line of bash printed, and its exit status: 124 if it was killed, above 128 after a signal.
struct Outcome {
  let printed: String
  let status: Int32
}

/// Runs a line of bash in a folder, and blocks until it ends. It is killed after so many seconds, or when
/// `isOver` says so, which is asked five times a second.
func sh(
  _ line: String, in folder: String, _ seconds: Int = 300,
  isOver: (_ process: Int32, _ printed: String) -> Bool = { _, _ in false }
) -> Outcome {
  let output = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
  defer { try? FileManager.default.removeItem(at: output) }
  func printed() -> String {
    String(decoding: (try? Data(contentsOf: output)) ?? Data(), as: UTF8.self)
  }
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/bash")
  process.arguments = ["-c", "exec >'\(output.path)' 2>&1\n\(line)"]
  process.currentDirectoryURL = URL(fileURLWithPath: folder)
  process.standardInput = FileHandle.nullDevice
  let ended = DispatchSemaphore(value: 0)
  process.terminationHandler = { _ in ended.signal() }
  do { try process.run() } catch { return Outcome(printed: "\(error)", status: 127) }
  let id = process.processIdentifier
  let end = Date() + Double(seconds)
  var isKilled = false
  while ended.wait(timeout: .now() + 0.2) == .timedOut {
    if isKilled || Date() < end && !isOver(id, printed()) { continue }
    isKilled = true
    if kill(-id, SIGKILL) != 0 { kill(id, SIGKILL) }  // it leads a group, or not
  }
  if isKilled { return Outcome(printed: printed(), status: 124) }
  let signal: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
  return Outcome(printed: printed(), status: signal + process.terminationStatus)
}
