// SPDX-License-Identifier: MIT-0

@main enum App {
  static let container = DIContainer(providers: [Pets()])

  static func main() async throws {
    try creating()
    try lifetimes()
    try arguments()
    try autowiring()
    try optionals()
    try runTimeTypes()
    try rings()
    try errors()
    try managing()
    #if !CUT_OFF
      verifying()
    #endif
    try await threads()
    check(container[Settings.self]?.level == 3)
    print("ok")
  }
}
