/// Where the real file does what a step does. The section is the title of one of its MARKs.
let realFile: [(step: Int, idea: String, section: String)] = [
  (1, "what a container keeps for a key", "Registrations"),
  (1, "how that is found", "Looking up, under the lock"),
  (2, "the lifetimes, as a user registers them", "Registering"),
  (2, "bootstrap(), for eager singletons", "Managing"),
  (3, "the key, and how it prints", "Keys and errors"),
  (4, "the errors and their texts", "Keys and errors"),
  (4, "what throws where nothing is registered", "What is not registered"),
  (5, "from the call to the factory and back", "Resolving, step by step"),
  (5, "frames, and the path", "One thread's resolution"),
  (5, "the callbacks, when all is made", "Ending"),
  (6, "the lock, and what it guards", "The lock"),
  (7, "who makes what, and the graph of waiting", "Claiming, waiting and taking"),
  (8, "what is taken unfinished", "Claiming, waiting and taking"),
  (8, "the wait at the end, and failures", "Ending"),
]
