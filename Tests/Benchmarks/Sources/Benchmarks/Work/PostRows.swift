import KalugaArchitecture
import OpenCombine

/// Posts of distinct values on the main actor.
@MainActor
enum PostRows {
  static var rows: [Row] {
    [0, 1, 10, 100, 1_000].map(row) + [unspecialized, post, participation]
  }

  private static let limits = [0: 2.5, 1: 1.3, 10: 0.6, 100: 0.35, 1_000: 0.35]

  private static func row(_ observers: Int) -> Row {
    let posts = max(2_000, 200_000 / max(1, observers))
    return Row(
      "post, \(observers) observers",
      goals: [Goal(Goals.kaluga, .atMost(limits[observers] ?? 1, times: Goals.closures))],
      [
        floor(observers, posts),
        Contestant(Goals.kaluga) { effort in
          try subject(observers, effort.operations(posts)) { subject, posts in
            for i in 1...posts { subject.current = opaque(i) }
          }
        },
        openCombine(observers, posts / 10),
        observation(observers, posts / 20),
      ]
    )
  }

  /// The same from generic code that the compiler does not specialize.
  private static var unspecialized: Row {
    Row(
      "post, 100 observers, unspecialized client",
      goals: [Goal(Goals.kaluga, .atMost(0.5, times: Goals.closures))],
      [
        floor(100, 2_000),
        Contestant(Goals.kaluga) { effort in
          try subject(100, effort.operations(2_000)) { subject, posts in
            for i in 1...posts { write(subject, opaque(i)) }
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
      goals: [Goal("post(_:)", .above(30, of: "current = v"))],
      [
        Contestant("current = v") { effort in
          try subject(1, effort.operations(200_000)) { subject, posts in
            for i in 1...posts { subject.current = opaque(i) }
          }
        },
        Contestant("post(_:)") { effort in
          try subject(1, effort.operations(200_000)) { subject, posts in
            for i in 1...posts { subject.post(opaque(i)) }
          }
        },
      ]
    )
  }

  /// What it costs that Observation could follow a subject, and that other threads could post to it.
  private static var participation: Row {
    let bare = "neither Observation nor threads"
    return Row(
      "post, 0 observers, nobody tracking",
      goals: [Goal(Goals.kaluga, .above(2, of: bare))],
      [
        Contestant(bare) { effort in
          let posts = effort.operations(200_000)
          let subject = opaque(BareSubject())
          let cost = time(posts) { for i in 1...posts { subject.holder.post(opaque(i)) } }
          try require(bare, subject.holder.value, posts)
          try require(bare, subject.holder.changes, posts)
          return cost
        },
        Contestant(Goals.kaluga) { effort in
          try subject(0, effort.operations(200_000)) { subject, posts in
            for i in 1...posts { subject.current = opaque(i) }
          }
        },
      ]
    )
  }

  // MARK: Contestants

  static func floor(_ observers: Int, _ posts: Int) -> Contestant {
    Contestant(Goals.closures) { effort in
      let posts = effort.operations(posts)
      let sink = Sink()
      let seen = sink.seen
      let holder = opaque(ClosureHolder())
      for _ in 0..<observers {
        holder.observers.append { v in
          seen.pointee.count += 1
          seen.pointee.last = v
        }
      }
      let cost = time(posts) { for i in 1...posts { holder.post(opaque(i)) } }
      try sink.check(Goals.closures, count: posts * observers, last: posts)
      try require(Goals.closures, holder.value, posts)
      return cost / Double(max(1, observers))
    }
  }

  static func subject(
    _ observers: Int,
    _ posts: Int,
    _ work: @MainActor (InitializedSubject<Int>, Int) -> Void
  ) throws -> Double {
    let sink = Sink()
    let seen = sink.seen
    let subject = opaque(InitializedSubject(wrappedValue: 0))
    let bag = DisposeBag()
    for _ in 0..<observers {
      bag.add(
        subject.observe { v in
          seen.pointee.count += 1
          seen.pointee.last = v
        }
      )
    }
    sink.reset()
    let cost = time(posts) { work(subject, posts) }
    try sink.check(Goals.kaluga, count: posts * observers, last: posts)
    try require(Goals.kaluga, subject.current, posts)
    return cost / Double(max(1, observers))
  }

  private static func openCombine(_ observers: Int, _ posts: Int) -> Contestant {
    Contestant("OpenCombine, removeDuplicates", isPeer: true) { effort in
      let posts = effort.operations(posts)
      let sink = Sink()
      let seen = sink.seen
      let subject = opaque(CurrentValueSubject<Int, Never>(0))
      let tokens = (0..<observers).map { _ in
        subject.removeDuplicates().sink { v in
          seen.pointee.count += 1
          seen.pointee.last = v
        }
      }
      sink.reset()
      let cost = time(posts) { for i in 1...posts { subject.value = opaque(i) } }
      try sink.check("OpenCombine", count: posts * observers, last: posts)
      try require("OpenCombine", subject.value, posts)
      withExtendedLifetime(tokens) {}
      return cost / Double(max(1, observers))
    }
  }

  private static func observation(_ observers: Int, _ posts: Int) -> Contestant {
    Contestant("Observation, registered anew", isPeer: true) { effort in
      let posts = effort.operations(posts)
      let sink = Sink()
      let model = opaque(TrackedModel())
      for _ in 0..<observers { TrackedModel.follow(model, sink) }
      let cost = time(posts) { for i in 1...posts { model.post(opaque(i), sink) } }
      try sink.check("Observation", count: posts * observers, last: posts)
      try require("Observation", model.value, posts)
      return cost / Double(max(1, observers))
    }
  }
}
