// SPDX-License-Identifier: MIT-0

// Ports a program to DIContainer: changes its registrations, and its calls of the container.
//
//     swiftc Sources/porting/*.swift -o port
//     ./port swinject MyApp        or factory, resolver, dip; the folder with the sources, or files
//
// It says what it leaves to you, with the file and the line. A second run changes nothing more.

import Foundation

struct Container {
  let modules: [String]
  let port: ([Source]) -> Void
}
let containers = [
  "swinject": Container(modules: ["Swinject", "SwinjectAutoregistration"], port: portSwinject),
  "factory": Container(modules: ["Factory", "FactoryKit"], port: portFactory),
  "resolver": Container(modules: ["Resolver"], port: portResolver),
  "dip": Container(modules: ["Dip"], port: portDip),
]

func files(_ paths: [String]) -> [String] {
  paths.flatMap { path -> [String] in
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      print("\(path): there is no such file")
      exit(1)
    }
    if !isFolder.boolValue { return [path] }
    let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    let others = ["Pods", "Carthage", "DerivedData", "SourcePackages"]
    return all.sorted().filter { file in
      let folders = file.split(separator: "/")
      return file.hasSuffix(".swift")
        && !folders.contains { $0.hasPrefix(".") || others.contains(String($0)) }
    }.map { "\(path)/\($0)" }
  }
}

guard CommandLine.arguments.count > 2, let container = containers[CommandLine.arguments[1]] else {
  print("./port swinject|factory|resolver|dip FOLDER")
  exit(1)
}
var sources: [Source] = []
for path in files(Array(CommandLine.arguments[2...])) {
  guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { continue }
  let source = Source(path: path, text: text)
  guard source.imports(container.modules) else { continue }
  if source.isBalanced {
    sources.append(source)
  } else {
    print("\(path):1: left to you: its brackets do not match")
  }
}
container.port(sources)
for source in sources {
  source.renameImport(container.modules)
  try source.output.write(toFile: source.path, atomically: true, encoding: .utf8)
}
