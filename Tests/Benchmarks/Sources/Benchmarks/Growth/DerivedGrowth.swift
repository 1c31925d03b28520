import KalugaArchitecture

/// How the cost of derived values grows with the size of their graph.
@MainActor
enum DerivedGrowth {
  static var all: [GrowthTable] {
    [
      readsAfterWrite, observedLayers, writtenLayers, selections, nestedSelections, diamonds,
      observedOnce, combinedOnce,
    ]
  }

  private static var readsAfterWrite: GrowthTable {
    GrowthTable(
      name: "chain of n maps, observed: another subject is written, the end is read",
      size: "maps",
      cost: "ns per write and read",
      sizes: [1, 10, 100, 1_000, 10_000]
    ) { length in
      let (head, other) = (InitializedSubject(wrappedValue: 0), InitializedSubject(wrappedValue: 0))
      let end = chain(of: head, length)
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

  private static var observedLayers: GrowthTable {
    GrowthTable(
      name: "n layers of 4 combinations: an observer is added to each",
      size: "layers",
      cost: "ns",
      sizes: [100, 200, 400, 800]
    ) { layers in
      let graph = Layers(layers)
      let cost = time(1) { graph.observe() }
      try require("observers called", graph.calls, 4 * layers)
      graph.end()
      return cost
    }
  }

  private static var writtenLayers: GrowthTable {
    GrowthTable(
      name: "n layers of 4 combinations, each observed: a write to each of the 4 subjects",
      size: "layers",
      cost: "ns",
      sizes: [100, 200, 400, 800]
    ) { layers in
      let graph = Layers(layers)
      graph.observe()
      let cost = time(1) { for head in graph.heads { head.current += 1 } }
      try require("each is called again", graph.calls > 8 * layers, true)
      graph.end()
      return cost
    }
  }

  private static var selections: GrowthTable {
    GrowthTable(
      name: "n levels of flatMapLatest, observed: a write at the start",
      size: "levels",
      cost: "ns",
      sizes: [125, 250, 500, 1_000]
    ) { levels in
      let head = InitializedSubject(wrappedValue: 0)
      var end: InitializedObservable<Int> = head
      for _ in 0..<levels {
        end = end.flatMapLatest { value in InitializedSubject(wrappedValue: value + 1) }
      }
      var last = 0
      let token = end.observe { last = $0 }
      let cost = time(1) { head.current = 1 }
      try require("the last value", last, levels + 1)
      token.dispose()
      return cost
    }
  }

  private static var nestedSelections: GrowthTable {
    GrowthTable(
      name: "flatMapLatest nested n deep, observed: a write to the innermost and the outermost",
      size: "levels",
      cost: "ns",
      sizes: [125, 250, 500, 1_000]
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
    GrowthTable(
      name: "n diamonds above one another, not observed: a read",
      size: "diamonds",
      cost: "ns per read",
      sizes: [5, 10, 20, 40]
    ) { count in
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

  private static var observedOnce: GrowthTable {
    repeated("map, observe, write, dispose") { head in head.map { $0 + 1 } }
  }

  private static var combinedOnce: GrowthTable {
    repeated("combine a subject and its map, observe, write, dispose") { head in
      combine(head, head.map { $0 + 1 }) { $0 + $1 }
    }
  }

  private static func repeated(
    _ work: String,
    _ derive: @escaping @MainActor (InitializedSubject<Int>) -> InitializedObservable<Int>
  ) -> GrowthTable {
    GrowthTable(
      name: "n times in one job: \(work)",
      size: "times",
      cost: "ns",
      sizes: [500, 1_000, 2_000, 4_000]
    ) { count in
      let head = InitializedSubject(wrappedValue: 0)
      return time(1) {
        for number in 1...count {
          let token = derive(head).observe { _ in }
          head.current = number
          token.dispose()
        }
      }
    }
  }

  private static func chain(
    of head: InitializedObservable<Int>,
    _ length: Int
  ) -> InitializedObservable<Int> {
    var end = head
    for _ in 0..<length { end = end.map { $0 + 1 } }
    return end
  }
}

/// The graph of the "cellx" benchmark: each layer combines the one before it.
@MainActor
private final class Layers {
  let heads = (1...4).map { InitializedSubject(wrappedValue: $0) }
  private var cells: [InitializedObservable<Int>] = []
  private(set) var calls = 0
  private let bag = DisposeBag()

  init(_ count: Int) {
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
  }

  func observe() {
    for cell in cells { cell.observe { [self] _ in calls += 1 }.addTo(bag) }
  }

  func end() { bag.dispose() }
}
