await fact("Only code on the main actor can call `app()`. The two types are unchanged.") {
  try wantUnchanged("actor", "final class")
  try want("`app()`", declarations("func").joined(separator: "\n"), has: "@MainActor func app()")
}
await fact("Each screen is new, and has the board of its container.") {
  let screen = "Screen: transient → MenuBoard"
  try wantRegistered(registered(app()), ["MenuBoard: lazySingleton", screen])
  let board = MenuBoard()
  try wantUse(in: { app() }, of: board, "another board", "this board") { (screen: Screen) in
    screen.board === board ? "this board" : "another board"
  }
}
