import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@Suite(.timeLimit(.minutes(5)))
struct MockAsyncTests {
  private let fetch = MockFunction<User, Int>("fetch")

  @Test func `an asynchronous call takes every answer`() async throws {
    fetch.on(.equal(1)).returns(ada)
    fetch.on(.equal(2)).throws(LoadError.offline)
    fetch.on(.equal(3)).answers { User(name: "\($0)") }
    fetch.on(.equal(4)).answersAsync { id in
      await Task {}.value
      return User(name: "later \(id)")
    }
    try await #expect(fetch.callAsync(1) == ada)
    await #expect(throws: LoadError.offline) { try await fetch.callAsync(2) }
    try await #expect(fetch.callAsync(3) == User(name: "3"))
    try await #expect(fetch.callAsync(4) == User(name: "later 4"))
    #expect(fetch.calls == [1, 2, 3, 4])
  }

  @Test func `a call that cannot wait says so for an answer that must`() {
    fetch.on(.any).answersAsync { _ in ada }
    #expect(
      message { try fetch.call(7) } == """
        fetch(7): the stub that fits best has an answer to wait for: \
        mock the function with callAsync, or stub it with returns, throws or answers
        """
    )
  }

  @Test func `an asynchronous call without a stub throws and counts`() async {
    let text = await message { try await fetch.callAsync(7) }
    #expect(text.hasPrefix("fetch(7): no stub fits, and there is no default; stubs: none."))
    #expect(fetch.calls == [7])
  }

  @MainActor
  @Test func `an asynchronous answer may run on the main actor`() async throws {
    fetch.on(.any).answersAsync { @MainActor _ in
      MainActor.assertIsolated()
      return ada
    }
    try await #expect(fetch.callAsync(7) == ada)
  }

  // MARK: The gate

  @Test func `a gate tells of the call and decides when it goes on`() async throws {
    let mock = UserLoaderMock()
    let gate = mock.fetch.on(.equal(7)).awaits()
    let user = Task { try await mock.fetch(7) }
    try await #expect(gate.arrival() == 7)
    mock.fetch.verify(.equal(7))
    gate.open(returning: ada)
    try await #expect(user.value == ada)
    try await #expect(gate.arrival() == 7)
  }

  @Test func `all calls wait for one opening, and later ones do not wait`() async throws {
    let fetch = fetch
    let gate = fetch.onAnyCall.awaits()
    let users = Task {
      async let first = fetch.callAsync(1)
      async let second = fetch.callAsync(2)
      return try await [first, second]
    }
    await fetch.verify(calls: 2, within: .seconds(60))
    gate.open(returning: ada)
    gate.open(returning: bob)
    gate.open(throwing: LoadError.none)
    try await #expect(users.value == [ada, ada])
    try await #expect(fetch.callAsync(3) == ada)
  }

  @Test func `a gate lets calls throw`() async throws {
    let fetch = fetch
    let gate = fetch.onAnyCall.awaits()
    let user = Task { try await fetch.callAsync(1) }
    _ = try await gate.arrival()
    gate.open(throwing: LoadError.offline)
    await #expect(throws: LoadError.offline) { try await user.value }
  }

  @Test func `a gate that is open before the call holds nobody`() async throws {
    let save = MockFunction<Void, Int, String>("save")
    let gate = save.onAnyCall.awaits()
    gate.open()
    try await save.callAsync(1, "a")
    let (id, text) = try await gate.arrival()
    #expect(id == 1 && text == "a")
  }

  @Test func `a call that is cancelled at the gate ends`() async throws {
    let fetch = fetch
    let gate = fetch.onAnyCall.awaits()
    let user = Task { try await fetch.callAsync(1) }
    _ = try await gate.arrival()
    user.cancel()
    await #expect(throws: CancellationError.self) { try await user.value }
  }

  @Test func `a call at the gate gets its answer though the stub is gone`() async throws {
    let fetch = fetch
    let gate = fetch.onAnyCall.awaits()
    let user = Task { try await fetch.callAsync(1) }
    _ = try await gate.arrival()
    fetch.reset()
    gate.open(returning: ada)
    try await #expect(user.value == ada)
  }

  @Test func `a gate to which no call comes says so`() async {
    let gate = fetch.on(.equal(7)).awaits()
    let text = await message { _ = try await gate.arrival(within: .milliseconds(20)) }
    #expect(
      text == """
        fetch(7): no call came to the gate within 0.02 seconds: let the code under test call it, \
        or look for a stub that answers before this one
        """
    )
  }

  // MARK: Verifying within a time

  @Test func `what holds already is verified at once`() async throws {
    fetch.onAnyCall.returns(ada)
    await fetch.verify(calls: .never, within: .zero)
    try await fetch.callAsync(7)
    await fetch.verify(.equal(7), within: .zero)
    await fetch.verify(.any, times: .atLeast(1), within: .seconds(60))
  }

  @Test func `what becomes true is verified when it does`() async throws {
    let fetch = fetch
    fetch.onAnyCall.returns(ada)
    let id = Captor<Int>()
    let verification = Task {
      await fetch.verify(.capture(id, where: .notEqual(8)), times: 2, within: .seconds(60))
    }
    try await fetch.callAsync(7)
    try await fetch.callAsync(8)
    try await fetch.callAsync(9)
    await verification.value
    #expect(id.values == [7, 9])
  }

  @MainActor
  @Test func `a count that was right for one moment is not missed`() async throws {
    let fetch = fetch
    fetch.onAnyCall.returns(ada)
    let id = Captor<Int>()
    let verification = Task { @MainActor in
      await fetch.verify(.capture(id), times: 2, within: .seconds(60))
    }
    // Jobs of the main actor run in order: after this one the verification waits.
    await Task { @MainActor in }.value
    for number in 1...5 { try fetch.call(number) }
    await verification.value
    #expect(id.values == [1, 2])
  }

  @Test func `what does not become true fails after the limit`() async throws {
    fetch.onAnyCall.returns(ada)
    try await fetch.callAsync(7)
    let text = await message {
      await fetch.verify(.any, times: 2, within: .milliseconds(20))
    }
    #expect(
      text == """
        fetch(any): expected 2 calls within 0.02 seconds, found 1; \
        all calls of fetch, with * where they fit:
          * (7)
        Correct the code under test, or the matchers or the count of this verification
        """
    )
  }

  @Test func `too many calls fail without waiting`() async throws {
    fetch.onAnyCall.returns(ada)
    for id in 1...3 { try await fetch.callAsync(id) }
    let text = await message { await fetch.verify(calls: 2, within: .seconds(1_000_000)) }
    #expect(text.hasPrefix("fetch(any): expected 2 calls, found 3;"))
  }

  @MainActor
  @Test func `a verification that waits counts anew after a reset`() async throws {
    let fetch = fetch
    fetch.onAnyCall.returns(ada)
    try fetch.call(1)
    let id = Captor<Int>()
    let verification = Task { @MainActor in
      await fetch.verify(.capture(id), times: 2, within: .seconds(60))
    }
    await Task { @MainActor in }.value
    fetch.resetCalls()
    try fetch.call(2)
    try fetch.call(3)
    await verification.value
    #expect(id.values == [2, 3])
  }
}
