// SPDX-License-Identifier: MIT-0

// Compiles and runs the library in every way that somebody may use it, and prints each. On a Mac, only
// as it is pasted, and for the oldest systems that we claim. Needs the Swift toolchain alone. With a
// word, only the rows that have it in their titles.
//
// A row is a folder with files and commands. It is as it should be if the commands succeed and print
// these words and nothing else: no warning. A program prints `ok`, and a check prints nothing.

import Foundation

struct Row {
  let title: String
  let files: [String: String]
  let commands: String
  let words: String
}

let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
let repository = here.appendingPathComponent("../../..").standardizedFileURL.path
let library = try contents("../../../Sources/DIContainer/DIContainer.swift")
let features = try contents("everything.swift")
let end = "try await everything()\nprint(\"ok\")\n"
let program = "\(features)\nlet shared = DIContainer(providers: [Pets()])\n\(end)"
let type = "\(features)\n@main enum App { static func main() async throws {\n\(end)} }\n"
let mainActor = try contents("mainactor.swift")
let linked = "-I . -L . -Xlinker -rpath -Xlinker ."
var rows: [Row] = []

func contents(_ path: String) throws -> String {
  try String(contentsOf: here.appendingPathComponent(path), encoding: .utf8)
}

func add(
  _ title: String, main: String = program, library: String = library,
  files: [String: String] = [:], prints words: String = "ok", _ commands: String
) {
  let both = ["main.swift": main, "DIContainer.swift": library].merging(files) { $1 }
  rows.append(Row(title: title, files: both, commands: commands, words: words))
}

