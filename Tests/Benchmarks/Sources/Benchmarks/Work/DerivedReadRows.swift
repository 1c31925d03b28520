import KalugaArchitecture

/// Reads of derived values, while they have an observer and while they have none.
@MainActor
enum DerivedReadRows {
  static var rows: [Row] {
    [false, true].flatMap { [map(isObserved: $0), diamond(isObserved: $0)] }
  }

  private static let value = 3

  private static func map(isObserved: Bool) -> Row {
    row("map", isObserved, expected: value + 1) { holder, reads in
      sum(reads) { holder.value &+ 1 }
    } derive: { subject in
      subject.map { $0 &+ 1 }
    } computed: { model, reads in
      sum(reads) { model.map1 }
    }
  }

  private static func diamond(isObserved: Bool) -> Row {
    row("diamond", isObserved, expected: (value + 1) + value * 2) { holder, reads in
      sum(reads) { (holder.value &+ 1) &+ (holder.value &* 2) }
    } derive: { subject in
      combine(subject.map { $0 &+ 1 }, subject.map { $0 &* 2 }) { $0 &+ $1 }
    } computed: { model, reads in
      sum(reads) { model.diamond }
    }
  }

  private static func row(
    _ name: String,
    _ isObserved: Bool,
    expected: Int,
    plain: @escaping @MainActor (PropertyHolder, Int) -> Int,
    derive: @escaping @MainActor (InitializedSubject<Int>) -> InitializedObservable<Int>,
    computed: @escaping @MainActor (TrackedModel, Int) -> Int
  ) -> Row {
    Row(
      "read of a \(name), \(isObserved ? "observed" : "not observed")",
      goals: [
        Goal(
          Names.toolkit,
          .atMost(1, times: Names.observation),
          accepting: 25,
          because: Reasons.derivedRead
        )
      ],
      [
        Contestant(Names.plainProperty) { effort in
          let holder = opaque(PropertyHolder())
          holder.value = value
          return try measure(effort, expected) { plain(holder, $0) }
        },
        Contestant(Names.toolkit) { effort in
          let subject = opaque(InitializedSubject(wrappedValue: value))
          let derived = opaque(derive(subject))
          let sink = Sink()
          let seen = sink.seen
          let token = isObserved ? derived.observe { seen.note($0) } : nil
          defer { token?.dispose() }
          return try measure(effort, expected) { reads in sum(reads) { derived.current } }
        },
        Contestant(Names.observation) { effort in
          let model = opaque(TrackedModel())
          model.x = value
          let sink = Sink()
          let follower = isObserved ? TrackingFollower(sink) { computed(model, 1) } : nil
          defer { withExtendedLifetime(follower) {} }
          return try measure(effort, expected) { computed(model, $0) }
        },
      ]
    )
  }

  private static func measure(
    _ effort: Effort,
    _ expected: Int,
    _ sum: (Int) -> Int
  ) throws -> Double {
    let reads = effort.operations(50_000)
    var found = 0
    let cost = time(reads) { found = sum(reads) }
    try require("sum of what was read", found, expected * reads)
    return cost
  }

  @inline(__always)
  private static func sum(_ reads: Int, _ value: () -> Int) -> Int {
    var sum = 0
    for _ in 0..<reads { sum &+= opaque(value()) }
    return sum
  }
}
