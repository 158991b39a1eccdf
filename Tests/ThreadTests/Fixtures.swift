// SPDX-License-Identifier: MIT-0

import TestSupport

/// A service that may know another one, and knows whether it is complete.
class Part: @unchecked Sendable {
  private(set) weak var next: Part?
  private(set) var isComplete: Bool

  required init(next: Part? = nil, isComplete: Bool = true) {
    self.next = next
    self.isComplete = isComplete
  }

  func complete(next: Part? = nil) {
    self.next = next
    isComplete = true
  }
}

final class A: Part, @unchecked Sendable {}
final class B: Part, @unchecked Sendable {}
final class C: Part, @unchecked Sendable {}
final class D: Part, @unchecked Sendable {}

/// A transient between two singletons.
final class Link: Sendable {
  let part: Part
  init(_ part: Part) { self.part = part }
}

/// Does something while it is freed, such as using the container.
final class OnDeinit: Sendable {
  private let action: @Sendable () -> Void
  init(_ action: @escaping @Sendable () -> Void) { self.action = action }
  deinit { action() }
}

/// What the closures of a registration hold.
final class Captured: Sendable {}
