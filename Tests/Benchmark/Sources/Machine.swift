#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where and when the figures were measured. Without Foundation: the benchmark is a program as the
/// users of the file have it.
struct Machine {
  let compiler: String
  let processor: String
  let cores: Int
  /// How many threads wanted to run, on average of the minute before; `nil` if unknown.
  let load: Double?
  let date: String

  init() {
    compiler = Self.compilerText()
    processor = Self.processorText()
    cores = sysconf(CInt(_SC_NPROCESSORS_ONLN))
    var average = [0.0]
    load = getloadavg(&average, 1) == 1 ? average[0] : nil
    date = Self.dateText()
  }

  /// Whether others used the machine too. Two threads of the benchmark then often run one after the
  /// other, which is faster than at the same time: they do not meet at the lock.
  var isBusy: Bool { load.map { $0 >= Double(cores) / 2 } ?? false }

  private static func compilerText() -> String {
    #if compiler(>=6.5)
      let version = "6.5 or later"
    #elseif compiler(>=6.4)
      let version = "6.4"
    #elseif compiler(>=6.3)
      let version = "6.3"
    #elseif compiler(>=6.2)
      let version = "6.2"
    #else
      let version = "6.1"
    #endif
    #if DEBUG
      let build = "debug"
    #else
      let build = "release"
    #endif
    return "Swift \(version), \(build) build"
  }

  private static func processorText() -> String {
    #if canImport(Darwin)
      var bytes = [CChar](repeating: 0, count: 256)
      var size = bytes.count
      if sysctlbyname("machdep.cpu.brand_string", &bytes, &size, nil, 0) == 0 {
        return text(bytes.prefix { $0 != 0 })
      }
    #else
      guard let stream = fopen("/proc/cpuinfo", "r") else { return "an unknown processor" }
      defer { fclose(stream) }
      var bytes = [CChar](repeating: 0, count: 256)
      while fgets(&bytes, CInt(bytes.count), stream) != nil {
        let line = text(bytes.prefix { $0 != 0 })
        if line.hasPrefix("model name"), let colon = line.firstIndex(of: ":") {
          return String(line[colon...].dropFirst(2).prefix { $0 != "\n" })
        }
      }
    #endif
    return "an unknown processor"
  }

  private static func dateText() -> String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    var bytes = [CChar](repeating: 0, count: 64)
    let count = strftime(&bytes, bytes.count, "%Y-%m-%d %H:%M UTC", &parts)
    return text(bytes.prefix(count))
  }

  /// `CChar` has no sign on some processors.
  private static func text(_ bytes: some Sequence<CChar>) -> String {
    String(decoding: bytes.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }
}
