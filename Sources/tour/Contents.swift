// SPDX-License-Identifier: MIT-0

// What the tour consists of. A lesson says itself how many minutes it takes, and what it is for.

let lessons = zip(1..., lessonPrograms).map { number, program in
  Lesson(
    name: "\(number)", next: number == lessonPrograms.count ? "inside" : "\(number + 1)",
    folder: "Lessons", file: "Lesson" + (number < 10 ? "0" : "") + "\(number)", program: program)
}

let steps = zip(1..., stepPrograms).map { number, program in
  Lesson(
    name: "inside \(number)", next: "inside \(number + 1)",
    folder: "Inside", file: "Step\(number)", program: program)
}

let routes = [
  Route(title: "First use", numbers: [1, 2, 3, 7]),
  Route(title: "A lesson for a class", numbers: [1, 2, 3, 4, 5, 7, 9, 11]),
  Route(title: "Half a day, with the inside"),
]

private let lessonPrograms: [Program] = [
  lesson1, lesson2, lesson3, lesson4, lesson5, lesson6, lesson7, lesson8, lesson9, lesson10,
  lesson11, lesson12, lesson13, lesson14, lesson15, lesson16,
]

private let stepPrograms: [Program] = [step1, step2, step3, step4, step5, step6]

/// Some lessons, or everything.
struct Route {
  let title: String
  var numbers: [Int]?

  func minutes() throws -> Int {
    guard let numbers else {
      return try (lessons + steps).reduce(RealFile.minutes) { try $0 + $1.page().minutes }
    }
    return try numbers.reduce(0) { try $0 + lessons[$1 - 1].page().minutes }
  }

  func line() throws -> String {
    let which = numbers.map { "lessons " + $0.map(String.init).joined(separator: ", ") }
    return Page.line(number: "", try minutes(), "\(title): \(which ?? "everything")")
  }
}
