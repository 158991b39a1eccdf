// SPDX-License-Identifier: MIT-0

import Foundation

/// What a line of bash printed, and its exit status: 124 if it was killed, above 128 after a signal.
struct Outcome {
  let printed: String
  let status: Int32
}

/// Runs a line of bash in a folder and waits until it ends. Kills it after five minutes.
func sh(_ line: String, in folder: String) -> Outcome {
  let output = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
  defer { try? FileManager.default.removeItem(at: output) }
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/bash")
  process.arguments = ["-c", "exec >'\(output.path)' 2>&1\n\(line)"]
  process.currentDirectoryURL = URL(fileURLWithPath: folder)
  process.standardInput = FileHandle.nullDevice
  let ended = DispatchSemaphore(value: 0)
  process.terminationHandler = { _ in ended.signal() }
  do { try process.run() } catch { return Outcome(printed: "\(error)", status: 127) }
  let id = process.processIdentifier
  let isKilled = ended.wait(timeout: .now() + .seconds(300)) == .timedOut
  if isKilled {
    if kill(-id, SIGKILL) != 0 { kill(id, SIGKILL) }  // it leads a group, or not
    ended.wait()
  }
  let printed = String(decoding: (try? Data(contentsOf: output)) ?? Data(), as: UTF8.self)
  let signal: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
  return Outcome(printed: printed, status: isKilled ? 124 : signal + process.terminationStatus)
}
