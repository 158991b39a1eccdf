// SPDX-License-Identifier: MIT-0

#if canImport(DIContainer)
  import DIContainer
#endif

/// Everything that the tool is made of, and how long each part lives.
///
/// A test calls this, and then registers a disk and a console of its own over these. That reaches
/// everything, because nothing has been made yet.
public func composeTodos(
  arguments: [String], environment: [String: String] = [:]
) -> DIContainer {
  DIContainer { container in
    // Read by bootstrap(), so that a wrong option ends the program before anything else is made.
    container.register(
      Configuration.self,
      eagerSingleton: { _ in try Configuration(arguments: arguments, environment: environment) })
    container.register(providers: [OutsideWorld()])

    // What a scan counts, and a report reads.
    container.register(lazySingleton: DIContainer.autowire(Tally.init))
    container.register(lazySingleton: DIContainer.autowire(ScanProgress.init))

    // The work. The paths are known only when the scan is made: a runtime argument.
    container.register(transient: DIContainer.autowire(FileFinder.init))
    container.register(Scan.self) { container, paths in
      Scan(
        paths: paths,
        markers: try container.resolve(Configuration.self).markers,
        finder: try container.resolve(),
        disk: try container.resolve(),
        console: try container.resolve(),
        tally: try container.resolve(),
        progress: try container.resolve())
    }
    container.register(providers: [Reports()])
    container.register(Search.self) { container in
      let configuration = try container.resolve(Configuration.self)
      return Search(
        scan: try container.resolve(arguments: configuration.paths),
        report: try container.resolve(name: configuration.format.rawValue),
        console: try container.resolve())
    }
  }
}

/// What the tool reads from and writes to, behind protocols.
struct OutsideWorld: DIContainer.Provider {
  func register(in container: DIContainer) {
    container.register(Disk.self, lazySingleton: { _ in LocalDisk() })
    container.register(Console.self, lazySingleton: { _ in StandardConsole() })
  }
}

/// A report for each format of the command line, under its name.
struct Reports: DIContainer.Provider {
  func register(in container: DIContainer) {
    container.register(
      Report.self, name: Format.text.rawValue, transient: DIContainer.autowire(TextReport.init))
    container.register(
      Report.self, name: Format.json.rawValue, transient: DIContainer.autowire(JSONReport.init))
    container.register(
      Report.self, name: Format.markdown.rawValue,
      transient: DIContainer.autowire(MarkdownReport.init))
  }
}

/// Runs the tool that `container` describes, and returns its exit status.
///
/// It throws only if there is no console to write on.
public func runTodos(in container: DIContainer) throws -> Int32 {
  let console = try container.resolve(Console.self)
  do {
    try container.bootstrap()
    switch try container.resolve(Configuration.self).action {
    case .search:
      try container.resolve(Search.self).run()
      // Not if the result goes to a file or to another program.
      if console.outputIsTerminal && console.errorIsTerminal {
        console.note("\nWired from:\n\(container)\nTo see it drawn, type: todos --wiring\n")
      }
    case .help:
      try console.write(Configuration.help)
    case .version:
      try console.write("todos \(Configuration.version)\n")
    case .wiring:
      try console.write(container.verify().mermaid + "\n")
    case .list:
      try console.write(container.description + "\n")
    case .check:
      let verification = container.verify()
      try console.write(verification.description + "\n")
      return verification.errors.isEmpty ? 0 : 1
    }
    return 0
  } catch let error as UsageError {
    console.note("todos: \(error)\n")
    return 2
  } catch {
    console.note("todos: \(error.reason)\n")
    return 1
  }
}
