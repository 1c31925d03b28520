import KalugaArchitecture
import OpenCombine

/// Observing and disposing beside observers that stay, until the disposed ones are released.
@MainActor
enum ObserveRows {
  /// In which order the observers are disposed.
  enum Order: String, CaseIterable {
    /// Each one before the next is added.
    case pair
    case fifo, lifo, random

    func indices(_ count: Int) -> [Int] {
      var indices = Array(0..<count)
      var random = SplitMix(seed: 7)
      switch self {
      case .pair, .fifo: break
      case .lifo: indices.reverse()
      case .random: indices.shuffle(using: &random)
      }
      return indices
    }
  }

  static var rows: [Row] {
    Order.allCases.map { order in
      Row(
        "observe + dispose, \(order)",
        goals: [
          inTime("0 stay"),
          inTime("1000 stay"),
          Goal("1000 stay", .atMost(1.5, times: "0 stay")),
          Goal("10000 stay", .atMost(1.5, times: "1000 stay")),
        ],
        [0, 1_000, 10_000].map { stay in
          Contestant("\(stay) stay") { try await subject(stay, order, $0.operations(20)) }
        } + [openCombine(order)]
      )
    }
  }

  private static func inTime(_ name: String) -> Goal {
    Goal(name, .limit(400), accepting: 5, because: Reasons.deferredRemoval)
  }

  private static let batch = 1_000

  private static func subject(
    _ stay: Int,
    _ order: Order,
    _ batches: Int
  ) async throws -> Double {
    let sink = Sink()
    let seen = sink.seen
    let subject = opaque(InitializedSubject(wrappedValue: 0))
    let bag = DisposeBag()
    for index in 0..<stay {
      // Delivery must keep the order of registration: each observer finds what the one before has left.
      bag.add(
        subject.observe { v in
          if v != 0, seen.pointee.last == index { seen.pointee.last += 1 }
          seen.pointee.count += 1
        }
      )
    }
    let cost = try await measure(batches, order) {
      subject.observe { _ in seen.pointee.count += 1 }
    } dispose: {
      $0.dispose()
    } last: {
      let captured = Captured()
      subject.observe { _ in withExtendedLifetime(captured) {} }.dispose()
      return WeakReference(captured)
    }
    try require("calls at observation", seen.pointee.count, stay + batches * batch)
    sink.reset()
    subject.current = 1
    try sink.check("\(stay) stay, in order", count: stay, last: stay)
    return cost
  }

  private static func openCombine(_ order: Order) -> Contestant {
    Contestant("\(Names.openCombine), 1000 stay", isPeer: true) { effort in
      let sink = Sink()
      let seen = sink.seen
      let subject = opaque(DistinctSubject(0, observers: 1_001))
      let staying = (0..<1_000).map { _ in
        subject.output.follow { _ in seen.pointee.count += 1 }
      }
      let batches = effort.operations(5)
      let cost = try await measure(batches, order) {
        subject.output.follow { _ in seen.pointee.count += 1 }
      } dispose: {
        $0.cancel()
      } last: {
        WeakReference(nil)
      }
      try require("calls at observation", seen.pointee.count, 1_000 + batches * batch)
      sink.reset()
      subject.input.value = 1
      try require("OpenCombine, notifications", seen.pointee.count, 1_000)
      withExtendedLifetime(staying) {}
      return cost
    }
  }

  /// Measures batches of observations.
  ///
  /// `last` observes and disposes once more, behind a batch. When what that observer captured is released,
  /// the whole batch is.
  private static func measure<Token>(
    _ batches: Int,
    _ order: Order,
    observe: () -> Token,
    dispose: (Token) -> Void,
    last: () -> WeakReference
  ) async throws -> Double {
    let indices = order.indices(batch)
    var tokens: [Token] = []
    tokens.reserveCapacity(batch)
    return try await timeOfProcess(batches * batch) {
      for _ in 0..<batches {
        if order == .pair {
          for _ in 0..<batch { dispose(observe()) }
        } else {
          for _ in 0..<batch { tokens.append(observe()) }
          for index in indices { dispose(tokens[index]) }
          tokens.removeAll(keepingCapacity: true)
        }
        try await waitUntilReleased(last())
      }
    }
  }
}

private final class Captured {}
