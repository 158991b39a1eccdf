/// A container, written from nothing in one file, and what it can do.
struct Step: Sendable {
  let title: String
  /// What the step before gets wrong, in a sentence, and what changes.
  let idea: String
  let works: @Sendable () -> Void
  /// What it still gets wrong. The last one leaves that to the real file.
  var fails: (@Sendable () -> Void)?
}

let steps = [
  Step(
    title: "A dictionary",
    idea: """
      A container is less than it seems. Its heart is a dictionary of closures.
      """,
    works: Step1.works, fails: Step1.fails),
  Step(
    title: "Lifetimes",
    idea: """
      A dictionary of closures makes a new machine at each use. What is shared has to be kept.
      """,
    works: Step2.works, fails: Step2.fails),
  Step(
    title: "Names and arguments in the key",
    idea: """
      With the type alone for a key, the second drink replaced the first. The key has to say more.
      """,
    works: Step3.works, fails: Step3.fails),
  Step(
    title: "Errors with a path",
    idea: """
      An answer of `nil` doesn't say what is missing, and a ring was a crash. Both are mistakes in
      the wiring, and both can be reported: the container knows what it is making.
      """,
    works: Step4.works, fails: Step4.fails),
  Step(
    title: "Rings that close",
    idea: """
      Some rings are meant. One part is made first, and gets the other when both are there.
      """,
    works: Step5.works, fails: Step5.fails),
  Step(
    title: "One lock around it all",
    idea: """
      Two threads in one container took each other's work for their own. The simplest cure is to let
      in one at a time.
      """,
    works: Step6.works, fails: Step6.fails),
  Step(
    title: "No lock held in a factory",
    idea: """
      Whoever holds a lock while code runs that somebody else wrote may wait for ever. So the lock
      goes before the factory begins, and threads have to agree on who makes what.
      """,
    works: Step7.works, fails: Step7.fails),
  Step(
    title: "What two threads owe each other",
    idea: """
      Two threads at the two ends of one ring: if each waits until the other has finished, neither
      does. So one of them has to go on with something unfinished, and owes the other a wait.
      """,
    works: Step8.works),
]
