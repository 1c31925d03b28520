import KalugaArchitecture

/// Writes that Observation follows, registered again after each change.
@MainActor
enum TrackingRows {
  static var rows: [Row] {
    [
      row("write", atMost: 1.15, accepting: 2, read: { $0.x }) { subject in
        subject
      },
      row("write to the input of a map", atMost: 2, accepting: 12, read: { $0.map1 }) { subject in
        subject.map { $0 &+ 1 }
      },
    ]
  }

  private static func row(
    _ name: String,
    atMost ratio: Double,
    accepting accepted: Double,
    read: @escaping @MainActor (TrackedModel) -> Int,
    derive: @escaping @MainActor (InitializedSubject<Int>) -> InitializedObservable<Int>
  ) -> Row {
    Row(
      "\(name), tracked by Observation again after each change",
      goals: [
        Goal(
          Names.toolkit,
          .atMost(ratio, times: "plain @Observable"),
          accepting: accepted,
          because: Reasons.tracking
        )
      ],
      [
        Contestant("plain @Observable") { effort in
          let model = opaque(TrackedModel())
          return try measure(effort) {
            read(model)
          } write: {
            model.x = $0
          }
        },
        Contestant(Names.toolkit) { effort in
          let model = opaque(Model())
          let value = opaque(derive(model.$x))
          return try measure(effort) {
            value.current
          } write: {
            model.x = $0
          }
        },
      ]
    )
  }

  private static func measure(
    _ effort: Effort,
    read: @escaping @MainActor () -> Int,
    write: (Int) -> Void
  ) throws -> Double {
    let writes = effort.operations(10_000)
    let sink = Sink()
    let follower = TrackingFollower(sink, read)
    let cost = time(writes) {
      for i in 1...writes {
        write(opaque(i))
        follower.followIfDue()
      }
    }
    try sink.check("tracking", count: writes, last: read())
    return cost
  }
}
