import KalugaArchitecture
import OpenCombine

/// Writes of distinct values on the main actor.
@MainActor
enum WriteRows {
  static var rows: [Row] {
    [0, 1, 10, 100, 1_000].map(row) + [unspecialized, post]
  }

  private static func row(_ observers: Int) -> Row {
    let writes = max(2_000, 200_000 / max(1, observers))
    return Row(
      "write, \(Row.count(observers, "observer"))",
      goals: goals(observers),
      [
        closures(observers, writes),
        checkedClosures(observers, writes),
        Contestant(Names.current) { try Writes.current(observers, $0.operations(writes)) },
        Contestant(Names.property) { try Writes.property(observers, $0.operations(writes)) },
        openCombine(observers, writes / 10),
        observation(observers, writes / 20),
      ]
    )
  }

  private static func goals(_ observers: Int) -> [Goal] {
    let (limit, accepted) =
      switch observers {
      case 0: (2.5, 1.0)
      case 1: (0.8, 1.8)
      case 10: (0.6, 3.5)
      case 100: (0.5, 4.5)
      default: (0.35, 6.5)
      }
    return [
      Goal(
        Names.current,
        .atMost(limit, times: Names.checkedClosures),
        accepting: accepted,
        because: Reasons.observers
      ),
      Goal(
        Names.property,
        .atMost(1.5, times: Names.current),
        accepting: 1.8,
        because: Reasons.wrapper
      ),
    ]
  }

  /// The same from generic code that the compiler does not specialize.
  private static var unspecialized: Row {
    Row(
      "write, 100 observers, unspecialized client",
      goals: [
        Goal(
          Names.current,
          .atMost(0.5, times: Names.checkedClosures),
          accepting: 5.2,
          because: Reasons.unspecialized
        )
      ],
      [
        checkedClosures(100, 2_000),
        Contestant(Names.current) { effort in
          let writes = effort.operations(2_000)
          return try Writes.measure(InitializedSubject(wrappedValue: 0), 100, writes) { subject in
            for i in 1...writes { write(subject, opaque(i)) }
          }
        },
      ]
    )
  }

  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  private static func write<Value>(_ subject: InitializedSubject<Value>, _ value: Value) {
    subject.current = value
  }

  private static var post: Row {
    Row(
      "post(_:) called on the main actor, 1 observer",
      goals: [
        Goal(
          "post(_:)",
          .above(30, of: Names.current),
          accepting: 8,
          because: Reasons.executorCheck
        )
      ],
      [
        Contestant(Names.current) { try Writes.current(1, $0.operations(200_000)) },
        Contestant("post(_:)") { effort in
          let writes = effort.operations(200_000)
          return try Writes.measure(InitializedSubject(wrappedValue: 0), 1, writes) { subject in
            for i in 1...writes { subject.post(opaque(i)) }
          }
        },
      ]
    )
  }

  // MARK: Contestants

  private static func closures(_ observers: Int, _ writes: Int) -> Contestant {
    Contestant(Names.closures) { effort in
      let writes = effort.operations(writes)
      let sink = Sink()
      let seen = sink.seen
      let holder = opaque(ClosureHolder())
      for _ in 0..<observers { holder.observe { seen.note($0) } }
      let cost = time(writes) { for i in 1...writes { holder.post(opaque(i)) } }
      try sink.check(Names.closures, count: writes * observers, last: writes)
      try require(Names.closures, holder.value, writes)
      return cost / Double(max(1, observers))
    }
  }

  private static func checkedClosures(_ observers: Int, _ writes: Int) -> Contestant {
    Contestant(Names.checkedClosures) { effort in
      let writes = effort.operations(writes)
      let sink = Sink()
      let seen = sink.seen
      let holder = opaque(CheckedClosureHolder())
      for _ in 0..<observers { holder.observers.append { seen.note($0) } }
      let cost = time(writes) { for i in 1...writes { holder.post(opaque(i)) } }
      try sink.check(Names.checkedClosures, count: writes * observers, last: writes)
      try require(Names.checkedClosures, holder.value, writes)
      return cost / Double(max(1, observers))
    }
  }

  private static func openCombine(_ observers: Int, _ writes: Int) -> Contestant {
    Contestant(Names.openCombine, isPeer: true) { effort in
      let writes = effort.operations(writes)
      let sink = Sink()
      let seen = sink.seen
      let subject = opaque(DistinctSubject(0, observers: observers))
      let tokens = (0..<observers).map { _ in subject.output.follow { seen.note($0) } }
      sink.reset()
      let cost = time(writes) { for i in 1...writes { subject.input.value = opaque(i) } }
      try sink.check(Names.openCombine, count: writes * observers, last: writes)
      try require(Names.openCombine, subject.input.value, writes)
      withExtendedLifetime(tokens) {}
      return cost / Double(max(1, observers))
    }
  }

  private static func observation(_ observers: Int, _ writes: Int) -> Contestant {
    Contestant(Names.observation, isPeer: true) { effort in
      let writes = effort.operations(writes)
      let sink = Sink()
      let model = opaque(TrackedModel())
      let followers = (0..<observers).map { _ in TrackingFollower(sink) { model.x } }
      let cost = time(writes) {
        for i in 1...writes {
          model.x = opaque(i)
          for follower in followers { follower.followIfDue() }
        }
      }
      try sink.check(Names.observation, count: writes * observers, last: writes)
      try require(Names.observation, model.x, writes)
      return cost / Double(max(1, observers))
    }
  }
}
