import KalugaArchitecture
import OpenCombine

/// Writes of the value that is already stored: no observer may be called.
@MainActor
enum EqualWriteRows {
  static var rows: [Row] {
    [1, 1_000].map { observers in
      Row(
        "equal write, \(Row.count(observers, "observer"))",
        goals: [Names.current, Names.property].map {
          Goal($0, .atMost(11, times: Names.plainProperty))
        },
        [
          plainProperty,
          Contestant(Names.current) { effort in
            let writes = effort.operations(200_000)
            return try measure(InitializedSubject(wrappedValue: 1), observers, writes) { subject in
              for _ in 1...writes { subject.current = opaque(1) }
            }
          },
          Contestant(Names.property) { effort in
            let writes = effort.operations(200_000)
            let model = opaque(Model())
            model.x = 1
            return try measure(model.$x, observers, writes) { _ in
              for _ in 1...writes { model.x = opaque(1) }
            }
          },
          observation,
          openCombine(observers),
        ]
      )
    }
  }

  private static var plainProperty: Contestant {
    Contestant(Names.plainProperty) { effort in
      let writes = effort.operations(200_000)
      let holder = opaque(PropertyHolder())
      holder.value = 1
      let cost = time(writes) {
        for _ in 1...writes {
          let value = opaque(1)
          if value != holder.value { holder.value = value }
        }
      }
      try require(Names.plainProperty, holder.value, 1)
      return cost
    }
  }

  static func measure(
    _ subject: InitializedSubject<Int>,
    _ observers: Int,
    _ writes: Int,
    _ work: @MainActor (InitializedSubject<Int>) -> Void
  ) throws -> Double {
    let sink = Sink()
    let seen = sink.seen
    let bag = DisposeBag()
    for _ in 0..<observers { bag.add(subject.observe { seen.note($0) }) }
    sink.reset()
    let cost = time(writes) { work(subject) }
    try sink.check(Names.toolkit, count: 0, last: 0)
    return cost
  }

  private static var observation: Contestant {
    Contestant(Names.observation, isPeer: true) { effort in
      let writes = effort.operations(200_000)
      let sink = Sink()
      let model = opaque(TrackedModel())
      model.x = 1
      let follower = TrackingFollower(sink) { model.x }
      let cost = time(writes) { for _ in 1...writes { model.x = opaque(1) } }
      follower.followIfDue()
      try sink.check(Names.observation, count: 0, last: 0)
      return cost
    }
  }

  private static func openCombine(_ observers: Int) -> Contestant {
    Contestant(Names.openCombine, isPeer: true) { effort in
      let writes = effort.operations(20_000)
      let sink = Sink()
      let seen = sink.seen
      let subject = opaque(DistinctSubject(1, observers: observers))
      let tokens = (0..<observers).map { _ in subject.output.follow { seen.note($0) } }
      sink.reset()
      let cost = time(writes) { for _ in 1...writes { subject.input.value = opaque(1) } }
      try sink.check(Names.openCombine, count: 0, last: 0)
      withExtendedLifetime(tokens) {}
      return cost
    }
  }
}
