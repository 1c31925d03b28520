import KalugaArchitecture

/// What grows, and with what.
@MainActor
enum GrowthTables {
  static var all: [GrowthTable] {
    [
      observers, consumers, bundleRows, scopes, chain, layers, selections, diamonds, combinations,
      pushed, presented, family([1, 10, 100]) { SavedChild() },
      family([1, 10, 100, 1_000, 10_000]) { Child() }, children,
    ]
  }

  // MARK: Flows, bundles and scopes

  private static var observers: GrowthTable {
    GrowthTable("a post to n observers", [1, 10, 100, 1_000, 10_000, 100_000]) { observers in
      let posts = max(5, 200_000 / observers)
      return try measureWrites(posts, notifications: observers) { sink in
        let subject = opaque(InitializedSubject(wrappedValue: 0))
        return (subject, (0..<observers).map { _ in subject.observe { sink.note($0) } })
      } write: { kept, value in
        kept.0.current = value
      }
    }
  }

  private static var consumers: GrowthTable {
    GrowthTable("shared flow: a value to n consumers") { consumers in
      // As many values for all larger sizes: the waking of consumers is shared by the values they find.
      try await SharedFlowRows.flow(consumers, max(100, 20_000 / consumers))
    }
  }

  private static var bundleRows: GrowthTable {
    GrowthTable("bundle of n rows: written as text", [1, 5, 20, 50, 100, 200]) { rows in
      let values = (0..<rows).map {
        NavigationBundleRow(key: "row\($0)", value: .integer(Int128($0)))
      }
      let count = max(10, 10_000 / rows)
      return time(count) { for _ in 0..<count { _ = opaque(opaque(values).bundleDescription) } }
    }
  }

  private static var scopes: GrowthTable {
    GrowthTable("scope of n child scopes: made, and ended together") { children in
      let rounds = max(1, 10_000 / children)
      return time(rounds) {
        for _ in 0..<rounds {
          let scope = TaskScope()
          let kept = (0..<children).map { _ in scope.childScope() }
          scope.cancel()
          withExtendedLifetime(kept) {}
        }
      }
    }
  }

  // MARK: Derived values

  private static var chain: GrowthTable {
    GrowthTable("chain of n maps, observed: a write elsewhere, and a read of the end") { length in
      let (head, other) = (InitializedSubject(wrappedValue: 0), InitializedSubject(wrappedValue: 0))
      var end: InitializedObservable<Int> = head
      for _ in 0..<length { end = end.map { $0 + 1 } }
      let token = end.observe { _ in }
      defer { token.dispose() }
      let rounds = 1_000
      var sum = 0
      let cost = time(rounds) {
        for round in 1...rounds {
          other.current = round
          sum += end.current
        }
      }
      try require("the value read", sum, length * rounds)
      return cost
    }
  }

  /// The graph of the "cellx" benchmark: each layer combines the one before it.
  private static var layers: GrowthTable {
    GrowthTable(
      "n layers of 4 combinations: an observer is added to each, and each of the 4 subjects is written",
      [100, 200, 400, 800]
    ) { count in
      let heads = (1...4).map { InitializedSubject(wrappedValue: $0) }
      var cells: [InitializedObservable<Int>] = []
      var last: [InitializedObservable<Int>] = heads
      for _ in 0..<count {
        let (a, b, c, d) = (last[0], last[1], last[2], last[3])
        last = [
          b.map { $0 },
          combine(a, c) { $0 &- $1 },
          combine(b, d) { $0 &+ $1 },
          c.map { $0 },
        ]
        cells += last
      }
      var calls = 0
      let bag = DisposeBag()
      let cost = time(1) {
        for cell in cells { cell.observe { _ in calls += 1 }.addTo(bag) }
        for head in heads { head.current += 1 }
      }
      try require("each is called again", calls > 8 * count, true)
      bag.dispose()
      return cost
    }
  }

