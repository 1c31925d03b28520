import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// A way for tasks to wait, and a way to wake all of them.
struct Waking: Sendable, CustomTestStringConvertible {
  struct Place: Sendable {
    let clock = ManualClock()
    let moment = ManualClock.Instant(offset: .seconds(1))
    let gate = Gate()
    let promise = NavigationPromise<Int>()
    let state = MutableStateFlow(0)
    let shared = MutableSharedFlow<Int>(extraBuffer: 1)
  }

  let testDescription: String
  let wait: @MainActor @Sendable (Place) async throws -> Void
  let wake: @MainActor @Sendable (Place) -> Void

  static let all = [
    Waking(testDescription: "sleepers of one moment") {
      try await $0.clock.sleep(until: $0.moment)
    } wake: {
      $0.clock.advance(by: .seconds(1))
    },
    Waking(testDescription: "tasks at a gate") {
      try await $0.gate.pass()
    } wake: {
      $0.gate.open()
    },
    Waking(testDescription: "waiters of a result") {
      _ = await $0.promise.ticket.outcome
    } wake: {
      $0.promise.settle(.finished(1))
    },
    Waking(testDescription: "consumers of a state flow") {
      for await value in $0.state where value > 0 { break }
    } wake: {
      $0.state.value = 1
    },
    Waking(testDescription: "consumers of a shared flow") {
      for await _ in $0.shared { break }
    } wake: {
      _ = $0.shared.tryEmit(1)
    },
  ]
}
