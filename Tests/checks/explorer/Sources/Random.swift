// SPDX-License-Identifier: MIT-0

/// SplitMix64: the same seed gives the same numbers on every platform.
struct Random: RandomNumberGenerator {
  private var state: UInt64

  /// Streams with different numbers are independent of each other.
  init(seed: UInt64, stream: UInt64) {
    state = seed
    state = next() ^ (stream &* 0xD6E8_FEB8_6659_FD93)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to `limit` - 1.
  mutating func below(_ limit: Int) -> Int { Int(truncatingIfNeeded: next() >> 33) % limit }

  mutating func chance(percent: Int) -> Bool { below(100) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
