import KalugaArchitecture
import Observation
import OpenCombine

/// A class with a property, written the way the README writes it.
@MainActor
final class Model {
  @InitializedSubject var x = 0
}

/// Writes on the main actor.
@MainActor
enum WriteRows {
  static var rows: [Row] {
    [0, 1, 100].map { row("write, \(Row.count($0, "observer"))", $0) }
      + [row("equal write, 1000 observers", 1_000, areEqual: true), touched, stateFlow, tracked]
  }

  /// The cost of one write, or of one notification if observers are called.
  private static func row(_ name: String, _ observers: Int, areEqual: Bool = false) -> Row {
    let calls = areEqual ? 1 : max(1, observers)
    func contestant<Token>(
      _ name: String,
      _ writes: Int,
      observe: @escaping @MainActor (Sink) -> Token,
      write: @escaping @MainActor (Token, Int) -> Void
    ) -> Contestant {
      Contestant(name) {
        try measureWrites(
          writes / calls,
          areEqual: areEqual,
          notifications: observers,
          observe: observe,
          write: write
        ) / Double(calls)
      }
    }
    return Row(
      name,
      goals: [
        Goal(
          Names.current,
          atMost: 3,
          times: Names.closures,
          accepting: 3,
          because: Reasons.observers
        ),
        Goal(
          Names.property,
          atMost: 1.5,
          times: Names.current,
          accepting: 1.8,
          because: Reasons.wrapper
        ),
      ],
      [
        contestant(Names.closures, 200_000) { sink in
          let holder = opaque(ClosureHolder())
          for _ in 0..<observers { holder.observe { sink.note($0) } }
          return holder
        } write: { holder, value in
          holder.post(value)
        },
        contestant(Names.current, 200_000) { sink in
          let subject = opaque(InitializedSubject(wrappedValue: 0))
          return (subject, (0..<observers).map { _ in subject.observe { sink.note($0) } })
        } write: { kept, value in
          kept.0.current = value
        },
        contestant(Names.property, 200_000) { sink in
          let model = opaque(Model())
          return (model, (0..<observers).map { _ in model.$x.observe { sink.note($0) } })
        } write: { kept, value in
          kept.0.x = value
        },
        contestant(Names.openCombine, 20_000) { sink in
          let subject = opaque(DistinctSubject(0, observers: observers))
          return (subject, (0..<observers).map { _ in subject.output.follow { sink.note($0) } })
        } write: { kept, value in
          kept.0.input.value = value
        },
        contestant(Names.observation, areEqual ? 200_000 : 10_000) { sink in
          let model = opaque(TrackedModel())
          let followers = areEqual ? 1 : observers
          return (model, (0..<followers).map { _ in TrackingFollower(sink) { model.x } })
        } write: { kept, value in
          kept.0.x = value
          for follower in kept.1 { follower.followIfDue() }
        },
      ]
    )
  }

  /// Writes to subjects that were read inside Observation tracking once, or posted to once.
  private static var touched: Row {
    let untouched = "untouched"
    let tracked = "tracked once"
    let posted = "posted to once"
    func contestant(
      _ name: String,
      _ touch: @escaping @MainActor (InitializedSubject<Int>) async -> Void
    ) -> Contestant {
      Contestant(name) {
        let subject = opaque(InitializedSubject(wrappedValue: 0))
        await touch(subject)
        return try measure(subject)
      }
    }
    return Row(
      "write to a touched subject, 1 observer",
      goals: [tracked, posted].map {
        Goal($0, atMost: 3, times: untouched, accepting: 2.7, because: Reasons.rareState)
      },
      [
        contestant(untouched) { _ in },
        contestant(tracked) { subject in
          withObservationTracking {
            _ = subject.current
          } onChange: {
          }
          // The change ends the one registration that there is.
          subject.current = -1
        },
        contestant(posted) { subject in
          await Task.detached { subject.post(-1) }.value
          while subject.current == 0 { await Task.yield() }
        },
      ]
    )
  }

  private static var stateFlow: Row {
    let floor = "closures, value under a mutex"
    return Row(
      "write to a subject over a state flow, 1 observer",
      goals: [
        Goal(atMost: 6, times: floor, accepting: 2, because: Reasons.flowWrite)
      ],
      [
        Contestant(floor) {
          try measureWrites(20_000) { sink in
            let holder = opaque(LockedClosureHolder())
            holder.observe { sink.note($0) }
            return holder
          } write: { holder, value in
            holder.post(value)
          }
        },
        Contestant(Names.toolkit) {
          try measure(opaque(InitializedSubject(MutableStateFlow(0))))
        },
      ]
    )
  }

  static func measure(_ subject: InitializedSubject<Int>) throws -> Double {
    try measureWrites(50_000) { sink in
      subject.observe { sink.note($0) }
    } write: { _, value in
      subject.current = value
    }
  }

  private static var tracked: Row {
    let plain = "plain @Observable"
    return Row(
      "write, tracked by Observation again after each change",
      goals: [Goal(atMost: 1.1, times: plain, accepting: 2, because: Reasons.tracking)],
      [
        Contestant(plain) {
          let model = opaque(TrackedModel())
          return try measureWrites(10_000) { sink in
            TrackingFollower(sink) { model.x }
          } write: { follower, value in
            model.x = value
            follower.followIfDue()
          }
        },
        Contestant(Names.toolkit) {
          let model = opaque(Model())
          return try measureWrites(10_000) { sink in
            TrackingFollower(sink) { model.x }
          } write: { follower, value in
            model.x = value
            follower.followIfDue()
          }
        },
      ]
    )
  }
}
