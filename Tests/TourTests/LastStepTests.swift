import TestSupport
import Testing

/// The last step is handed out as the right way to do it, so its container is put to the test: four
/// threads resolve at random in small graphs, some of which fail or can't be closed.
@Suite struct LastStepTests {
  @Test func threadsNeverHangAndNeverGetWhatIsUnfinished() async throws {
    let step = try contents("Sources/tour/Inside/Step8.swift")
    let container = try #require(step.range(of: "// The demonstration\n")).lowerBound
    let main = step[..<container] + harness
    let run = try await Program(files: ["main.swift": String(main)]).run()
    #expect(run == Run(output: "done\n"))
  }
}

/// A program around the container of the last step. It ends with a message at the first mistake.
private let harness = """
  var graphs = ""

  private final class Part<Tag> {
    var others: [AnyObject] = []
    var isCompleted = false
  }

  private struct Failure: Error {}

  /// Which parts each needs in its factory and in its callback, and which fail, once.
  private final class Graph: @unchecked Sendable {
    let lock = NSLock()
    var inFactory: [[Int]] = []
    var inCallback: [[Int]] = []
    var failing: Set<Int> = []

    init() {
      for part in 0..<6 {
        let others = (0..<6).filter { $0 != part }
        let allowed = others.filter { $0 < part || graphs == "circular" }
        inFactory.append(allowed.filter { _ in Int.random(in: 0..<4) == 0 })
        inCallback.append(others.filter { _ in Int.random(in: 0..<3) == 0 })
        if graphs != "sound", Int.random(in: 0..<6) == 0 { failing.insert(part) }
      }
    }

    func fails(_ part: Int) -> Bool { lock.withLock { failing.remove(part) != nil } }
  }

  private func add<Tag>(_ tag: Tag.Type, _ part: Int, of graph: Graph, to container: Container) {
    container.register(Part<Tag>.self) { r in
      let new = Part<Tag>()
      for other in graph.inFactory[part] { new.others.append(try get(other, r)) }
      r.initCompleted {
        for other in graph.inCallback[part] { new.others.append(try get(other, r)) }
        if graph.fails(part) { throw Failure() }
        new.isCompleted = true
      }
      return new
    }
  }

  private func get(_ part: Int, _ r: Resolution) throws -> AnyObject {
    switch part {
    case 0: try r.resolve(Part<Int8>.self)
    case 1: try r.resolve(Part<Int16>.self)
    case 2: try r.resolve(Part<Int32>.self)
    case 3: try r.resolve(Part<Int64>.self)
    case 4: try r.resolve(Part<Int>.self)
    default: try r.resolve(Part<Bool>.self)
    }
  }

  private func isCompleted<Tag>(_ tag: Tag.Type, in container: Container) throws -> Bool {
    try container.resolve(Part<Tag>.self).isCompleted
  }

  private func isCompleted(_ part: Int, in container: Container) throws -> Bool {
    switch part {
    case 0: try isCompleted(Int8.self, in: container)
    case 1: try isCompleted(Int16.self, in: container)
    case 2: try isCompleted(Int32.self, in: container)
    case 3: try isCompleted(Int64.self, in: container)
    case 4: try isCompleted(Int.self, in: container)
    default: try isCompleted(Bool.self, in: container)
    }
  }

  private func stop(_ text: String) -> Never {
    print(text)
    exit(1)
  }

  for kind in ["sound", "failing", "circular"] {
    graphs = kind
    for _ in 0..<1000 {
      let graph = Graph()
      let container = Container()
      add(Int8.self, 0, of: graph, to: container)
      add(Int16.self, 1, of: graph, to: container)
      add(Int32.self, 2, of: graph, to: container)
      add(Int64.self, 3, of: graph, to: container)
      add(Int.self, 4, of: graph, to: container)
      add(Bool.self, 5, of: graph, to: container)

      let ended = DispatchGroup()
      for _ in 0..<4 {
        ended.enter()
        Thread.detachNewThread {
          for _ in 0..<3 {
            do {
              let isCompleted = try isCompleted(Int.random(in: 0..<6), in: container)
              if !isCompleted { stop("Something unfinished was returned.") }
            } catch is Failure {
              if graphs == "sound" { stop("Nothing fails here.") }
            } catch {
              if graphs != "circular" { stop("This is no ring: \\(error)") }
            }
          }
          ended.leave()
        }
      }
      if ended.wait(timeout: .now() + 120) == .timedOut { stop("It hangs.") }
    }
  }
  print("done")
  """