/// Runs commands in a new folder, and returns what they print, or why they failed.
func output(of row: Row) throws -> String {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  defer { try? FileManager.default.removeItem(at: folder) }
  for (path, text) in row.files {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
  let swiftc = "swiftc() { command swiftc -diagnostic-style=llvm \"$@\"; }"
  let outcome = sh("set -eu\n\(swiftc)\n\(row.commands)", in: folder.path, 600)
  if outcome.status == 0 { return outcome.printed }
  return "\(outcome.printed)\nerror: exit status \(outcome.status)"
}

// MARK: - The forms in which the file is used

func pasted(
  _ title: String, main: String = program, library: String = library, files: [String: String] = [:],
  _ options: String
) {
  add(
    title, main: main, library: library, files: files,
    "swiftc \(options) *.swift -o program && ./program")
}

/// At the end of one script, which may begin with a line of its own. `swift` does not print every
/// warning.
func script(_ title: String, firstLine: String = "", library: String = library, _ options: String) {
  add(
    title, files: ["script.swift": "\(firstLine)\n\(program)\(library)"],
    "swiftc \(options) -typecheck script.swift && swift \(options) script.swift")
}

/// As a library with evolution. Its client is compiled with its module, and then with the text of its
/// interface, which needs another name than the class: https://github.com/swiftlang/swift/issues/56573
func evolution(_ title: String, _ options: String) {
  add(
    title, main: "import Container\n\(program)", prints: "ok ok",
    """
    swiftc \(options) -enable-library-evolution -emit-library -emit-module -parse-as-library -wmo \
      -emit-module-interface-path Container.swiftinterface -verify-emitted-module-interface \
      -module-name Container DIContainer.swift -o libContainer.so
    for form in module interface; do
      swiftc \(linked) -lContainer -module-cache-path cache main.swift -o program && ./program
      rm -f Container.swiftmodule
    done
    """)
}

/// A package of programs on and off the main actor, which depend on the repository, or have the file.
func package(_ title: String) {
  var files: [String: String] = [:]
  var targets = ""
  for (name, mode, file) in [("5", 5, nil), ("6", 6, nil), ("5File", 5, library)] {
    let needs = file == nil ? ".product(name: \"DIContainer\", package: \"DIContainer\")" : ""
    for (program, main) in [("everything", program), ("mainactor", mainActor)] {
      let folder = "Sources/\(program)\(name)"
      files["\(folder)/main.swift"] = (file == nil ? "import DIContainer\n" : "") + main
      files["\(folder)/DIContainer.swift"] = file
      targets += ".executableTarget(name: \"\(program)\(name)\", dependencies: [\(needs)], "
      targets += "swiftSettings: [.define(\"ANNOTATED\"), .swiftLanguageMode(.v\(mode))]),\n"
    }
  }
  files["Package.swift"] = """
    // swift-tools-version: 6.1
    import PackageDescription

    let package = Package(
      name: "Clients", platforms: [.macOS(.v13)], dependencies: [.package(path: "DIContainer")],
      targets: [\(targets)])
    """
  add(
    title, files: files, prints: "ok ok ok ok ok ok",
    """
    ln -s '\(repository)' DIContainer
    swift build -Xswiftc -warnings-as-errors >build 2>&1 || { cat build && exit 1; }
    for client in .build/debug/{everything,mainactor}{5,6,5File}; do $client; done
    """)
}

/// The module that the header of the file tells how to build, with clients on and off the main actor.
func header(_ title: String) {
  let lines = library.components(separatedBy: "\n").map { $0.replacing(#/^// */#, with: "") }
  let build = lines.drop { !$0.contains(" -emit-library ") }.prefix(2).joined(separator: "\n")
  add(
    title,
    files: [
      "everything/main.swift": "import DIContainer\n" + program,
      "mainactor/main.swift": "import DIContainer\n" + mainActor,
    ], prints: "ok ok ok ok",
    """
    \(build)
    for client in {5,6}' -D ANNOTATED '{everything,mainactor}; do
      swiftc \(linked) -lDIContainer -swift-version $client/main.swift -o program && ./program
    done
    """)
}

// Other platforms: their C library is a module of declarations, with the platform's own types, and the
// conditions that are true there are defined.
let elsewhere = library.replacing(#/\b(?:canImport|os)\((\w+)\)/#) { "STANDS_FOR_\($0.1)" }

func defined(_ conditions: [String]) -> String {
  conditions.map { "-D STANDS_FOR_\($0)" }.joined(separator: " ")
}

/// A function that the file declares by itself would compile here and not link there.
func platform(_ conditions: String...) throws {
  add(
    "types, \(conditions[0])", library: elsewhere,
    files: ["stubs.swift": try contents("stubs.swift")],
    prints: "",
    """
    swiftc -parse-as-library -emit-module -D \(conditions[0]) -module-name \(conditions[0]) \
      stubs.swift -o \(conditions[0]).swiftmodule
    for mode in 5 6; do
      swiftc -I . -swift-version $mode \(defined(conditions)) -wmo -emit-sil -o /dev/null main.swift \
        DIContainer.swift
    done
    ! grep -n @_silgen_name DIContainer.swift
    """)
}

/// Where there are no POSIX threads, what is wrong is said once, and before anything else.
func noThreads(_ conditions: String...) {
  add(
    "no POSIX threads: \(conditions[0])", library: elsewhere,
    prints: "error: DIContainer needs POSIX threads, which this platform does not have. 1",
    """
    ! swiftc \(defined(conditions)) -wmo -typecheck main.swift DIContainer.swift >said 2>&1
    grep -o 'error: .*' said | head -1
    grep -c ': error: .*needs POSIX threads' said
    """)
}

// MARK: - The rows

// .tags(.F5): every language mode, default isolation, upcoming feature and build
// .tags(.F6): a program whose classes are all on the main actor
// Modes, isolations and features change what the compiler says, and it says that before it optimizes.
// With none, one, all but one, and all of the features, any three are on and off in every combination.
// In release, the programs have all pairs of settings.
// Beside a file that imports other modules, `MemberImportVisibility` sees other members.
func everywhere() throws {
  let features = [
    "ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault",
    "NonisolatedNonsendingByDefault", "InferIsolatedConformances",
  ].map { "-enable-upcoming-feature \($0)" }
  let all = features.joined(separator: " ")
  let allButOne = features.map { all.replacing($0, with: "") }
  let sets = (["", all] + features + allButOne).map { "'\($0)'" }.joined(separator: " ")
  let imports = """
    import Dispatch
    import Foundation
    import Synchronization
    func now() -> Date { Date() }
    """
  let other = ["other.swift": imports]
  // .tags(.F10): cut off where it says that it may be
  let cut = library.components(separatedBy: "\n").prefix { !$0.contains("may be cut off") }
    .joined(separator: "\n")
  add(
    "cut off: alone, and beside Foundation", library: cut, files: other, prints: "",
    """
    ! grep -n 'func verify(' DIContainer.swift
    for options in {5,6}' -default-isolation '{nonisolated,MainActor}{'',' \(all)'}; do
      compile="swiftc -swift-version $options -wmo -emit-sil -o /dev/null"
      $compile -parse-as-library DIContainer.swift
      $compile -D CUT_OFF *.swift
    done
    """)
  for mode in 5...6 {
    for isolation in ["nonisolated", "MainActor"] {
      let options = "-swift-version \(mode) -default-isolation \(isolation)"
      let title = "mode \(mode), \(isolation)"
      add(
        "\(title), every three features", prints: "",
        """
        for features in \(sets); do
          swiftc \(options) $features -wmo -typecheck main.swift DIContainer.swift
        done
        """)
      pasted("\(title), debug, beside Foundation, all 5", files: other, "\(options) \(all)")
    }
    let options = "-swift-version \(mode) \(all)"
    pasted(
      "main actor by default, mode \(mode), all 5", main: mainActor,
      "\(options) -default-isolation MainActor")
    pasted(
      "main actor by attribute, mode \(mode), all 5", main: mainActor, "\(options) -D ANNOTATED")
  }
  pasted("main actor by default", main: mainActor, "-swift-version 6 -default-isolation MainActor")
  pasted("with @main", main: type, "-swift-version 6 -parse-as-library")
  evolution("library with evolution", "-swift-version 6")
  script("one script with Foundation, all 5", firstLine: "import Foundation", all)
  let release = "-O -wmo -default-isolation MainActor"
  pasted("release, mode 5, MainActor, all 5", "\(release) -swift-version 5 \(all)")
  pasted("release, MainActor, cut off", library: cut, "\(release) -swift-version 6 -D CUT_OFF")
  // .tags(.F4): a static release tool stays under 12 MB, without Foundation
  add(
    "release, static",
    """
    swiftc -O -wmo -static-stdlib -swift-version 6 \(all) main.swift DIContainer.swift -o program
    ./program && [[ $(wc -c <program) -lt 12000000 ]] && ! grep -a libFoundation program
    """)
  pasted("release, mode 5, cut off", library: cut, "-O -wmo -swift-version 5 -D CUT_OFF")
  pasted("mode 5, complete concurrency checks", "-swift-version 5 -strict-concurrency=complete")
  // .tags(.F1): beside one file of somebody's own, or at the end of one script
  let words = "swiftc main.swift DIContainer.swift"
  add("two files: \(words)", "\(words) && ./main")
  script("one script, cut off", library: cut, "-D CUT_OFF")
  script("one script, mode 6, MainActor", "-swift-version 6 -default-isolation MainActor")
  script("one script with a first line", firstLine: "#!/usr/bin/env swift", "")

  header("the module of the header, clients of both modes")
  package("a package that the programs depend on, or that has the file")
  // .tags(.F2, .F3): whatever a program with the file sees is the class or is nested in it
  // What extends another module, or makes its types conform, would be in a file of its own.
  add(
    "one name, and nothing is extended",
    prints: #"Container.symbols.json "pathComponents":["DIContainer""#,
    """
    swiftc -swift-version 6 -emit-module -parse-as-library -module-name Container DIContainer.swift \
      -emit-symbol-graph -emit-symbol-graph-dir . -symbol-graph-minimum-access-level internal
    ls *.symbols.json && grep -oE '"pathComponents":\\["[^"]*"' Container.symbols.json | sort -u
    """)
  // .tags(.F4): the C libraries of other platforms
  try platform("Darwin", "macOS")
  try platform("Android")
  try platform("Musl", "Linux")
  // .tags(.F5): the one error where there are no POSIX threads
  noThreads("Windows", "WinSDK", "CRT", "ucrt")
  noThreads("WASI", "WASILibc")
}

func onAMac() {
  for mode in 5...6 {
    for optimization in ["-Onone", "-O"] {
      pasted("mode \(mode), \(optimization)", "-swift-version \(mode) \(optimization)")
    }
    script("one script, mode \(mode)", "-swift-version \(mode)")
  }
  for (sdk, target) in [("macosx", "arm64-apple-macosx13.0"), ("iphoneos", "arm64-apple-ios16.0")] {
    add(
      target, prints: "",
      "xcrun --sdk \(sdk) swiftc -target \(target) -swift-version 6 -typecheck main.swift DIContainer.swift"
    )
  }
}

#if os(Linux)
  try everywhere()
#else
  onAMac()
#endif

if let word = CommandLine.arguments.dropFirst().first {
  rows = rows.filter { $0.title.contains(word) }
}
// Two at once: the machines that run this have two cores.
let lock = NSLock()
let queue = OperationQueue()
queue.maxConcurrentOperationCount = 2
var bad: [String] = []
for row in rows {
  queue.addOperation {
    let output = (try? output(of: row)) ?? "error: no folder, or no bash"
    let isGood = output.split(whereSeparator: \.isWhitespace).joined(separator: " ") == row.words
    lock.withLock {
      print(isGood ? row.title : "NOT \(row.title)")
      if !isGood { bad.append("\(row.title)\n\(output)") }
    }
  }
}
queue.waitUntilAllOperationsAreFinished()
print("\(rows.count - bad.count) of \(rows.count) are as they should be.")
if let first = bad.first {
  print("One that is not:\n\(first.split(separator: "\n").prefix(60).joined(separator: "\n"))")
  exit(1)
}
