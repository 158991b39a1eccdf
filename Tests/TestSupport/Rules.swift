// SPDX-License-Identifier: MIT-0

import Testing

// The rules that `Tests/README.md` lists. A test says which of them it keeps: `@Test(.tags(.K3, .C1))`.
// A tag that is not here does not compile, and `Tests/checks/rules` fails if a rule has no test.

extension Tag {
  @Tag package static var F1: Self
  @Tag package static var F2: Self
  @Tag package static var F3: Self
  @Tag package static var F4: Self
  @Tag package static var F5: Self
  @Tag package static var F6: Self
  @Tag package static var F7: Self
  @Tag package static var F8: Self
  @Tag package static var F9: Self
  @Tag package static var F10: Self

  @Tag package static var I1: Self
  @Tag package static var I2: Self
  @Tag package static var I3: Self

  @Tag package static var K1: Self
  @Tag package static var K2: Self
  @Tag package static var K3: Self
  @Tag package static var K4: Self
  @Tag package static var K5: Self
  @Tag package static var K6: Self
  @Tag package static var K7: Self
  @Tag package static var K8: Self

  @Tag package static var R1: Self
  @Tag package static var R2: Self
  @Tag package static var R3: Self
  @Tag package static var R4: Self
  @Tag package static var R5: Self
  @Tag package static var R6: Self
  @Tag package static var R7: Self
  @Tag package static var R8: Self
  @Tag package static var R9: Self
  @Tag package static var R10: Self

  @Tag package static var C1: Self
  @Tag package static var C2: Self
  @Tag package static var C3: Self
  @Tag package static var C4: Self
  @Tag package static var C5: Self
  @Tag package static var C6: Self

  @Tag package static var T1: Self
  @Tag package static var T2: Self
  @Tag package static var T3: Self
  @Tag package static var T4: Self
  @Tag package static var T5: Self
  @Tag package static var T6: Self
  @Tag package static var T7: Self
  @Tag package static var T8: Self
  @Tag package static var T9: Self
  @Tag package static var T10: Self

  @Tag package static var M1: Self
  @Tag package static var M2: Self
  @Tag package static var M3: Self
  @Tag package static var M4: Self
  @Tag package static var M5: Self
  @Tag package static var M6: Self
  @Tag package static var M7: Self
  @Tag package static var M8: Self
}
