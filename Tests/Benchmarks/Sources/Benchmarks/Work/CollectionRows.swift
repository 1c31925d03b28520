import Floors
import KalugaArchitecture
import Observation
import OpenCombine

/// Changes of one element of a large collection, in place where that is possible, with one observer.
@MainActor
enum CollectionRows {
  static var rows: [Row] {
    [1_000, 10_000].flatMap { [array($0), dictionary($0)] }
  }

  private static func array(_ count: Int) -> Row {
    let values = Array(repeating: 0, count: count)
    return Row(
      "set the last of \(count) elements of an array, 1 observer",
      [
        Contestant("array and a closure") { effort in
          let holder = opaque(CollectionHolder(values))
          return try measure(effort) { seen in
            holder.observe { seen.note($0[count - 1]) }
          } write: {
            holder.value[count - 1] = $0
            holder.notify()
          }
        },
        Contestant(Names.property) { effort in
          let model = opaque(CollectionModel(values))
          return try measure(effort) { seen in
            model.$items.observe { seen.note($0[count - 1]) }
          } write: {
            model.items[count - 1] = $0
          }
        },
        Contestant(Names.observation, isPeer: true) { effort in
          let model = opaque(TrackedArray(values))
          let sink = Sink()
          let follower = TrackingFollower(sink) { model.items[count - 1] }
          return try measure(effort, sink) { _ in
          } write: {
            model.items[count - 1] = $0
            follower.followIfDue()
          }
        },
        Contestant(Names.openCombine, isPeer: true) { effort in
          let subject = opaque(DistinctSubject(values))
          return try measure(effort) { seen in
            subject.output.sink { seen.note($0[count - 1]) }
          } write: {
            subject.input.value[count - 1] = $0
          }
        },
      ]
    )
  }

  private static func dictionary(_ count: Int) -> Row {
    let values = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, 0) })
    return Row(
      "set one of \(count) values of a dictionary, 1 observer",
      [
        Contestant("dictionary and a closure") { effort in
          let holder = opaque(CollectionHolder(values))
          return try measure(effort) { seen in
            holder.observe { seen.note($0[count - 1] ?? 0) }
          } write: {
            holder.value[count - 1] = $0
            holder.notify()
          }
        },
        Contestant(Names.property) { effort in
          let model = opaque(CollectionModel(values))
          return try measure(effort) { seen in
            model.$items.observe { seen.note($0[count - 1] ?? 0) }
          } write: {
            model.items[count - 1] = $0
          }
        },
      ]
    )
  }

  @inline(__always)
  private static func measure<Token>(
    _ effort: Effort,
    _ sink: Sink = Sink(),
    observe: (UnsafeMutablePointer<Sink.Seen>) -> Token,
    write: (Int) -> Void
  ) throws -> Double {
    let writes = effort.operations(500)
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
