import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SequenceRecorderTests {
  private struct Failure: Error, CustomStringConvertible {
    let description = "no network"
  }

  /// Not `Sendable`, and neither are its elements.
  private final class Box {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  @Test func `a flow is recorded from the moment at which the recorder is there`() async throws {
    let flow = MutableSharedFlow<Int>(extraBuffer: 8)
    let recorder = ValueRecorder(following: flow)
    #expect(flow.subscriptionCount.value == 1)
    for number in 1...3 { #expect(flow.tryEmit(number)) }
    try await #expect(recorder.next() == 1)
    try await recorder.skip()
    try await #expect(recorder.next() == 3)
    recorder.expectNothing()
    #expect(recorder.values == [1, 2, 3])
  }

  @Test func `a state flow gives its current value first, and the newest at the end`() async throws
  {
    let flow = MutableStateFlow(0)
    let recorder = ValueRecorder(following: flow)
    try await #expect(recorder.next() == 0)
    for number in 1...100 { flow.value = number }
    try await #expect(recorder.next { $0 == 100 } == 100)
  }

  @Test func `events of a channel are taken once`() async throws {
    let channel = EventChannel<String>()
    channel.send("early")
    let recorder = ValueRecorder(following: channel)
    try await #expect(recorder.next() == "early")
    channel.send("late")
    try await #expect(recorder.next() == "late")
  }

  @Test func `any sequence is recorded, also one of what is not Sendable`() async throws {
    let (stream, continuation) = AsyncStream<Box>.makeStream()
    let recorder = ValueRecorder(following: stream)
    continuation.yield(Box(7))
    try await #expect(recorder.next().number == 7)
    continuation.finish()
    await recorder.expectEnd()
  }

  @Test func `the end and an error are awaited`() async throws {
    let (ending, end) = AsyncStream<Int>.makeStream()
    let finished = ValueRecorder(following: ending)
    end.finish()
    await finished.expectEnd()
    await finished.expectEnd()

    let (failing, failure) = AsyncThrowingStream<Int, any Error>.makeStream()
    let failed = ValueRecorder(following: failing)
    failure.yield(1)
    failure.finish(throwing: Failure())
    try await failed.skip()
    let error = try await failed.expectFailure()
    #expect(error is Failure)
  }

  @Test func `a recorder that stops or is released frees its consumer`() async throws {
    let flow = MutableStateFlow(0)
    let stopped = ValueRecorder(following: flow, limit: .milliseconds(20))
    var released: ValueRecorder<Int>? = ValueRecorder(following: flow)
    try await released?.skip()
    #expect(flow.subscriptionCount.value == 2)
    try await stopped.skip()
    stopped.stop()
    released = nil
    _ = try await flow.subscriptionCount.first { $0 == 0 }
    // That it was stopped is not the end of the flow.
    #expect(await failureText { await stopped.expectEnd() }?.contains("found nothing") == true)
  }

  // MARK: What failures say

  @Test func `each call says what it waited for, what came instead and what came before`() async {
    let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    let recorder = ValueRecorder(following: stream, limit: .milliseconds(20))
    continuation.yield(1)
    #expect(
      await failureText { await recorder.expectEnd(fileID: "Tests/T.swift", line: 7) }
        == "Tests/T.swift:7: expectEnd: expected nothing but the end, found the value 1: "
        + "take it with expect, next or skip\nSo far came [1]"
    )
    let more = failureText { recorder.expectNothing(fileID: "Tests/T.swift", line: 7) }
    #expect(
      more
        == "Tests/T.swift:7: expectNothing: expected nothing more, found [1]: take it with expect, next or skip"
    )
    #expect(
      await failureText { try await recorder.skip(3, fileID: "Tests/T.swift", line: 7) }
        == "Tests/T.swift:7: skip: expected value 2 of 3, found nothing within 0.02 seconds: check "
        + "what should send it, or give the recorder a longer limit\nSo far came [1]"
    )
    #expect(
      await failureText { await recorder.expectEnd(fileID: "Tests/T.swift", line: 7) }
        == "Tests/T.swift:7: expectEnd: expected the end, found nothing within 0.02 seconds: check "
        + "what should send it, or give the recorder a longer limit\nSo far came [1]"
    )
    continuation.finish(throwing: Failure())
    #expect(
      await failureText { _ = try await recorder.next(fileID: "Tests/T.swift", line: 7) }
        == "Tests/T.swift:7: next: expected a value, found the error no network: check what "
        + "throws it, or look at it with expectFailure\nSo far came [1]"
    )
    #expect(
      await failureText { await recorder.expectEnd(fileID: "Tests/T.swift", line: 7) }
        == "Tests/T.swift:7: expectEnd: expected the end, found the error no network: check what "
        + "throws it, or look at it with expectFailure\nSo far came [1]"
    )
  }

  @Test func `a sequence that has ended is not waited for`() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let recorder = ValueRecorder(following: stream, limit: .seconds(3600))
    continuation.finish()
    #expect(
      await failureText { _ = try await recorder.next(fileID: "Tests/T.swift", line: 7) { $0 > 1 } }
        == "Tests/T.swift:7: next(where:): expected a fitting value, found the end: check what "
        + "ends it, or look at it with expectEnd\nSo far came []"
    )
    #expect(
      await failureText { try await recorder.expectFailure(fileID: "Tests/T.swift", line: 7) }
        == "Tests/T.swift:7: expectFailure: expected an error, found the end: check what ends it, "
        + "or look at it with expectEnd\nSo far came []"
    )
  }
}
