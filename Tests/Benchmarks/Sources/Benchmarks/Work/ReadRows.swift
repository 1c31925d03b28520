import KalugaArchitecture
import OpenCombine

/// Reads without tracking, of a value and of a derived one.
@MainActor
enum ReadRows {
  static var rows: [Row] { [value, map(isObserved: false), map(isObserved: true)] }

  private static var value: Row {
    Row(
      "read, not tracked",
      goals: [
        Goal(
          Names.current,
          atMost: 1.5,
          times: Names.observation,
          accepting: 3.5,
          because: Reasons.registrar
        )
      ],
      [
        Contestant(Names.plainProperty) {
          let holder = opaque(PropertyHolder())
          holder.value = 3
          return try measure { holder.value }
        },
        Contestant(Names.current) {
          let subject = opaque(InitializedSubject(wrappedValue: 3))
          return try measure { subject.current }
        },
        Contestant(Names.property) {
          let model = opaque(Model())
          model.x = 3
          return try measure { model.x }
        },
        Contestant(Names.openCombine) {
          let subject = opaque(CurrentValueSubject<Int, Never>(3))
          return try measure { subject.value }
        },
        Contestant(Names.observation) {
          let model = opaque(TrackedModel())
          model.x = 3
          return try measure { model.x }
        },
      ]
    )
  }

  private static func map(isObserved: Bool) -> Row {
    Row(
      "read of a map, \(isObserved ? "observed" : "not observed")",
      goals: [
        Goal(
          atMost: 1,
          times: Names.observation,
          accepting: 25,
          because: Reasons.derivedRead
        )
      ],
      [
        Contestant(Names.plainProperty) {
          let holder = opaque(PropertyHolder())
          holder.value = 2
          return try measure { holder.value &+ 1 }
        },
        Contestant(Names.toolkit) {
          let derived = opaque(InitializedSubject(wrappedValue: 2).map { $0 &+ 1 })
          let token = isObserved ? derived.observe { _ = opaque($0) } : nil
          defer { token?.dispose() }
          return try measure { derived.current }
        },
        Contestant(Names.observation) {
          let model = opaque(TrackedModel())
          model.x = 2
          return try await withSink { sink in
            let follower = isObserved ? TrackingFollower(sink) { model.map1 } : nil
            defer { withExtendedLifetime(follower) {} }
            return try measure { model.map1 }
          }
        },
      ]
    )
  }

  /// Measures reads of the number 3.
  @inline(__always)
  private static func measure(_ value: () -> Int) throws -> Double {
    let reads = 100_000
    var sum = 0
    let cost = time(reads) { for _ in 1...reads { sum &+= opaque(value()) } }
    try require("sum of what was read", sum, 3 * reads)
    return cost
  }
}
