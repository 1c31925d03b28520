import Dispatch
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// The order of writes from several isolations.
@MainActor
struct PostingTests {
  private let subject = InitializedSubject(wrappedValue: 0)

  /// Posts from code without isolation, which queues even if it happens to run on the main actor.
  private nonisolated func post(_ values: Int..., to subject: InitializedSubject<Int>) {
    for value in values { subject.post(value) }
  }

  @Test func `a post is immediate on the main actor, and queued elsewhere and without isolation`()
    async
  {
    actor Writer {
      func write(_ value: Int, to subject: InitializedSubject<Int>) { subject.post(value) }
    }
    let recorder = ValueRecorder(subject)
    subject.post(1)
    #expect(subject.current == 1)
    post(2, to: subject)
    #expect(subject.current == 1)
    await mainActorQueueDrained()
    await Writer().write(3, to: subject)
    await mainActorQueueDrained()
    #expect(recorder.values == [0, 1, 2, 3])
  }

  @Test func `a main-actor write first applies what is queued for the same subject`() async {
    let other = InitializedSubject(wrappedValue: 0)
    let recorder = ValueRecorder(subject)
    post(1, to: subject)
    post(1, to: other)
    post(2, to: subject)
    subject.current = 3
    #expect(recorder.values == [0, 1, 2, 3])
    // A write to another subject overtakes the queue.
    #expect(other.current == 0)
    post(4, to: subject)
    subject.post(5)
    post(6, to: subject)
    await subject.set(7)
    await mainActorQueueDrained()
    #expect(recorder.values == Array(0...7))
    #expect(other.current == 1)
  }

  @Test func `the last write wins when an observer writes while the queue is applied`() async {
    let recorder = ValueRecorder(subject)
    let observation = subject.observe { [subject] value in
      if value == 1 { subject.current = 10 }
    }
    post(1, 2, to: subject)
    subject.current = 3
    #expect(subject.current == 3)
    await mainActorQueueDrained()
    #expect([recorder.values.last, subject.current] == [3, 3])
    // The write of the observer first applies the later post.
    post(1, 2, to: subject)
    await mainActorQueueDrained()
    #expect(subject.current == 10)
    observation.dispose()
  }

  @Test func `queued posts arrive in one order across subjects`() async {
    let subjects = (0..<4).map { _ in InitializedSubject(wrappedValue: -1) }
    var arrivals: [Int] = []
    for subject in subjects { _ = subject.observe { arrivals.append($0) } }
    arrivals = []
    await Task.detached {
      for value in 0..<1_000 { subjects[value * 7 % 4].post(value) }
    }.value
    await mainActorQueueDrained()
    #expect(arrivals == Array(0..<1_000))
  }

  /// Keeps the thread of the main actor busy until another thread has done the work.
  private func block(until work: @escaping @Sendable () -> Void) -> DispatchTimeoutResult {
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      work()
      done.signal()
    }
    return done.wait(timeout: .now() + .seconds(20))
  }

  /// Kaluga Q8 and Q9: a deadlock.
  @Test func `posts and disposals never wait for a busy main actor`() async {
    var seen: [Int] = []
    let observation = subject.observe { seen.append($0) }
    let flow = subject.stateFlow
    let result = block { [subject] in
      subject.post(1)
      _ = flow.value
      observation.dispose()
      subject.post(2)
    }
    #expect(result == .success)
    #expect(subject.current == 0)
    await mainActorQueueDrained()
    #expect(seen == [0])
    #expect(subject.current == 2)
  }
}
