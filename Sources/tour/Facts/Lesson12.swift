// Must not compile: { Screen(board: $0) } as @Sendable (MenuBoard) -> Screen

await fact("Each screen is a new one, with the board of the container that is asked.") {
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
await fact("A screen and a board work as before, and a board is an actor.") {
  let screen = try app().resolve(Screen.self)
  let board: any Actor = screen.board
  try want("A new screen, with \(type(of: board)), shows", screen.text, is: "")
  await screen.refresh()
  try want("After a refresh, it shows", screen.text, is: "soup, cake")
}
