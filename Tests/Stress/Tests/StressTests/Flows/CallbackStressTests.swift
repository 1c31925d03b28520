import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Races the ends of a callback API, and tests releases that use their own subject.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct CallbackStressTests {
  @Test(arguments: [true, false])
  func `answer, cancellation and release race, and exactly one of them wins`(
    isAnswered: Bool
  ) async throws {
    try await race(rounds: 1_000) { round, delay in
      let stops = Tally()
      let kept = Locked<CallbackReply<Int>?>(nil)
      let line = StartLine()
      let started = Gate()
      let caller = Task.detached {
        try await withCallback { (reply: CallbackReply<Int>) in
          reply.onCancel { stops.add() }
          kept.withLock { $0 = reply }
          started.open()
        }
      }
      try await started.pass()
      let api = Task.detached {
        let reply = kept.withLock { $0.take() }
        line.meet()
        if isAnswered { reply?.resume(returning: round) }
      }
      line.meet()
      delay()
      caller.cancel()
      await api.value
      switch await caller.result {
      case .success(let value): #expect(isAnswered && value == round && stops.value == 0)
      case .failure(let error as CallbackError):
        #expect(!isAnswered && error.reason == .neverAnswered && stops.value == 0)
      case .failure(let error): #expect(error is CancellationError && stops.value == 1)
      }
      return stops.value == 0
    }
  }

  @Test @MainActor func `the release of a posted value may use the subject`() async {
    let first = Probe()
    let released = Log<Int>()
    let subject = InitializedSubject(wrappedValue: first, changePolicy: .by { $0 === $1 })
    let other = InitializedSubject(wrappedValue: 0)
    @Sendable nonisolated func makeValue(_ generation: Int) -> Probe {
      Probe {
        released.append(generation)
        other.post(generation)
        if generation > 0 { subject.post(makeValue(generation - 1)) }
        guard MainQueueMark.isOnMainQueue else { return }
        MainActor.assumeIsolated { if generation == 1 { subject.current = first } }
      }
    }
    let observation = subject.observe { _ in }
    await withTaskGroup { group in
      for _ in 0..<3 {
        group.addTask { for _ in 0..<200 { subject.post(makeValue(2)) } }
      }
      for _ in 0..<30 {
        await mainActorQueueDrained()
        subject.current = first
      }
    }
    // Each value posts a second one when it is released, and the second posts a third.
    await until(released.count >= 600 * 3 - 1)
    subject.current = first
    await until(released.count == 600 * 3)
    #expect(released.all.count { $0 == 0 } == 600)
    observation.dispose()
  }
}
