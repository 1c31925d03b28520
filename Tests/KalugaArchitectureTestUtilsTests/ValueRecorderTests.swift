import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
struct ValueRecorderTests {
  private let subject = InitializedSubject(wrappedValue: 0)

  @Test func `the current value comes first`() async throws {
    let recorder = ValueRecorder(subject)
    #expect(recorder.values == [0])
    #expect(try await recorder.next() == 0)
  }

  @Test func `values come in order and each once`() async throws {
    let recorder = ValueRecorder(subject)
    subject.current = 1
    subject.current = 2
    #expect(try await recorder.next() == 0)
    #expect(try await recorder.next() == 1)
    #expect(recorder.pending == [2])
    #expect(try await recorder.next() == 2)
    #expect(recorder.pending.isEmpty)
    #expect(recorder.values == [0, 1, 2])
  }

  @Test func `next waits for what has not come`() async throws {
    let recorder = ValueRecorder(subject)
    _ = try await recorder.next()
    let next = Task { @MainActor in try await recorder.next() }
    await Task { @MainActor in }.value
    subject.current = 1
    #expect(try await next.value == 1)
  }

  @Test func `a value that is posted from elsewhere comes too`() async throws {
    let recorder = ValueRecorder(subject)
    _ = try await recorder.next()
    await Task.detached { [subject] in subject.post(7) }.value
    #expect(try await recorder.next() == 7)
  }

  @Test func `what fits is taken together with what came before it`() async throws {
    let recorder = ValueRecorder(subject)
    for number in 1...5 { subject.current = number }
    #expect(try await recorder.next { $0 > 2 } == 3)
    #expect(recorder.pending == [4, 5])
    #expect(recorder.values == [0, 1, 2, 3, 4, 5])
  }

  @Test func `a wait for what fits goes on until it comes`() async throws {
    let recorder = ValueRecorder(subject)
    let next = Task { @MainActor in try await recorder.next { $0 == 3 } }
    await Task { @MainActor in }.value
    for number in 1...4 {
      subject.current = number
      await Task { @MainActor in }.value
    }
    #expect(try await next.value == 3)
    #expect(recorder.pending == [4])
  }

  @Test func `two tasks that wait get one value each`() async throws {
    let recorder = ValueRecorder(subject, limit: .seconds(2))
    _ = try await recorder.next()
    let first = Task { @MainActor in try await recorder.next() }
    let second = Task { @MainActor in try await recorder.next() }
    await Task { @MainActor in }.value
    subject.current = 1
    subject.current = 2
    #expect(Set([try await first.value, try await second.value]) == [1, 2])
  }

  // MARK: Giving up

  @Test func `the error says how long it waited, what came before and where`() async throws {
    let recorder = ValueRecorder(subject, limit: .milliseconds(20))
    subject.current = 1
    let error = await failureText {
      _ = try await recorder.next(fileID: "Tests/File.swift", line: 7) { $0 == 9 }
    }
    #expect(
      error
        == "Tests/File.swift:7: next(where:): expected a fitting value, found nothing "
        + "within 0.02 seconds: check what should send it, or give the recorder a longer limit\n"
        + "So far came [0, 1]"
    )
  }

  @Test func `the place of an error is the call in the test`() async {
    let recorder = ValueRecorder(subject, limit: .milliseconds(20))
    _ = try? await recorder.next()
    let line: UInt = #line + 1
    let error = await failureText { _ = try await recorder.next() }
    #expect(error?.contains("ValueRecorderTests.swift:\(line): next: ") == true)
  }

  @Test func `a recorder goes on after it gave up`() async throws {
    let recorder = ValueRecorder(subject, limit: .milliseconds(20))
    _ = try await recorder.next()
    #expect(await failureText { _ = try await recorder.next() } != nil)
    subject.current = 1
    #expect(try await recorder.next() == 1)
  }

  @Test func `what is there needs no time`() async throws {
    let recorder = ValueRecorder(subject, limit: .zero)
    #expect(try await recorder.next() == 0)
    #expect(await failureText { _ = try await recorder.next() } != nil)
  }

  // MARK: The end

  @Test func `a recorder that was stopped keeps what came`() async throws {
    let recorder = ValueRecorder(subject)
    subject.current = 1
    recorder.stop()
    subject.current = 2
    #expect(recorder.values == [0, 1])
    #expect(try await recorder.next() == 0)
  }

  @Test func `a recorder that is dropped neither stays nor keeps what it recorded`() async {
    weak let recorder: ValueRecorder<Int>?
    do {
      let kept = ValueRecorder(subject)
      recorder = kept
      subject.current = 1
      withExtendedLifetime(kept) {}
    }
    #expect(recorder == nil)
    subject.current = 2
  }

  // MARK: Kaluga's CustomUIThreadViewModelTest

  @Test func `derived values and subjects are recorded alike`() async throws {
    let text = subject.map { "\($0)" }
    let texts = ValueRecorder(text)
    let numbers = ValueRecorder(subject)
    subject.current = 2
    subject.current = 3
    #expect(texts.values == ["0", "2", "3"])
    #expect(numbers.values == [0, 2, 3])
  }

  @Test func `optional values tell nil from nothing`() async throws {
    let optional = InitializedSubject<Int?>(wrappedValue: nil)
    let recorder = ValueRecorder(optional)
    #expect(try await recorder.next() == nil)
    optional.current = 1
    optional.current = nil
    #expect(recorder.pending == [1, nil])
  }

  @Test func `values that do not fit do not put off the end of a wait`() async throws {
    let subject = InitializedSubject(wrappedValue: 0)
    let numbers = ValueRecorder(subject, limit: .milliseconds(20))
    let sender = Task { @MainActor in
      while !Task.isCancelled {
        subject.current += 1
        await Task { @MainActor in }.value
      }
    }
    let error = await failureText { _ = try await numbers.next { $0 < 0 } }
    sender.cancel()
    await sender.value
    #expect(error?.contains("expected a fitting value, found nothing within 0.02 seconds") == true)
  }

  @Test func `a limit may be as long as a duration can be`() async throws {
    let subject = InitializedSubject(wrappedValue: 0)
    let numbers = ValueRecorder(subject, limit: .seconds(Int64.max))
    let writer = Task { @MainActor in subject.current = 1 }
    await numbers.expect(0, 1)
    await writer.value
  }
}
