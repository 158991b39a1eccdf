// Must not compile: { app() } as @Sendable () -> DIContainer

await fact("Each screen is a new one, with the board of the container that creates it.") {
  let (container, board) = (app(), MenuBoard())
  let screen: Screen = try container.resolve()
  try want(container.resolve(Screen.self) !== screen, "Two uses get the same screen.")
  try want(container.resolve(MenuBoard.self) === screen.board, "A screen has another board.")
  try want(app().resolve(MenuBoard.self) !== screen.board, "Two containers share a board.")
  try wantUse(in: { app() }, of: board, "another board", "this board") { (screen: Screen) in
    screen.board === board ? "this board" : "another board"
  }
  let wanted = ["MenuBoard: lazySingleton", "Screen: transient"]
  try want("Registered", registered(container), is: wanted)
}
await fact("`Screen` and `MenuBoard` are unchanged.") {
  try wantUnchanged("actor MenuBoard", "@MainActor final class Screen")
}
