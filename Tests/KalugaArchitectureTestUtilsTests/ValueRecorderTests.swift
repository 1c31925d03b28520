import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ValueRecorderTests {
  private let subject = InitializedSubject(wrappedValue: 0)

  // MARK: Observables

  @Test func `the current value arrives first, then each new one, including nil`() async throws {
    let subject = InitializedSubject<Int?>(wrappedValue: nil)
    let recorder = ValueRecorder(subject)
    let texts = ValueRecorder(subject.map { "\($0 ?? 0)" })
    subject.current = 1
    subject.current = nil
    #expect(try await recorder.next() == nil)
    #expect(try await recorder.next() == 1)
    #expect(recorder.pending == [nil])
    #expect(try await recorder.next() == nil)
    recorder.expectNothing()
    #expect(recorder.values == [nil, 1, nil])
    #expect(texts.values == ["0", "1", "0"])
  }

  @Test func `a matching value is taken together with all values before it`() async throws {
    let recorder = ValueRecorder(subject)
    for number in 1...5 { subject.current = number }
    #expect(try await recorder.next { $0 > 2 } == 3)
    #expect(recorder.pending == [4, 5])
    #expect(recorder.values == [0, 1, 2, 3, 4, 5])
    let later = Task { @MainActor in try await recorder.next { $0 == 8 } }
    for number in 6...9 {
      await mainActorQueueDrained()
      subject.current = number
    }
    #expect(try await later.value == 8)
    #expect(recorder.pending == [9])
  }

  @Test func `waiting tasks get one value each, even if it was posted`() async throws {
    let recorder = ValueRecorder(subject)
    try await recorder.skip()
    let tasks = (0..<2).map { _ in Task { @MainActor in try await recorder.next() } }
    await mainActorQueueDrained()
    subject.current = 1
    await Task.detached { [subject] in subject.post(7) }.value
    #expect(Set([try await tasks[0].value, try await tasks[1].value]) == [1, 7])
  }

  @Test func `a limit may be zero or the longest possible duration`() async throws {
    #expect(try await ValueRecorder(subject, limit: .zero).next() == 0)
    let numbers = ValueRecorder(subject, limit: .seconds(Int64.max))
    let writer = Task { @MainActor in subject.current = 1 }
    await numbers.expect(0, 1)
    await writer.value
  }

  @Test func `a stopped recorder keeps its values`() async throws {
    let recorder = ValueRecorder(subject)
    subject.current = 1
    recorder.stop()
    subject.current = 2
    #expect(recorder.values == [0, 1])
    #expect(try await recorder.next() == 0)
  }

  @Test func `a recorder without owners is released`() async {
    await expectReleased {
      let recorder = ValueRecorder(subject)
      subject.current = 1
      return recorder
    }
    subject.current = 2
  }

  // MARK: Sequences

  @Test func `a flow is recorded as soon as the recorder exists`() async throws {
    let flow = MutableSharedFlow<Int>(extraBuffer: 8)
    let recorder = ValueRecorder(following: flow)
    #expect(flow.subscriptionCount.value == 1)
    for number in 1...3 { #expect(flow.tryEmit(number)) }
    await recorder.expect(1, 2, 3)
    recorder.expectNothing()
  }

  @Test func `a state flow delivers its current value first and its newest last`() async throws {
    let flow = MutableStateFlow(0)
    let recorder = ValueRecorder(following: flow)
    await recorder.expect(0)
    for number in 1...100 { flow.value = number }
    try await #expect(recorder.next { $0 == 100 } == 100)
  }

  /// A sequence that is not `Sendable`, with elements that are not `Sendable` either.
  private final class Box {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  @Test func `any sequence is recorded up to its end or its error`() async throws {
    let (ending, end) = AsyncStream<Box>.makeStream()
    let finished = ValueRecorder(following: ending)
    end.yield(Box(7))
    try await #expect(finished.next().number == 7)
    end.finish()
    await finished.expectEnd()
    await finished.expectEnd()

    let (failing, failure) = AsyncThrowingStream<Int, any Error>.makeStream()
    let failed = ValueRecorder(following: failing)
    failure.yield(1)
    failure.finish(throwing: NavigationError.noHost(action: "test"))
    try await failed.skip()
    #expect(try await failed.expectFailure() is NavigationError)
  }

  @Test func `a stopped or released recorder releases its consumer`() async throws {
    let flow = MutableStateFlow(0)
    let stopped = ValueRecorder(following: flow)
    var released: ValueRecorder<Int>? = ValueRecorder(following: flow)
    try await released?.skip()
    #expect(flow.subscriptionCount.value == 2)
    stopped.stop()
    released = nil
    _ = try await flow.subscriptionCount.first { $0 == 0 }
  }
}
