import Dispatch
import KalugaArchitecture

/// Posts from another thread to the main actor: none lost, in order.
@MainActor
enum BackgroundPostRows {
  private static let floor = "mutex, buffer, one drain"
  private static let one = "one subject"
  private static let two = "two subjects in turns"

  static var rows: [Row] {
    [
      Row(
        "background → main posts, lossless, in order",
        goals: [
          Goal(one, .atMost(3, times: floor), accepting: 14, because: Reasons.posts),
          Goal(two, .atMost(3, times: one)),
        ],
        [
          Contestant(floor) { effort in
            let arrivals = Arrivals(effort.operations(100_000))
            let buffer = DrainedBuffer { arrivals.note($0) }
            return try await arrivals.time { buffer.post($0) }
          },
          Contestant(one) { effort in
            let arrivals = Arrivals(effort.operations(100_000))
            let subject = InitializedSubject(wrappedValue: 0)
            let token = subject.observe { arrivals.note($0) }
            defer { token.dispose() }
            return try await arrivals.time { subject.post($0) }
          },
          Contestant(two) { effort in
            let arrivals = Arrivals(effort.operations(100_000))
            let even = InitializedSubject(wrappedValue: 0)
            let odd = InitializedSubject(wrappedValue: 0)
            let tokens = [even, odd].map { $0.observe { arrivals.note($0) } }
            defer { for token in tokens { token.dispose() } }
            return try await arrivals.time { ($0.isMultiple(of: 2) ? even : odd).post($0) }
          },
          Contestant("DispatchQueue.main.async", isPeer: true) { effort in
            let arrivals = Arrivals(effort.operations(10_000))
            return try await arrivals.time { value in
              DispatchQueue.main.async { arrivals.note(value) }
            }
          },
          Contestant("Task { @MainActor in }", isPeer: true) { effort in
            let arrivals = Arrivals(effort.operations(10_000))
            return try await arrivals.time { value in Task { @MainActor in arrivals.note(value) } }
          },
        ]
      )
    ]
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
