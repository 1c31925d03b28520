import KalugaArchitecture
import OpenCombine

/// Writes to a subject whose derived observable has one observer.
///
/// The floor is one closure that computes the result; another contestant has one closure for each link.
@MainActor
enum DerivedRows {
  static var rows: [Row] { [map, map2, map3, diamond, combine10] }

  private static let linkedClosures = "closures, one a link"
  private static let writes = 20_000

  private static var map: Row {
    Row(
      "map, 1 observer",
      [
        closures {
          $0 &+ 1
        } observe: { holder, seen in
          holder.observe { seen.noteChange($0 &+ 1) }
        },
        linkedClosures(1),
        toolkit {
          $0 &+ 1
        } derive: {
          $0.map { $0 &+ 1 }
        },
        observation {
          $0 &+ 1
        } read: {
          $0.map1
        },
        openCombine {
          $0 &+ 1
        } derive: {
          $0.distinctMap { $0 &+ 1 }
        },
      ]
    )
  }

  private static var map2: Row {
    Row(
      "map → map, 1 observer",
      goals: [
        Goal(
          Names.toolkit,
          .atMost(6, times: Names.closures),
          accepting: 7,
          because: Reasons.derived
        )
      ],
      [
        closures {
          $0 &+ 2
        } observe: { holder, seen in
          holder.observe { seen.noteChange($0 &+ 1 &+ 1) }
        },
        linkedClosures(2),
        toolkit {
          $0 &+ 2
        } derive: {
          $0.map { $0 &+ 1 }.map { $0 &+ 1 }
        },
        observation {
          $0 &+ 2
        } read: {
          $0.map2
        },
        openCombine {
          $0 &+ 2
        } derive: {
          $0.distinctMap { $0 &+ 1 }.distinctMap { $0 &+ 1 }
        },
      ]
    )
  }

