import KalugaArchitecture
import Observation
import OpenCombine

/// Changes of one element of a large collection with one observer, in place where that is possible.
@MainActor
enum CollectionRows {
  private static let mutate = "$x.mutate"

  static var rows: [Row] {
    [1_000, 10_000].flatMap { [array($0), dictionary($0)] }
  }

  private static func array(_ count: Int) -> Row {
    let values = Array(repeating: 0, count: count)
    let last = count - 1
    return Row(
      "set the last of \(count) elements of an array, 1 observer",
      goals: [Goal(mutate, .atMost(3, times: "plain array"))],
      [
        Contestant("plain array") { effort in
          let holder = opaque(CollectionHolder(values))
          return try measure(effort.operations(20_000)) { seen in
            holder.observe { seen.note($0[last]) }
          } write: {
            holder.value[last] = $0
            holder.notify()
          }
        },
        Contestant(Names.property) { effort in
          let model = opaque(CollectionModel(values))
          return try measure(effort.operations(500)) { seen in
            model.$items.observe { seen.note($0[last]) }
          } write: {
            model.items[last] = $0
          }
        },
        Contestant(mutate) { effort in
          let model = opaque(CollectionModel(values))
          return try measure(effort.operations(20_000)) { seen in
            model.$items.observe { seen.note($0[last]) }
          } write: { value in
            model.$items.mutate { $0[last] = value }
          }
        },
        Contestant(Names.observation, isPeer: true) { effort in
          let model = opaque(TrackedArray(values))
          let sink = Sink()
          let follower = TrackingFollower(sink) { model.items[last] }
          return try measure(effort.operations(500), sink) { _ in
          } write: {
            model.items[last] = $0
            follower.followIfDue()
          }
        },
        Contestant(Names.openCombine, isPeer: true) { effort in
          let subject = opaque(DistinctSubject(values, observers: 1))
          return try measure(effort.operations(500)) { seen in
            subject.output.follow { seen.note($0[last]) }
          } write: {
            subject.input.value[last] = $0
          }
        },
      ]
    )
  }

  private static func dictionary(_ count: Int) -> Row {
    let values = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, 0) })
    // A comparison finds the difference only at its end. The order of keys differs between processes.
    let last = Array(values.keys)[count - 1]
    return Row(
      "set the last of \(count) values of a dictionary, 1 observer",
      goals: [Goal(mutate, .atMost(3, times: "plain dictionary"))],
      [
        Contestant("plain dictionary") { effort in
          let holder = opaque(CollectionHolder(values))
          return try measure(effort.operations(20_000)) { seen in
            holder.observe { seen.note($0[last] ?? 0) }
          } write: {
            holder.value[last] = $0
            holder.notify()
          }
        },
        Contestant(Names.property) { effort in
          let model = opaque(CollectionModel(values))
          return try measure(effort.operations(100)) { seen in
            model.$items.observe { seen.note($0[last] ?? 0) }
          } write: {
            model.items[last] = $0
          }
        },
        Contestant(mutate) { effort in
          let model = opaque(CollectionModel(values))
          return try measure(effort.operations(20_000)) { seen in
            model.$items.observe { seen.note($0[last] ?? 0) }
          } write: { value in
            model.$items.mutate { $0[last] = value }
          }
        },
      ]
    )
  }

  @inline(__always)
  private static func measure<Token>(
    _ writes: Int,
    _ sink: Sink = Sink(),
    observe: (UnsafeMutablePointer<Sink.Seen>) -> Token,
    write: (Int) -> Void
  ) throws -> Double {
    let token = observe(sink.seen)
    sink.reset()
    let cost = time(writes) { for i in 1...writes { write(opaque(i)) } }
    try sink.check("collection", count: writes, last: writes)
    withExtendedLifetime(token) {}
    return cost
  }
}

@MainActor
private final class CollectionModel<Items: Equatable> {
  @InitializedSubject var items: Items

  init(_ items: Items) {
    _items = InitializedSubject(wrappedValue: items)
  }
}

@MainActor
@Observable
private final class TrackedArray {
  var items: [Int]

  init(_ items: [Int]) {
    self.items = items
  }
}
