// SPDX-License-Identifier: MIT-0

// What the tour consists of. A lesson says itself how many minutes it takes, and what it is for.

let lessons = [
  Lesson(1, "NoContainer"), Lesson(2, "Container"), Lesson(3, "Lifetimes"), Lesson(4, "Names"),
  Lesson(5, "Arguments"), Lesson(6, "Autowire"), Lesson(7, "Errors"), Lesson(8, "Optionals"),
  Lesson(9, "TestDoubles"), Lesson(10, "Testing"), Lesson(11, "Verify"), Lesson(12, "Providers"),
  Lesson(13, "SeveralFiles"), Lesson(14, "ChildContainers"), Lesson(15, "CircularDependencies"),
  Lesson(16, "Threads"),
]

let steps = (1...6).map { Lesson($0, isStep: true) }

let routes = [
  Route(title: "First use", names: ["1", "2", "3", "7"]),
  Route(title: "An hour", names: ["1", "2", "3", "7", "10", "13"]),
  Route(title: "A class", names: ["1", "2", "3", "5", "7", "9", "10", "13"]),
  Route(title: "Everything", names: (lessons + steps).map(\.name) + [RealFile.name]),
]

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
