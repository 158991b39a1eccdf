// SPDX-License-Identifier: MIT-0

extension Program {
  /// The program with one thing less, in every way there is; what removes the most comes first.
  var reductions: [Program] {
    var result: [Program] = []
    for index in threads.indices where threads.count > 1 {
      result.append(changed { $0.threads.remove(at: index) })
    }
    for index in entries.indices where entries.count > 1 {
      // The others keep their numbers, so what registers them again still does.
      if entries[index].isInitial || isRegistered(index) {
        result.append(changed { $0.removeUses(of: index) })
      }
    }
    for (index, steps) in threads.enumerated() {
      for place in steps.indices {
        result.append(changed { $0.threads[index].remove(at: place) })
      }
    }
    for (index, entry) in entries.enumerated() {
      if entry.callback != nil {
        result.append(
          changed {
            $0.entries[index].callback = nil
            $0.entries[index].callbackFails = Failing()
          })
      }
      for place in entry.factory.indices {
        result.append(changed { $0.entries[index].factory.remove(at: place) })
      }
      for place in (entry.callback ?? []).indices {
        result.append(changed { $0.entries[index].callback?.remove(at: place) })
      }
      if entry.factoryFails.runs > 0 {
        result.append(changed { $0.entries[index].factoryFails = Failing() })
        if entry.factoryFails.runs > 1 {
          result.append(changed { $0.entries[index].factoryFails.runs = 1 })
        }
      }
      if entry.callbackFails.runs > 0 {
        result.append(changed { $0.entries[index].callbackFails = Failing() })
        if entry.callbackFails.runs > 1 {
          result.append(changed { $0.entries[index].callbackFails.runs = 1 })
        }
      }
      if !entry.deinitSteps.isEmpty {
        result.append(changed { $0.entries[index].deinitSteps = [] })
      }
      if !entry.captureSteps.isEmpty {
        result.append(changed { $0.entries[index].captureSteps = [] })
      }
      if entry.holds { result.append(changed { $0.entries[index].holds = false }) }
      if entry.lifetime == .eager {
        result.append(changed { $0.entries[index].lifetime = .lazy })
      }
    }
    if keepsResults { result.append(changed { $0.keepsResults = false }) }
    return result
  }

  /// The program after reductions that are named by their places.
  func reduced(by places: [Int]) -> Program {
    places.reduce(self) { program, place in
      let reductions = program.reductions
      return place < reductions.count ? reductions[place] : program
    }
  }

  private func changed(_ change: (inout Program) -> Void) -> Program {
    var copy = self
    change(&copy)
    return copy
  }

  private func isRegistered(_ index: Int) -> Bool {
    allSteps.contains {
      if case .register(index) = $0.action { return true }
      return false
    }
  }

  /// Nobody registers it or asks for it any more.
  private mutating func removeUses(of index: Int) {
    let key = entries[index].key
    let hasOther = entries.indices.contains { $0 != index && entries[$0].key == key }
    func keeps(_ step: Step) -> Bool {
      switch step.action {
      case .register(index): false
      case .get(let request): hasOther || request.key != key
      case .unregister(let other, _): hasOther || other != key
      default: true
      }
    }
    func kept(_ steps: [Step]) -> [Step] {
      steps.filter(keeps).map { step in
        guard case .start(let more, let joins) = step.action else { return step }
        return Step(.start(kept(more), joins: joins), run: step.run)
      }
    }
    entries[index].isInitial = false
    for place in entries.indices {
      entries[place].factory = kept(entries[place].factory)
      entries[place].callback = entries[place].callback.map(kept)
      entries[place].deinitSteps = kept(entries[place].deinitSteps)
      entries[place].captureSteps = kept(entries[place].captureSteps)
    }
    threads = threads.map(kept)
  }
}
