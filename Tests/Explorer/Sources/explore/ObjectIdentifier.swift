// SPDX-License-Identifier: MIT-0

/// Hides the standard library's, also in the library's file, and is equal where that is equal. But
/// its hash does not depend on addresses, which differ from process to process. Otherwise a
/// dictionary of registrations would be in another order each time, and so would what is freed with
/// it, and a seed would not repeat its run.
struct ObjectIdentifier: Hashable {
  private let identity: Swift.ObjectIdentifier
  /// A type has the hash of its name. Objects have none of their own, and are few.
  private let name: String?

  init(_ type: Any.Type) {
    identity = Swift.ObjectIdentifier(type)
    name = String(reflecting: type)
  }

  init(_ object: AnyObject) {
    identity = Swift.ObjectIdentifier(object)
    name = nil
  }

  static func == (one: ObjectIdentifier, other: ObjectIdentifier) -> Bool {
    one.identity == other.identity
  }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
