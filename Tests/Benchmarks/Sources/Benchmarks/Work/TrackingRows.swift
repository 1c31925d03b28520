import KalugaArchitecture

/// Writes that Observation follows, registered again after each change.
@MainActor
enum TrackingRows {
  static var rows: [Row] {
    [
      Row(
        "write, tracked by Observation again after each change",
        goals: [
          Goal(
            Names.property,
            .atMost(1.15, times: "plain @Observable"),
            accepting: 2,
            because: Reasons.tracking
          )
        ],
        [
          Contestant("plain @Observable") { effort in
            let writes = effort.operations(10_000)
            let model = opaque(TrackedModel())
            return try measure(writes) {
              model.x
            } write: { follower in
              for i in 1...writes {
                model.x = opaque(i)
                follower.followIfDue()
              }
            }
          },
          Contestant(Names.property) { effort in
            let writes = effort.operations(10_000)
            let model = opaque(Model())
            return try measure(writes) {
              model.x
            } write: { follower in
              for i in 1...writes {
                model.x = opaque(i)
                follower.followIfDue()
              }
            }
          },
        ]
      )
    ]
  }

  private static func measure(
    _ writes: Int,
    read: @escaping @MainActor () -> Int,
    write: (TrackingFollower) -> Void
  ) throws -> Double {
    let sink = Sink()
    let follower = TrackingFollower(sink, read)
    let cost = time(writes) { write(follower) }
    try sink.check("tracking", count: writes, last: writes)
    return cost
  }
}
