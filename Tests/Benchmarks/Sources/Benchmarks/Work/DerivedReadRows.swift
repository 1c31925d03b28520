import Floors
import KalugaArchitecture

/// Reads of derived values, while they have an observer and while they have none.
@MainActor
enum DerivedReadRows {
  static var rows: [Row] {
    [false, true].flatMap { isObserved in
      [
        row("map", isObserved) { holder in
          holder.value &+ 1
        } derive: { subject in
          subject.map { $0 &+ 1 }
        } computed: { model in
          model.map1
        },
        row("diamond", isObserved) { holder in
          (holder.value &+ 1) &+ (holder.value &* 2)
        } derive: { subject in
          combine(subject.map { $0 &+ 1 }, subject.map { $0 &* 2 }) { $0 &+ $1 }
        } computed: { model in
          model.diamond
        },
      ]
    }
  }

  @inline(__always)
  private static func row(
    _ name: String,
    _ isObserved: Bool,
    plain: @escaping @MainActor (PropertyHolder) -> Int,
    derive: @escaping @MainActor (InitializedSubject<Int>) -> InitializedObservable<Int>,
    computed: @escaping @MainActor (TrackedModel) -> Int
  ) -> Row {
    Row(
      "read of a \(name), \(isObserved ? "observed" : "not observed")",
      goals: [Goal(Names.toolkit, .atMost(1, times: Names.observation))],
      [
        Contestant(Names.plainProperty) { effort in
          let holder = opaque(PropertyHolder())
          holder.value = 3
          return try measure(effort, plain(holder)) { plain(holder) }
        },
        Contestant(Names.toolkit) { effort in
          let subject = opaque(InitializedSubject(wrappedValue: 3))
          let derived = opaque(derive(subject))
          let sink = Sink()
          let seen = sink.seen
          let token = isObserved ? derived.observe { seen.note($0) } : nil
          defer { token?.dispose() }
          return try measure(effort, derived.current) { derived.current }
        },
        Contestant(Names.observation) { effort in
          let model = opaque(TrackedModel())
          model.x = 3
          let sink = Sink()
          let follower = isObserved ? TrackingFollower(sink) { computed(model) } : nil
          defer { withExtendedLifetime(follower) {} }
          return try measure(effort, computed(model)) { computed(model) }
        },
      ]
    )
  }

  @inline(__always)
  private static func measure(
    _ effort: Effort,
    _ expected: Int,
    _ value: () -> Int
  ) throws -> Double {
    let reads = effort.operations(50_000)
    var sum = 0
    let cost = time(reads) { for _ in 1...reads { sum &+= opaque(value()) } }
    try require("sum of what was read", sum, expected * reads)
    return cost
  }
}
