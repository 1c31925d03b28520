import KalugaArchitecture
import Observation
import OpenCombine

/// Changes of one element of a large collection with one observer, in place where that is possible.
@MainActor
enum CollectionRows {
  private static let mutate = "$x.mutate"

  static var array: Row {
    let values = Array(repeating: 0, count: 10_000)
    let last = values.count - 1
    return Row(
      "set the last of 10000 elements of an array, 1 observer",
      goals: [Goal(mutate, atMost: 3, times: "plain array")],
      [
        Contestant("plain array") {
          let holder = opaque(CollectionHolder(values))
          return try measureWrites(20_000) { sink in
            holder.observe { sink.note($0[last]) }
          } write: { _, value in
            holder.value[last] = value
            holder.notify()
          }
        },
        Contestant(Names.property) {
          let model = opaque(CollectionModel(values))
          return try measureWrites(500) { sink in
            model.$items.observe { sink.note($0[last]) }
          } write: { _, value in
            model.items[last] = value
          }
        },
        Contestant(mutate) {
          let model = opaque(CollectionModel(values))
          return try measureWrites(20_000) { sink in
            model.$items.observe { sink.note($0[last]) }
          } write: { _, value in
            model.$items.mutate { $0[last] = value }
          }
        },
        Contestant(Names.observation) {
          let model = opaque(TrackedArray(values))
          return try measureWrites(500) { sink in
            TrackingFollower(sink) { model.items[last] }
          } write: { follower, value in
            model.items[last] = value
            follower.followIfDue()
          }
        },
        Contestant(Names.openCombine) {
          let subject = opaque(DistinctSubject(values, observers: 1))
          return try measureWrites(500) { sink in
            subject.output.follow { sink.note($0[last]) }
          } write: { _, value in
            subject.input.value[last] = value
          }
        },
      ]
    )
  }
}

@MainActor
private final class CollectionModel {
  @InitializedSubject var items: [Int]

  init(_ items: [Int]) {
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
