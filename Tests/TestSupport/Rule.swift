import Testing

// The rules of the contract, and how a test says which of them it keeps. `Tests/rules` prints each
// rule with its tests, and fails where a rule has none.

/// A rule of the contract, by its letter, and what it says in one line.
package enum Rule: String, CaseIterable, Sendable {
  // Form
  case F1 = "One file is the whole library: copied into a program or a script, it works."
  case F2 = "The only name that it adds to a program is DIContainer."
  case F3 = "It extends no type of the standard library in a way that a program can see."
  case F4 = "It needs the standard library and the C library alone: no Foundation on Linux."
  case F5 = "No warning in any language mode, default isolation, upcoming feature or build."
  case F6 = "Factories are plain closures, all is nonisolated, and the container is Sendable."
  case F7 = "The file is plain, and then short."
  case F8 = "What is unsafe, unchecked or underscored has a comment that states its invariant."
  case F9 = "The header says what the file is, its version, its licence and how to compile it."

  // Keys and registration
  case K1 = "The same key replaces, and goes to the end; different in any part, both live."
  case K2 = "Argument lists that look alike are different keys."
  case K3 = "Argument types are inferred from the factory's body."
  case K4 = "A trailing closure without a label registers a transient."
  case K5 = "A lifetime says when a service is made, and how often."
  case K6 = "The type may be left out where the factory's result says it."
  case K7 = "A callback gets the concrete component; one that is no service is an error."
  case K8 = "autowire resolves each parameter; an optional one is nil where it is not registered."

  // Resolving
  case R1 = "The subscript is resolve without its error, and nil where nothing is registered."
  case R2 = "An error arrives unchanged; what was finished before it stays, the rest goes."
  case R3 = "The order of registration does not matter."
  case R4 = "The type can be known only at run time."
  case R5 = "No silent nil: resolve throws for whatever is missing, also into an optional."
  case R6 = "resolveAll gives every registration without arguments, in order, shadows once."
  case R7 = "Singletons keep their identity, and an error is never cached."
  case R8 = "A child sees its parent's registrations and may shadow them, never the reverse."
  case R9 = "Errors say what was asked for, the path to it and the alternatives, verbatim."

  // Circular graphs
  case C1 = "A graph that closes in initCompleted works, and every factory runs once."
  case C2 = "Callbacks run once for each instance, after construction, in its order."
  case C3 = "A callback that asks for an ancestor of its graph gets that very ancestor."
  case C4 = "A graph that closes through factories alone is circularDependency, with its ring."
  case C5 = "Recursion that ends is allowed; a key that repeats 128 deep is a ring."
  case C6 = "A callback's error is the outermost resolve's, and what was due is not kept."

  // Threads
  case T1 = "Every method may be called from every thread at any time."
  case T2 = "A singleton's factory runs once, and nobody ever sees two instances."
  case T3 = "No lock is held while a factory or callback runs, nor while anything is freed."
  case T4 = "A factory may wait for a thread that resolves what this resolve has not begun."
  case T5 = "Threads whose singletons need each other's never hang."
  case T6 = "No other thread sees a singleton before its callback, except where it would hang."
  case T7 = "A task or thread that a factory starts is a resolution of its own."
  case T8 = "A deinit may use the container wherever the last reference goes."
  case T9 = "A resolve fails only with an error of something that it needs."
  case T10 = "Nothing leaks: what the container holds goes with it, after errors too."

  // Managing
  case M1 = "unregister removes a key, reset everything, or only what factories made."
  case M2 = "bootstrap makes the eager singletons and freezes; a change then ends the program."
  case M3 = "description lists the registrations, one a line, with lifetime and state."
  case M4 = "verify tries every registration on a scratch copy, and keeps nothing of it."
  case M5 = "errors has each once, in order, and a ring once; description groups by cause."
  case M6 = "warnings has what is legal and often a mistake, with what to do about it."
  case M7 = "mermaid draws what depends on what, deterministically, with marks for mistakes."
}

/// The rules that a test keeps.
package struct RulesTrait: TestTrait {
  package let rules: [Rule]
}

extension Trait where Self == RulesTrait {
  /// For example `@Test(.rules(.K3, .C1))`.
  package static func rules(_ rules: Rule...) -> Self {
    RulesTrait(rules: rules)
  }
}