  private static var selections: GrowthTable {
    GrowthTable(
      "flatMapLatest nested n deep, observed: a write to the innermost and the outermost",
      [125, 250, 500, 1_000]
    ) { levels in
      let heads = (0...levels).map { InitializedSubject(wrappedValue: $0) }
      @MainActor func nested(_ level: Int) -> InitializedObservable<Int> {
        if level == levels { return heads[level] }
        return heads[level].flatMapLatest { value in nested(level + 1).map { $0 + value } }
      }
      var last = 0
      let token = nested(0).observe { last = $0 }
      let before = last
      let cost = time(1) {
        heads[levels].current += 1
        heads[0].current += 1
      }
      try require("the last value", last, before + 2)
      token.dispose()
      return cost
    }
  }

  private static var diamonds: GrowthTable {
    GrowthTable("n diamonds above one another, not observed: a read", [5, 10, 20, 40]) { count in
      var end: InitializedObservable<Int> = InitializedSubject(wrappedValue: 1)
      for _ in 0..<count {
        end = combine(end.map { $0 &+ 1 }, end.map { $0 &+ 2 }) { $0 &+ $1 }
      }
      var sum = 0
      let cost = time(100) { for _ in 0..<100 { sum &+= end.current } }
      try require("a value was read", sum != 0, true)
      return cost
    }
  }

  private static var combinations: GrowthTable {
    GrowthTable(
      "n times in one job: combine a subject and its map, observe, write, dispose",
      [500, 1_000, 2_000, 4_000]
    ) { count in
      let head = InitializedSubject(wrappedValue: 0)
      return time(1) {
        for number in 1...count {
          let token = combine(head, head.map { $0 + 1 }) { $0 + $1 }.observe { _ in }
          head.current = number
          token.dispose()
        }
      }
    }
  }

  // MARK: Navigation

  private static var pushed: GrowthTable {
    GrowthTable("push + back on a stack of n screens") { depth in
      let driver = NavigationRows.makeDriver()
      try driver.open((0..<depth).map { .page($0) })
      let count = max(3, 20_000 / depth)
      let cost = try time(count) {
        for _ in 1...count {
          try driver.perform(.push(.page(-1)), action: "push")
          try driver.back()
        }
      }
      try require("depth", driver.stack.current.entries.count, depth)
      driver.end()
      return cost
    }
  }

  private static var presented: GrowthTable {
    GrowthTable("n stacks presented, and closed by back, per stack") { stacks in
      let driver = NavigationRows.makeDriver()
      let cost = try time(stacks) {
        for i in 1...stacks { try driver.perform(.present(.page(i)), action: "present") }
        for _ in 1...stacks { try driver.back() }
      }
      try require("stacks", driver.stack.current.layers.count, 1)
      driver.end()
      return cost
    }
  }

  // MARK: View models

  /// View models that are nested in each other.
  ///
  /// One with saved properties looks for restored values in each of its ancestors, which shows from
  /// several hundred levels on.
  private static func family(
    _ sizes: [Int],
    _ make: @escaping @MainActor () -> Child
  ) -> GrowthTable {
    let name = "n times \(type(of: make())) nested: added, resumed, paused, resumed, and cleared"
    return GrowthTable(name, sizes) { count in
      let counter = Counter()
      let cost = time(1) {
        let root = make()
        root.counter = counter
        var last = root
        for _ in 1..<count {
          let child = make()
          child.counter = counter
          last.addChild(child)
          last = child
        }
        root.didResume()
        root.didPause()
        root.didResume()
        root.clear()
      }
      try require("resumed, paused and cleared", counter.count, 5 * count)
      return cost
    }
  }

  private static var children: GrowthTable {
    GrowthTable("n children of one parent: added, and removed in the same order") { count in
      let children = (0..<count).map { _ in SavedChild() }
      return time(1) {
        let parent = Child()
        parent.didResume()
        for child in children { parent.addChild(child) }
        for child in children { parent.removeChild(child) }
      }
    }
  }
}

/// Counts the hooks of a family.
@MainActor
private final class Counter {
  var count = 0
}

private class Child: BaseLifecycleViewModel {
  var counter = Counter()

  override func onResume(scope: TaskScope) { counter.count += 1 }
  override func onPause() { counter.count += 1 }
  override func onCleared() { counter.count += 1 }
}

private final class SavedChild: Child {
  @Saved("text") var text = ""
}
