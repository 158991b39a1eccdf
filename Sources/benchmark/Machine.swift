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

  /// The compiler in the path, if it is of the version that compiled this.
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
    var text = "Swift \(version)"
    if let stream = popen("swiftc --version 2>/dev/null", "r") {
      let line = lines(of: stream).first { $0.contains("Swift version \(version)") }
      pclose(stream)
      if let line { text = line }
    }
    return "\(text), \(build) build"
  }

  private static func processorText() -> String {
    #if canImport(Darwin)
      var bytes = [CChar](repeating: 0, count: 256)
      var size = bytes.count
      if sysctlbyname("machdep.cpu.brand_string", &bytes, &size, nil, 0) == 0 {
        return String(
          decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
    #else
      if let stream = fopen("/proc/cpuinfo", "r") {
        let line = lines(of: stream).first { $0.hasPrefix("model name") }
        fclose(stream)
        if let line, let colon = line.firstIndex(of: ":") {
          return String(line[colon...].dropFirst(2))
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
    return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func lines(of stream: UnsafeMutablePointer<FILE>) -> [String] {
    var lines: [String] = []
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    while getline(&line, &capacity, stream) > 0 {
      if let line { lines.append(String(String(cString: line).prefix { $0 != "\n" })) }
    }
    free(line)
    return lines
  }
}
