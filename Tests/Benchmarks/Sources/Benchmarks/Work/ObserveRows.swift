import KalugaArchitecture
import OpenCombine

/// Observing and disposing beside observers that stay, until the disposed ones are released.
@MainActor
enum ObserveRows {
  private static let batch = 1_000

  static var observing: Row {
    Row(
      "observe + dispose in random order",
      goals: [
        Goal(
          "1000 stay",
          atMost: 400,
          accepting: 5,
          because: Reasons.deferredRemoval
        ),
        Goal("1000 stay", atMost: 1.5, times: "0 stay"),
        Goal("10000 stay", atMost: 1.5, times: "1000 stay"),
      ],
      [0, 1_000, 10_000].map { stay in
        Contestant("\(stay) stay") { try await subject(stay) }
      } + [openCombine]
    )
  }

  private static func subject(_ stay: Int) async throws -> Double {
    try await withSink { sink in
      let subject = opaque(InitializedSubject(wrappedValue: 0))
      let bag = DisposeBag()
      for index in 0..<stay {
        // Delivery must keep the order of registration: each observer finds what the one before has left.
        bag.add(
          subject.observe { value in
            if value != 0, sink.pointee.last == index { sink.pointee.last += 1 }
          }
        )
      }
      let cost = try await measure(20) {
        subject.observe { _ in sink.pointee.count += 1 }
      } dispose: {
        $0.dispose()
      } last: {
        let captured = Captured()
        subject.observe { _ in withExtendedLifetime(captured) {} }.dispose()
        return WeakReference(captured)
      }
      try require("calls at observation", sink.pointee.count, 20 * batch)
      subject.current = 1
      try require("\(stay) stay, in order", sink.pointee.last, stay)
      return cost
    }
  }

  private static var openCombine: Contestant {
    Contestant("\(Names.openCombine), 1000 stay") {
      try await withSink { sink in
        let subject = opaque(DistinctSubject(0, observers: 1_001))
        let staying = (0..<1_000).map { _ in subject.output.follow { sink.note($0) } }
        let cost = try await measure(5) {
          subject.output.follow { _ in sink.pointee.count += 1 }
        } dispose: {
          $0.cancel()
        } last: {
          WeakReference(nil)
        }
        try require("calls at observation", sink.pointee.count, 1_000 + 5 * batch)
        withExtendedLifetime(staying) {}
        return cost
      }
    }
  }

  /// Measures batches of observations.
  ///
  /// `last` observes and disposes once more, behind a batch. When what that observer captured is released,
  /// the whole batch is.
  private static func measure<Token>(
    _ batches: Int,
    observe: () -> Token,
    dispose: (Token) -> Void,
    last: () -> WeakReference
  ) async throws -> Double {
    let indices = (0..<batch).shuffled()
    return try await timeOfProcess(batches * batch) {
      for _ in 0..<batches {
        let tokens = (0..<batch).map { _ in observe() }
        for index in indices { dispose(tokens[index]) }
        try await waitUntilReleased(last())
      }
    }
  }
}

private final class Captured {}
