#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the command line asks for.
struct Options {
  private(set) var isJSON = false
  private(set) var isQuick = false
  private(set) var only: [String] = []
  private(set) var rounds = 31
  private(set) var calls: Int?

  /// How long a sample takes at least.
  var sample: Duration { isQuick ? .microseconds(50) : .milliseconds(5) }

  static let help = """
    Usage: swift run --package-path Tests/Benchmark --scratch-path .build/benchmark \
             -c release benchmark [options]

    Prints the nanoseconds of one operation for each workload: hand-wired (no container, the
    limit), DIContainer, and two containers that people write by hand. It takes about 20 seconds.

      --only NAME   this workload only; may be repeated
      --rounds N    how many samples to take of each contender; 31 unless told
      --quick       prove that everything works, in a few seconds: the figures mean nothing
      --json        write JSON, for machines
      --calls N     no timing: N operations by DIContainer alone, for a profiler
      --help        this text

    The bare dictionary is [ObjectIdentifier: Any], with instances and closures in it. The enum
    dictionary is [ObjectIdentifier: Entry], with an enumeration of instance and factory. Both
    have a mutex, names and arguments, and no other feature of DIContainer.

    A ratio is DIContainer's time divided by that of the dictionary: less than 1 is faster. The
    bar is for the ratio to the bare dictionary.

    A figure that others should believe needs an idle machine. Run it three times.
    To compare another library, add a contender to Tests/Benchmark/Sources/Workloads.swift.
    """

  init(_ arguments: some Sequence<String>) {
    var rest = arguments.makeIterator()
    func number(for option: String) -> Int {
      guard let text = rest.next(), let number = Int(text), number > 0 else {
        exitWith("\(option) needs a number above 0. For example: \(option) 31")
      }
      return number
    }
    var chosenRounds: Int?
    while let argument = rest.next() {
      switch argument {
      case "--json": isJSON = true
      case "--quick": isQuick = true
      case "--rounds": chosenRounds = number(for: argument)
      case "--calls": calls = number(for: argument)
      case "--only":
        guard let name = rest.next() else {
          exitWith("--only needs the name of a workload. For example: --only singleton")
        }
        only.append(name)
      case "--help", "-h":
        print(Self.help)
        exit(0)
      default:
        exitWith("'\(argument)' is not an option. --help lists them all.")
      }
    }
    rounds = chosenRounds ?? (isQuick ? 2 : 31)
  }
}

/// Ends the program, which did not do what it was asked to.
func exitWith(_ message: String) -> Never {
  writeError("benchmark: \(message)\n")
  exit(2)
}

func writeError(_ text: String) {
  var text = text
  text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// A line on the terminal that the next one replaces; nothing where there is no terminal.
func showProgress(_ text: String) {
  if isatty(STDERR_FILENO) == 1 { writeError("\r\u{1B}[K" + text) }
}
