#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the command line asks for.
struct Options {
  private(set) var isPasted = false
  private(set) var isJSON = false
  private(set) var only: [String] = []
  private(set) var rounds = 31
  private(set) var calls: Int?

  static let help = """
    Usage: swift run -c release benchmark [options]
      --only NAME   this workload; can be given several times
      --pasted      measure DIContainer.swift compiled into the benchmark's own module
      --rounds N    samples of each contender; 31 unless told
      --json        for machines
      --calls N     no timing: N operations by DIContainer alone, for a profiler
    """

  init(_ arguments: some Sequence<String>) {
    var rest = arguments.makeIterator()
    func number() -> Int {
      guard let number = rest.next().flatMap({ Int($0) }), number > 0 else { exitWith(Self.help) }
      return number
    }
    while let argument = rest.next() {
      switch argument {
      case "--pasted": isPasted = true
      case "--json": isJSON = true
      case "--rounds": rounds = number()
      case "--calls": calls = number()
      case "--only":
        guard let name = rest.next() else { exitWith(Self.help) }
        only.append(name)
      default: exitWith(Self.help)
      }
    }
  }
}

/// Ends the program, which did not do what it was asked to.
func exitWith(_ message: String) -> Never {
  writeError(message + "\n")
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
