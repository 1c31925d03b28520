import KalugaArchitecture
import OpenCombine

/// Writes to a subject whose derived observable has one observer.
///
/// The floor is one closure that computes the result.
@MainActor
enum DerivedRows {
  static var rows: [Row] { [map, map2, map3, diamond, combine10, fan] }

  private static let writes = 20_000

  private static func goal(atMost limit: Double, accepting accepted: Double) -> Goal {
    Goal(atMost: limit, times: Names.closures, accepting: accepted, because: Reasons.derived)
  }

  private static var map: Row {
    row("map, 1 observer") {
      $0 &+ 1
    } toolkit: {
      $0.map { $0 &+ 1 }
    } observation: {
      $0.map1
    } openCombine: {
      $0.distinctMap { $0 &+ 1 }
    }
  }

  private static var map2: Row {
    row("map → map, 1 observer", goals: [goal(atMost: 6, accepting: 7)]) {
      $0 &+ 1 &+ 1
    } toolkit: {
      $0.map { $0 &+ 1 }.map { $0 &+ 1 }
    } observation: {
      $0.map2
    } openCombine: {
      $0.distinctMap { $0 &+ 1 }.distinctMap { $0 &+ 1 }
    }
  }

  private static var map3: Row {
    row("map → map → map, 1 observer") {
      $0 &+ 1 &+ 1 &+ 1
    } toolkit: {
      $0.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }
    } observation: {
      $0.map3
    } openCombine: {
      $0.distinctMap { $0 &+ 1 }.distinctMap { $0 &+ 1 }.distinctMap { $0 &+ 1 }
    }
  }

  private static var diamond: Row {
    row("diamond, 1 observer", goals: [goal(atMost: 9, accepting: 12)]) {
      ($0 &+ 1) &+ ($0 &* 2)
    } toolkit: { subject in
      combine(subject.map { $0 &+ 1 }, subject.map { $0 &* 2 }) { $0 &+ $1 }
    } observation: {
      $0.diamond
    } openCombine: { subject in
      subject.distinctMap { $0 &+ 1 }.zip(subject.distinctMap { $0 &* 2 }).distinctMap {
        $0.0 &+ $0.1
      }
    }
  }

  private static func row(
    _ name: String,
    goals: [Goal] = [],
    _ result: @escaping @MainActor (Int) -> Int,
    toolkit: @escaping @MainActor (InitializedSubject<Int>) -> InitializedObservable<Int>,
    observation: @escaping @MainActor (TrackedModel) -> Int,
    openCombine:
      @escaping @MainActor (CurrentValueSubject<Int, Never>) -> some Publisher<Int, Never>
  ) -> Row {
    Row(
      name,
      goals: goals,
      [
        Contestant(Names.closures) {
          let holder = opaque(ClosureHolder())
          return try measureWrites(writes, last: result) { sink in
            holder.observe { sink.noteChange(result($0)) }
          } write: { _, value in
            holder.post(value)
          }
        },
        Contestant(Names.toolkit) {
          let subject = opaque(InitializedSubject(wrappedValue: 0))
          return try measureWrites(writes, last: result) { sink in
            toolkit(subject).observe { sink.note($0) }
          } write: { _, value in
            subject.current = value
          }
        },
        Contestant(Names.observation) {
          let model = opaque(TrackedModel())
          return try measureWrites(writes / 10, last: result) { sink in
            TrackingFollower(sink) { observation(model) }
          } write: { follower, value in
            model.x = value
            follower.followIfDue()
          }
        },
        Contestant(Names.openCombine) {
          let subject = opaque(CurrentValueSubject<Int, Never>(0))
          return try measureWrites(writes, last: result) { sink in
            openCombine(subject).follow { sink.note($0) }
          } write: { _, value in
            subject.value = value
          }
        },
      ]
    )
  }

  private static var combine10: Row {
    Row(
      "combine of 10, one is written, 1 observer",
      [
        Contestant(Names.closures) {
          let holders = (0..<10).map { _ in opaque(ClosureHolder()) }
          return try measureWrites(writes) { sink in
            holders[9].observe { _ in
              var sum = 0
              for holder in holders { sum &+= holder.value }
              sink.noteChange(sum)
            }
          } write: { _, value in
            holders[9].post(value)
          }
        },
        Contestant(Names.toolkit) {
          let s = (0..<10).map { _ in opaque(InitializedSubject(wrappedValue: 0)) }
          let sum = combine(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9]) {
            (a, b, c, d, e, f, g, h, i, j) -> Int in
            let first = a &+ b &+ c &+ d &+ e
            let second = f &+ g &+ h &+ i &+ j
            return first &+ second
          }
          return try measureWrites(writes) { sink in
            sum.observe { sink.note($0) }
          } write: { _, value in
            s[9].current = value
          }
        },
        Contestant(Names.observation) {
          let models = (0..<10).map { _ in opaque(TrackedModel()) }
          return try measureWrites(writes / 10) { sink in
            TrackingFollower(sink) { models.reduce(0) { $0 &+ $1.x } }
          } write: { follower, value in
            models[9].x = value
            follower.followIfDue()
          }
        },
      ]
    )
  }

  private static var fan: Row {
    let maps = 1_000
    func contestant<Token>(
      _ name: String,
      observe: @escaping @MainActor (Sink) -> Token,
      write: @escaping @MainActor (Token, Int) -> Void
    ) -> Contestant {
      Contestant(name) {
        try measureWrites(
          50,
          notifications: maps,
          last: { $0 &+ 1 },
          observe: observe,
          write: write
        ) / Double(maps)
      }
    }
    return Row(
      "1000 maps of one subject with an observer each, per map",
      goals: [goal(atMost: 6, accepting: 8)],
      [
        contestant(Names.closures) { sink in
          let holder = opaque(ClosureHolder())
          // What each closure passed on last, in place of the value that a map keeps.
          for result in (0..<maps).map({ _ in PropertyHolder() }) {
            holder.observe { value in
              guard value &+ 1 != result.value else { return }
              result.value = value &+ 1
              sink.note(value &+ 1)
            }
          }
          return holder
        } write: { holder, value in
          holder.post(value)
        },
        contestant(Names.toolkit) { sink in
          let subject = opaque(InitializedSubject(wrappedValue: 0))
          let tokens = (0..<maps).map { _ in
            subject.map { $0 &+ 1 }.observe { sink.note($0) }
          }
          return (subject, tokens)
        } write: { kept, value in
          kept.0.current = value
        },
        contestant(Names.openCombine) { sink in
          let subject = opaque(CurrentValueSubject<Int, Never>(0))
          let tokens = (0..<maps).map { _ in
            subject.distinctMap { $0 &+ 1 }.follow { sink.note($0) }
          }
          return (subject, tokens)
        } write: { kept, value in
          kept.0.value = value
        },
      ]
    )
  }
}
