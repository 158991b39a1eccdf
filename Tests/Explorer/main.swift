// SPDX-License-Identifier: MIT-0

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

restartWithFixedOrder()
do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  if let page = options.page {
    _exit(try runAsChild(options, page: page))
  }
  if options.isTraced {
    say("\(options.program)")
    var runner = Runner(options)
    runner.trace = say
    do {
      try runner.run()
      say("No rule was violated.")
      _exit(0)
    } catch let failed as Simulation.Failed {
      say("=== \(failed.violation)")
      _exit(1)
    }
  }
  var supervisor = try Supervisor(options)
  exit(supervisor.run())
} catch {
  say("explore: \(error)")
  exit(2)
}
