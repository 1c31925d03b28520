import KalugaArchitecture

/// How the costs of view models grow with the size of their family.
@MainActor
enum FamilyGrowth {
  static var all: [GrowthTable] {
    [nested, released, nestedSaved, saved, removed, clearedAlone]
  }

  private static var sizes: [Int] { [1, 10, 100, 1_000, 10_000] }

  private static var nested: GrowthTable {
    GrowthTable(
      name: "n view models nested in each other: added, resumed, paused, resumed, and cleared",
      size: "view models",
      cost: "ns",
      sizes: sizes
    ) { count in
      try time(1) {
        let root = family(nested: count) { Child() }
        root.didResume()
        root.didPause()
        root.didResume()
        root.clear()
        try require("resumed, paused and cleared", root.counter.count, 5 * count)
      }
    }
  }

  private static var released: GrowthTable {
    GrowthTable(
      name: "n view models nested in each other: released without an end",
      size: "view models",
      cost: "ns",
      sizes: sizes
    ) { count in
      var root: Child? = family(nested: count) { Child() }
      let last = WeakReference(root)
      let cost = time(1) { root = nil }
      try require("released", last.object == nil, true)
      return cost
    }
  }

  private static var nestedSaved: GrowthTable {
    GrowthTable(
      name: "n view models with @Saved nested in each other: added",
      size: "view models",
      cost: "ns",
      sizes: sizes
    ) { count in
      time(1) { family(nested: count) { SavedChild() }.clear() }
    }
  }

  private static var saved: GrowthTable {
    GrowthTable(
      name: "n children with @Saved: added to one parent",
      size: "children",
      cost: "ns",
      sizes: sizes
    ) { count in
      time(1) {
        let parent = Child()
        for _ in 0..<count { parent.addChild(SavedChild()) }
        parent.clear()
      }
    }
  }

  private static var removed: GrowthTable {
    leaving("removed in the same order") { parent, child in parent.removeChild(child) }
  }

  private static var clearedAlone: GrowthTable {
    leaving("cleared one by one") { _, child in child.clear() }
  }

  private static func leaving(
    _ end: String,
    _ leave: @escaping @MainActor (Child, Child) -> Void
  ) -> GrowthTable {
    GrowthTable(
      name: "n children of one parent: added, and \(end)",
      size: "children",
      cost: "ns",
      sizes: sizes
    ) { count in
      let children = (0..<count).map { _ in Child() }
      return time(1) {
        let parent = Child()
        parent.didResume()
        for child in children { parent.addChild(child) }
        for child in children { leave(parent, child) }
      }
    }
  }

  /// Makes view models that are nested in each other, and returns the outermost one.
  private static func family(nested count: Int, _ make: () -> Child) -> Child {
    let root = make()
    var last = root
    for _ in 1..<count {
      let child = make()
      child.counter = root.counter
      last.addChild(child)
      last = child
    }
    return root
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
