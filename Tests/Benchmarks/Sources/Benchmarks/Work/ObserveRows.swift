import KalugaArchitecture
import OpenCombine

/// Observing and disposing, on top of observers that stay.
@MainActor
enum ObserveRows {
  /// In which order what was observed is disposed.
  enum Order: String, CaseIterable {
    /// Each at once.
    case pair
    case fifo, lifo, random
  }

  static var rows: [Row] {
    Order.allCases.map { order in
      Row(
        "observe + dispose, \(order)",
        goals: [0, 1_000, 10_000].map { Goal("\($0) stay", .limit(300)) } + [
          Goal("10000 stay", .atMost(1.5, times: "1000 stay"))
        ],
        [0, 1_000, 10_000].map { stay in
          Contestant("\(stay) stay") { try subject(stay, order, $0.operations(20)) }
        } + [openCombine(order)]
      )
    }
  }

  private static let batch = 1_000

  private static func subject(_ stay: Int, _ order: Order, _ batches: Int) throws -> Double {
    let sink = Sink()
    let seen = sink.seen
    let subject = opaque(InitializedSubject(wrappedValue: 0))
    let bag = DisposeBag()
    for index in 0..<stay {
      // Delivery must stay in the order of registration: each finds what the one before has left.
      bag.add(
        subject.observe { v in
          if v != 0, seen.pointee.last == index { seen.pointee.last += 1 }
          seen.pointee.count += 1
        }
      )
    }
    let cost = measure(batches, order) {
      subject.observe { _ in seen.pointee.count += 1 }
    } dispose: {
      $0.dispose()
    }
    try require("calls at observation", seen.pointee.count, stay + batches * batch)
    sink.reset()
    subject.current = 1
    try sink.check("\(stay) stay, in order", count: stay, last: stay)
    return cost
  }

  private static func openCombine(_ order: Order) -> Contestant {
    Contestant("OpenCombine, 1000 stay", isPeer: true) { effort in
      let sink = Sink()
      let seen = sink.seen
      let subject = opaque(CurrentValueSubject<Int, Never>(0))
      let staying = (0..<1_000).map { _ in
        subject.removeDuplicates().sink { _ in seen.pointee.count += 1 }
      }
      let batches = effort.operations(5)
      let cost = measure(batches, order) {
        subject.removeDuplicates().sink { _ in seen.pointee.count += 1 }
      } dispose: {
        $0.cancel()
      }
      try require("calls at observation", seen.pointee.count, 1_000 + batches * batch)
      sink.reset()
      subject.value = 1
      try require("OpenCombine, notifications", seen.pointee.count, 1_000)
      withExtendedLifetime(staying) {}
      return cost
    }
  }

  @inline(__always)
  private static func measure<Token>(
    _ batches: Int,
    _ order: Order,
    observe: () -> Token,
    dispose: (Token) -> Void
  ) -> Double {
    var random = SplitMix(seed: 7)
    var indices = Array(0..<batch)
    switch order {
    case .pair, .fifo: break
    case .lifo: indices.reverse()
    case .random: indices.shuffle(using: &random)
    }
    var tokens: [Token] = []
    tokens.reserveCapacity(batch)
    return time(batches * batch) {
      for _ in 0..<batches {
        if order == .pair {
          for _ in 0..<batch { dispose(observe()) }
        } else {
          for _ in 0..<batch { tokens.append(observe()) }
          for index in indices { dispose(tokens[index]) }
          tokens.removeAll(keepingCapacity: true)
        }
      }
    }
  }
}
