import Dispatch
import KalugaArchitecture

/// Posts from another thread to the main actor: none lost, in order.
@MainActor
enum BackgroundPostRows {
  private static let dispatch = "DispatchQueue.main.async"

  static var posts: Row {
    Row(
      "background → main posts, lossless, in order",
      isRace: true,
      goals: [Goal(atMost: 0.5, times: dispatch, accepting: 5, because: Reasons.posts)],
      [
        Contestant("mutex, buffer, one drain") {
          let arrivals = Arrivals(100_000)
          let buffer = DrainedBuffer { arrivals.note($0) }
          return try await arrivals.time { buffer.post($0) }
        },
        Contestant(Names.toolkit) {
          let arrivals = Arrivals(100_000)
          let subject = InitializedSubject(wrappedValue: 0)
          let token = subject.observe { arrivals.note($0) }
          defer { token.dispose() }
          return try await arrivals.time { subject.post($0) }
        },
        Contestant(dispatch) {
          let arrivals = Arrivals(10_000)
          return try await arrivals.time { value in
            DispatchQueue.main.async { arrivals.note(value) }
          }
        },
      ]
    )
  }
}

/// Counts what arrives on the main actor, and what arrives out of order.
@MainActor
private final class Arrivals {
  private let expected: Int
  private var last = 0
  private var count = 0
  private var inversions = 0
  private let done = MutableStateFlow(false)

  init(_ expected: Int) {
    self.expected = expected
  }

  func note(_ value: Int) {
    // The first value of a subject.
    if value == 0 { return }
    if value < last { inversions += 1 }
    last = value
    count += 1
    if count == expected { done.value = true }
  }

  func time(_ post: @escaping @Sendable (Int) -> Void) async throws -> Double {
    let expected = expected
    let cost = try await Benchmarks.time(expected) {
      await Task.detached { for i in 1...expected { post(i) } }.value
      _ = try await done.asStateFlow().first { $0 }
    }
    try require("values that arrived", count, expected)
    try require("inversions", inversions, 0)
    return cost
  }
}
