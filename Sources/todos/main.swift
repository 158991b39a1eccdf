// SPDX-License-Identifier: MIT-0

import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
let environment = ProcessInfo.processInfo.environment
exit(try runTodos(in: composeTodos(arguments: arguments, environment: environment)))
