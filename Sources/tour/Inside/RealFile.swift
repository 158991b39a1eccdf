/// Where the real file does what a step does. The section is the title of one of its MARKs.
let realFile: [(step: Int, idea: String, section: String)] = [
  (1, "the factories, and what a registration is", "Registrations"),
  (2, "the lifetimes, as a user registers them", "Registering"),
  (2, "bootstrap(), for eager singletons", "Managing"),
  (3, "the key, and how it prints", "Keys and errors"),
  (4, "the errors, and their texts", "Keys and errors"),
  (4, "from the subscript to the factory", "Resolving, step by step"),
  (5, "frames, callbacks, and the path", "One thread's resolution"),
  (6, "the lock, and what it guards", "Lock and thread"),
  (7, "claim, wait, and the graph of waiting", "One thread's resolution"),
  (8, "unfinished instances, groups, and failures", "One thread's resolution"),
]