  private static var map3: Row {
    Row(
      "map → map → map, 1 observer",
      [
        closures {
          $0 &+ 3
        } observe: { holder, seen in
          holder.observe { seen.noteChange($0 &+ 1 &+ 1 &+ 1) }
        },
        linkedClosures(3),
        toolkit {
          $0 &+ 3
        } derive: {
          $0.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }
        },
        observation {
          $0 &+ 3
        } read: {
          $0.map3
        },
        openCombine {
          $0 &+ 3
        } derive: {
          $0.distinctMap { $0 &+ 1 }.distinctMap { $0 &+ 1 }.distinctMap { $0 &+ 1 }
        },
      ]
    )
  }

  private static var diamond: Row {
    let expected = { @MainActor (value: Int) in (value &+ 1) &+ (value &* 2) }
    return Row(
      "diamond, 1 observer",
      goals: [
        Goal(
          Names.toolkit,
          .atMost(9, times: Names.closures),
          accepting: 12,
          because: Reasons.derived
        )
      ],
      [
        closures(expected) { holder, seen in
          holder.observe { seen.noteChange(($0 &+ 1) &+ ($0 &* 2)) }
        },
        toolkit(expected) { subject in
          combine(subject.map { $0 &+ 1 }, subject.map { $0 &* 2 }) { $0 &+ $1 }
        },
        observation(expected) { $0.diamond },
        openCombine(expected) { subject in
          subject.distinctMap { $0 &+ 1 }.zip(subject.distinctMap { $0 &* 2 }).distinctMap {
            $0.0 &+ $0.1
          }
        },
      ]
    )
  }

  // MARK: Ten inputs

  private static var combine10: Row {
    Row(
      "combine of 10, one is written, 1 observer",
      [
        Contestant(Names.closures) { effort in
          let holders = (0..<10).map { _ in opaque(ClosureHolder()) }
          return try measure(Names.closures, effort) {
            $0
          } observe: { seen in
            holders[9].observe { _ in
              var sum = 0
              for holder in holders { sum &+= holder.value }
              seen.noteChange(sum)
            }
          } write: { writes in
            for i in 1...writes { holders[9].post(opaque(i)) }
          }
        },
        Contestant(Names.toolkit) { effort in
          let s = (0..<10).map { _ in opaque(InitializedSubject(wrappedValue: 0)) }
          let sum = combine(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9]) {
            (a, b, c, d, e, f, g, h, i, j) -> Int in
            let first = a &+ b &+ c &+ d &+ e
            let second = f &+ g &+ h &+ i &+ j
            return first &+ second
          }
          return try measure(Names.toolkit, effort) {
            $0
          } observe: { seen in
            sum.observe { seen.note($0) }
          } write: { writes in
            for i in 1...writes { s[9].current = opaque(i) }
          }
        },
        Contestant(Names.observation, isPeer: true) { effort in
          let models = (0..<10).map { _ in opaque(TrackedModel()) }
          return try observe(effort) {
            $0
          } read: {
            var sum = 0
            for model in models { sum &+= model.x }
            return sum
          } write: {
            models[9].x = $0
          }
        },
      ]
    )
  }

  // MARK: Contestants

  private static func closures(
    _ expected: @escaping @MainActor (Int) -> Int,
    observe: @escaping @MainActor (ClosureHolder, UnsafeMutablePointer<Sink.Seen>) -> Void
  ) -> Contestant {
    Contestant(Names.closures) { effort in
      let holder = opaque(ClosureHolder())
      return try measure(Names.closures, effort, expected) { seen in
        observe(holder, seen)
      } write: { writes in
        for i in 1...writes { holder.post(opaque(i)) }
      }
    }
  }

  private static func linkedClosures(_ links: Int) -> Contestant {
    Contestant(linkedClosures) { effort in
      let holders = (0...links).map { _ in opaque(ClosureHolder()) }
      for (holder, next) in zip(holders, holders.dropFirst()) {
        holder.observe { next.post($0 &+ 1) }
      }
      return try measure(linkedClosures, effort) {
        $0 &+ links
      } observe: { seen in
        holders[links].observe { seen.note($0) }
      } write: { writes in
        let holder = holders[0]
        for i in 1...writes { holder.post(opaque(i)) }
      }
    }
  }

  private static func toolkit(
    _ expected: @escaping @MainActor (Int) -> Int,
    derive: @escaping @MainActor (InitializedSubject<Int>) -> InitializedObservable<Int>
  ) -> Contestant {
    Contestant(Names.toolkit) { effort in
      let subject = opaque(InitializedSubject(wrappedValue: 0))
      let derived = derive(subject)
      return try measure(Names.toolkit, effort, expected) { seen in
        derived.observe { seen.note($0) }
      } write: { writes in
        for i in 1...writes { subject.current = opaque(i) }
      }
    }
  }

  private static func observation(
    _ expected: @escaping @MainActor (Int) -> Int,
    read: @escaping @MainActor (TrackedModel) -> Int
  ) -> Contestant {
    Contestant(Names.observation, isPeer: true) { effort in
      let model = opaque(TrackedModel())
      return try observe(effort, expected) {
        read(model)
      } write: {
        model.x = $0
      }
    }
  }

  private static func observe(
    _ effort: Effort,
    _ expected: (Int) -> Int,
    read: @escaping @MainActor () -> Int,
    write: (Int) -> Void
  ) throws -> Double {
    let sink = Sink()
    let writes = max(1, effort.operations(writes) / 10)
    let follower = TrackingFollower(sink, read)
    let cost = time(writes) {
      for i in 1...writes {
        write(opaque(i))
        follower.followIfDue()
      }
    }
    try sink.check(Names.observation, count: writes, last: expected(writes))
    return cost
  }

  private static func openCombine(
    _ expected: @escaping @MainActor (Int) -> Int,
    derive: @escaping @MainActor (CurrentValueSubject<Int, Never>) -> some Publisher<Int, Never>
  ) -> Contestant {
    Contestant(Names.openCombine, isPeer: true) { effort in
      let subject = opaque(CurrentValueSubject<Int, Never>(0))
      return try measure(Names.openCombine, effort, expected) { seen in
        derive(subject).follow { seen.note($0) }
      } write: { writes in
        for i in 1...writes { subject.value = opaque(i) }
      }
    }
  }

  private static func measure<Token>(
    _ name: String,
    _ effort: Effort,
    _ expected: (Int) -> Int,
    observe: (UnsafeMutablePointer<Sink.Seen>) -> Token,
    write: (Int) -> Void
  ) throws -> Double {
    let writes = effort.operations(writes)
    let sink = Sink()
    let token = observe(sink.seen)
    sink.reset()
    let cost = time(writes) { write(writes) }
    try sink.check(name, count: writes, last: expected(writes))
    withExtendedLifetime(token) {}
    return cost
  }
}
