// SPDX-License-Identifier: MIT-0

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A page of memory in a file, in which a child process says what it is doing: it is there also
/// after the child crashed.
final class Page {
  private static let size = 1 << 16
  let path: String
  private let memory: UnsafeMutableRawPointer

  init(_ path: String) throws {
    self.path = path
    let file = open(path, O_RDWR | O_CREAT, 0o600)
    guard file >= 0, ftruncate(file, off_t(Page.size)) == 0 else {
      throw Options.Mistake(description: "'\(path)' cannot be written.")
    }
    defer { close(file) }
    let mapped = mmap(nil, Page.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    guard let mapped, mapped != MAP_FAILED else {
      throw Options.Mistake(description: "'\(path)' cannot be mapped.")
    }
    memory = mapped
  }

  deinit { munmap(memory, Page.size) }

  var counts: Runner.Counts {
    get { memory.load(as: Runner.Counts.self) }
    set { memory.storeBytes(of: newValue, as: Runner.Counts.self) }
  }

  /// The arguments of the run that is in progress.
  var arguments: String {
    get { text(at: 64) }
    set { write(newValue, at: 64) }
  }
  /// The rule that was violated, or nothing.
  var rule: String {
    get { text(at: 4096) }
    set { write(newValue, at: 4096) }
  }
  var report: String {
    get { text(at: 4160) }
    set { write(newValue, at: 4160) }
  }

  private func text(at offset: Int) -> String {
    let bytes = UnsafeRawBufferPointer(start: memory + offset, count: Page.size - offset)
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  private func write(_ text: String, at offset: Int) {
    let limit = offset == 64 ? 4000 : offset == 4096 ? 60 : Page.size - 4200
    let bytes = Array(text.utf8.prefix(limit)) + [0]
    (memory + offset).copyMemory(from: bytes, byteCount: bytes.count)
  }
}

/// Starts this program again for each batch, so that a crash ends the batch only.
struct Supervisor {
  let options: Options
  private let page: Page
  private var errors: String { page.path + ".errors" }
  private var counts = Runner.Counts()
  private var found: [(rule: String, count: Int, first: String)] = []

  init(_ options: Options) throws {
    self.options = options
    page = try Page("/tmp/explore.\(getpid())")
  }

  /// Returns the exit status.
  mutating func run() -> Int32 {
    defer {
      unlink(page.path)
      unlink(errors)
    }
    let start = Supervisor.now
    if let scenario = options.scenario {
      for name in Scenarios.names(scenario) {
        var one = options
        one.scenario = name
        explore(one)
        if !found.isEmpty, !options.keepsGoing { break }
      }
    } else {
      explore(options)
    }
    let seconds = max(Supervisor.now - start, 0.001)
    say(
      "explore \(options.source.joined(separator: " ")): \(counts.schedules) schedules, "
        + "\(counts.steps) steps, \(counts.switches) switches in \(Int(seconds)) s: "
        + "\(Int(Double(counts.schedules) / seconds)) schedules a second")
    say(
      "in \(counts.withWaits) schedules a thread waited for another, in \(counts.withTakes) it was "
        + "given what the other had not completed")
    for one in found { say("\(one.rule): \(one.count), first: explore \(one.first)") }
    if found.isEmpty { say("No rule was violated.") }
    return found.isEmpty ? 0 : 1
  }

  private mutating func explore(_ options: Options) {
    var rest = options
    while rest.programs > 0 {
      let failure = runChild(rest)
      let done = page.counts.schedules
      counts.schedules += done
      counts.steps += page.counts.steps
      counts.switches += page.counts.switches
      counts.withWaits += page.counts.withWaits
      counts.withTakes += page.counts.withTakes
      guard let failure else { return }
      note(failure)
      if !options.keepsGoing || rest.strategy == "systematic" || rest.switches != nil { return }
      rest.programs -= done
      if rest.hasOneProgram {
        rest.schedule = (rest.schedule ?? rest.seed) + UInt64(done)
      } else {
        rest.seed += UInt64(done)
      }
    }
  }

  struct Failure {
    var rule: String
    var report: String
    var arguments: String
  }

  private mutating func note(_ failure: Failure) {
    if let index = found.firstIndex(where: { $0.rule == failure.rule }) {
      found[index].count += 1
      let line = failure.report.split(separator: "\n").first ?? ""
      say("\(failure.rule): \(line.prefix(110)) (explore \(failure.arguments))")
      return
    }
    found.append((failure.rule, 1, failure.arguments))
    let small = options.shrinks ? shrink(failure) : failure
    say("=== \(small.rule): \(small.report)")
    if let options = try? Options(Supervisor.split(small.arguments)) { say("\(options.program)") }
    say("Found with: explore \(failure.arguments)")
    say("Repeat it with: explore \(small.arguments) --programs 1 --trace\n")
  }

  /// Drops what the failure does not need.
  private func shrink(_ failure: Failure) -> Failure {
    guard var options = try? Options(Supervisor.split(failure.arguments)) else { return failure }
    let isExact = options.switches != nil
    options.switches = nil
    if isExact { options.strategy = "systematic" }
    options.programs = 600
    var best = failure
    let end = Supervisor.now + 120
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      var place = 0
      while place < options.program.reductions.count {
        if Supervisor.now > end { return best }
        var smaller = options
        smaller.reductions.append(place)
        if let failure = runChild(smaller), failure.rule == best.rule {
          best = failure
          options = smaller
          hasChanged = true
        } else {
          place += 1
        }
      }
    }
    return best
  }

  /// Runs in a child process; returns what failed.
  private func runChild(_ options: Options) -> Failure? {
    page.rule = ""
    page.report = ""
    page.counts = Runner.Counts()
    var arguments = [CommandLine.arguments[0]] + options.source
    arguments += ["--page", page.path, "--programs", "\(options.programs)"]
    if let strategy = options.strategy { arguments += ["--strategy", strategy] }
    if let schedule = options.schedule { arguments += ["--schedule", "\(schedule)"] }
    if let switches = options.switches {
      arguments += [
        "--switches", switches.map { "\($0.step):\($0.choice)" }.joined(separator: ","),
      ]
    }
    let status = Supervisor.spawn(arguments, errors: errors)
    if status == 0 { return nil }
    if !page.rule.isEmpty {
      return Failure(rule: page.rule, report: page.report, arguments: page.arguments)
    }
    let signal = status & 0x7f
    if signal == SIGALRM {
      return Failure(rule: "T5", report: "it does not end", arguments: page.arguments)
    }
    let last = Supervisor.text(of: errors).split(separator: "\n").first.map { ": \($0)" } ?? ""
    return Failure(
      rule: "crash",
      report: "the process ended with signal \(signal), status \(status >> 8)\(last)",
      arguments: page.arguments)
  }

  private static func spawn(_ arguments: [String], errors: String) -> Int32 {
    var process = pid_t()
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    words.append(nil)
    // No back trace, which takes seconds.
    let variables = ["SWIFT_BACKTRACE=enable=no", "SWIFT_DETERMINISTIC_HASHING=1", "EXPLORE=1"]
    var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) }
    if let path = getenv("LD_LIBRARY_PATH") {
      environment.append(strdup("LD_LIBRARY_PATH=" + String(cString: path)))
    }
    environment.append(nil)
    defer { (words + environment).forEach { free($0) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    let result = posix_spawnp(&process, arguments[0], &actions, nil, words, environment)
    guard result == 0 else {
      fatalError("'\(arguments[0])' could not be started: error \(result).")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {}
    return status
  }

  private static func text(of path: String) -> String {
    let file = open(path, O_RDONLY)
    if file < 0 { return "" }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 2000)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }

  static func split(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// What a child process does.
func runAsChild(_ options: Options, page path: String) throws -> Int32 {
  let page = try Page(path)
  var runner = Runner(options)
  runner.willRun = { arguments, counts in
    page.counts = counts
    page.arguments = arguments.joined(separator: " ")
    alarm(60)  // a run takes milliseconds
  }
  defer { page.counts = runner.counts }
  do {
    try runner.run()
    return 0
  } catch let failed as Simulation.Failed {
    page.report = failed.violation.text
    page.rule = failed.violation.rule
    return 1
  }
}

/// Starts this program again with hashing that does not depend on chance. Otherwise its dictionaries
/// would be in another order in each run, and a seed could not repeat a run in which several
/// instances are freed at once.
func restartWithFixedOrder() {
  if getenv("EXPLORE") != nil { return }
  setenv("EXPLORE", "1", 1)
  setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
  var words: [UnsafeMutablePointer<CChar>?] = CommandLine.arguments.map { strdup($0) }
  words.append(nil)
  execvp(CommandLine.arguments[0], words)
  say("explore: '\(CommandLine.arguments[0])' could not be started again.")
  exit(2)
}

/// Prints at once: the next thing may be a crash.
func say(_ text: String) {
  print(text)
  fflush(nil)
}
