// Must not compile: { Screen(board: $0) } as @Sendable (MenuBoard) -> Screen

await fact("Each screen is a new one, with the board of the container that is asked.") {
  let (container, missing) = await (app(), app())
  let screen: Screen = try container.resolve()
  try want(container.resolve(Screen.self) !== screen, "Two uses get the same screen.")
  let board = try container.resolve(MenuBoard.self)
  try want(container.resolve(Screen.self).board === board, "A screen has another board.")
  try want(missing.resolve(MenuBoard.self) !== board, "Two containers share a board.")
  let child = DIContainer(parent: container)
  child.register(MenuBoard.self, eagerSingleton: MenuBoard())
  try want(child.resolve(Screen.self).board !== board, "The factory must use `c`.")
  missing.unregister(MenuBoard.self)
  try want(missing[Screen.self] == nil, "Without a board, a screen can still be created.")
  let wanted = ["MenuBoard: lazySingleton", "Screen: transient"]
  try want("Registered", registered(container), is: wanted)
}
await fact("A screen and a board work as before, and a board is an actor.") {
  let screen = try await app().resolve(Screen.self)
  let board: any Actor = screen.board
  try want("A new screen, with \(type(of: board)), shows", screen.text, is: "")
  await screen.refresh()
  try want("After a refresh, it shows", screen.text, is: "soup, cake")
}
