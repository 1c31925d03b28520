import KalugaArchitectureTestUtils
import Testing

/// Tests calls that wait until the test lets them continue.
@Suite(.timeLimit(.minutes(5)))
struct MockGateTests {
  private let fetch = MockFunction<User, Int>("fetch")

  @Test func `a gate reports the call and holds it until it is opened`() async throws {
    let save = MockFunction<Void, Int, String>("save")
    let gate = save.on(.equal(7), .any).awaits()
    let saving = Task { try await save.callAsync(7, "a") }
    #expect(try await gate.arrival() == (7, "a"))
    save.verify(.equal(7), .any)
    gate.open()
    try await saving.value
    #expect(try await gate.arrival() == (7, "a"))
  }

  @Test func `all calls wait for the first opening, and later calls do not wait`() async throws {
    let fetch = fetch
    let gate = fetch.onAnyCall.awaits()
    let users = Task {
      async let first = fetch.callAsync(1)
      async let second = fetch.callAsync(2)
      return try await [first, second]
    }
    await fetch.verify(.any, times: 2, within: .seconds(60))
    gate.open(returning: ada)
    gate.open(returning: bob)
    gate.open(throwing: LoadError.none)
    try await #expect(users.value == [ada, ada])
    try await #expect(fetch.callAsync(3) == ada)
  }

  private enum End: CaseIterable {
    case error, cancellation, resetStubs
  }

  @Test(arguments: End.allCases)
  private func `a waiting call ends with an error, by its cancellation, or after a reset`(
    _ end: End
  ) async throws {
    let fetch = fetch
    let gate = fetch.onAnyCall.awaits()
    let user = Task { try await fetch.callAsync(1) }
    _ = try await gate.arrival()
    switch end {
    case .error:
      gate.open(throwing: LoadError.offline)
      await #expect(throws: LoadError.offline) { try await user.value }
    case .cancellation:
      user.cancel()
      await #expect(throws: CancellationError.self) { try await user.value }
    case .resetStubs:
      fetch.reset()
      gate.open(returning: ada)
      try await #expect(user.value == ada)
    }
  }
}
