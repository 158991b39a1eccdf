// SPDX-License-Identifier: MIT-0

// What the tour consists of. A lesson says itself how many minutes it takes, and what it is for.

let lessons = zip(1..., lessonFiles).map { number, lesson in
  let file = "Lesson" + (number < 10 ? "0" : "") + "\(number)"
  return Lesson(
    name: "\(number)", path: "Sources/tour/Lessons/\(file)-\(lesson.topic).swift",
    solution: "Sources/tour/Solutions/\(file).diff", program: lesson.program)
}

let steps = zip(1..., stepPrograms).map { number, program in
  Lesson(
    name: "inside \(number)", path: "Sources/tour/Inside/Step\(number).swift",
    solution: "Sources/tour/Solutions/Step\(number).diff", program: program)
}

let routes = [
  Route(title: "First use", names: ["1", "2", "3", "7"]),
  Route(title: "An hour", names: ["1", "2", "3", "7", "10", "13"]),
  Route(title: "A class", names: ["1", "2", "3", "5", "7", "9", "10", "13"]),
  Route(title: "Everything", names: (lessons + steps).map(\.name) + [RealFile.name]),
]

private let lessonFiles: [(topic: String, program: Program)] = [
  ("NoContainer", lesson1), ("Container", lesson2), ("Lifetimes", lesson3), ("Names", lesson4),
  ("Arguments", lesson5), ("Autowire", lesson6), ("Errors", lesson7), ("Optionals", lesson8),
  ("TestDoubles", lesson9), ("Testing", lesson10), ("Verify", lesson11), ("Providers", lesson12),
  ("SeveralFiles", lesson13), ("ChildContainers", lesson14), ("CircularDependencies", lesson15),
  ("Threads", lesson16),
]

private let stepPrograms: [Program] = [step1, step2, step3, step4, step5, step6]

/// Some lessons, or everything.
struct Route {
  /// To clone the package and to build it for the first time.
  static let minutesBefore = 5

  let title: String
  let names: [String]

  func minutes() throws -> Int {
    var minutes = Route.minutesBefore
    for lesson in lessons + steps where names.contains(lesson.name) {
      minutes += try lesson.page().minutes
    }
    return names.contains(RealFile.name) ? minutes + RealFile.minutes : minutes
  }

  func line() throws -> String {
    let isAll = names.last == RealFile.name
    let which = isAll ? "half a day" : "lessons " + names.joined(separator: ", ")
    return Page.line(number: "", try minutes(), "\(title): \(which)")
  }
}

/// What to type after a lesson: that depends on the route.
func goOn(after name: String) -> String {
  var titles: [(next: String, routes: [String])] = []
  for route in routes {
    guard let index = route.names.firstIndex(of: name) else { continue }
    let isLast = index == route.names.count - 1
    let next = isLast ? "the end" : "swift run tour \(route.names[index + 1])"
    if let known = titles.firstIndex(where: { $0.next == next }) {
      titles[known].routes.append(route.title)
    } else {
      titles.append((next, [route.title]))
    }
  }
  if titles.count == 1 { return titles[0].next }
  return titles.map { "\($0.next)  (\($0.routes.joined(separator: ", ")))" }
    .joined(separator: "\n           ")
}
