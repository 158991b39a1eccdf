// SPDX-License-Identifier: MIT-0

/// Programs that are written down.
enum Scenarios {
  static let all: [String: Program] = [:]
}
