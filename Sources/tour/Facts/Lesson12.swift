// Must not compile: { app() } as @Sendable () -> DIContainer

await fact("Each screen is new, with its container's board. `Screen` and `MenuBoard` stay.") {
  try wantUnchanged("actor", "@MainActor final class")
  try want("Registered", registered(app()), is: ["MenuBoard: lazySingleton", "Screen: transient"])
  let board = MenuBoard()
  try wantUse(in: { app() }, of: board, "another board", "this board") { (screen: Screen) in
    screen.board === board ? "this board" : "another board"
  }
}
