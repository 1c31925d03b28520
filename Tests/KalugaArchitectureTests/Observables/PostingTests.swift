import Dispatch
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// The order of writes from several isolations.
@MainActor
struct PostingTests {
  private actor Writer {
    func write(_ values: [Int], to subject: InitializedSubject<Int>) {
      for value in values { subject.post(value) }
    }
  }

  private let subject = InitializedSubject(wrappedValue: 0)

  @Test func `a post on the main actor is immediate`() {
    subject.post(1)
    #expect(subject.current == 1)
  }

  @Test func `a post from elsewhere is queued`() async {
    let recorder = ValueRecorder(subject)
    let writer = Writer()
    await writer.write([1, 2, 3], to: subject)
    await queuedWorkDidRun()
    #expect(recorder.values == [0, 1, 2, 3])
  }

  @Test func `code without isolation that runs on the main actor queues`() async {
    nonisolated func post(_ value: Int, to subject: InitializedSubject<Int>) {
      subject.post(value)
    }
    post(1, to: subject)
    #expect(subject.current == 0)
    await queuedWorkDidRun()
    #expect(subject.current == 1)
  }

  @Test func `a main-actor write first applies what is queued for the same subject`() async {
    let other = InitializedSubject(wrappedValue: 0)
    let recorder = ValueRecorder(subject)
    nonisolated func post(_ value: Int, to subject: InitializedSubject<Int>) {
      subject.post(value)
    }
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
    await queuedWorkDidRun()
    #expect(recorder.values == [0, 1, 2, 3, 4, 5, 6, 7])
    #expect(other.current == 1)
  }

  @Test func `the last write wins when an observer writes while the queue is applied`() async {
    nonisolated func post(_ value: Int, to subject: InitializedSubject<Int>) {
      subject.post(value)
    }
    let recorder = ValueRecorder(subject)
    let observation = subject.observe { [subject] value in
      if value == 1 { subject.current = 10 }
    }
    post(1, to: subject)
    post(2, to: subject)
    subject.current = 3
    #expect(subject.current == 3)
    await queuedWorkDidRun()
    #expect(subject.current == 3)
    #expect(recorder.values.last == 3)
    observation.dispose()
  }

  @Test func `an observer may post from elsewhere and wait for nobody`() async {
    let recorder = ValueRecorder(subject)
    nonisolated func post(_ value: Int, to subject: InitializedSubject<Int>) {
      subject.post(value)
    }
    let observation = subject.observe { [subject] value in
      if value < 20 { post(value + 1, to: subject) }
    }
    _ = try? await recorder.next { $0 == 20 }
    #expect(recorder.values == Array(0...20))
    observation.dispose()
  }

  @Test func `queued posts arrive in one order across subjects`() async {
    let subjects = (0..<4).map { _ in InitializedSubject(wrappedValue: -1) }
    var arrivals: [Int] = []
    let bag = DisposeBag()
    for subject in subjects { subject.observe { arrivals.append($0) }.addTo(bag) }
    arrivals = []
    await Task.detached {
      for value in 0..<10_000 { subjects[value * 7 % 4].post(value) }
    }.value
    await queuedWorkDidRun()
    #expect(arrivals == Array(0..<10_000))
  }

  @Test func `each caller's order is kept and none is lost`() async {
    let subjects = (0..<3).map { _ in InitializedSubject(wrappedValue: -1, conflation: .never) }
    var arrivals: [Int] = []
    let bag = DisposeBag()
    for subject in subjects { subject.observe { arrivals.append($0) }.addTo(bag) }
    arrivals = []
    let perCaller = 2_000
    await withTaskGroup { group in
      for caller in 0..<6 {
        group.addTask {
          for number in 0..<perCaller {
            subjects[number % 3].post(caller * perCaller + number)
          }
        }
      }
    }
    await queuedWorkDidRun()
    #expect(arrivals.count == 6 * perCaller)
    for caller in 0..<6 {
      let own = arrivals.filter { $0 / perCaller == caller }
      #expect(own == Array(caller * perCaller..<(caller + 1) * perCaller))
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `posts of many threads to one subject arrive without a later write`() async {
    let subject = InitializedSubject(wrappedValue: -1, conflation: .never)
    var arrivals: [Int] = []
    let observation = subject.observe { arrivals.append($0) }
    arrivals = []
    #if KALUGA_TSAN
      let each = 20_000  // some ten times slower there
    #else
      let each = 100_000
    #endif
    await Task.detached {
      DispatchQueue.concurrentPerform(iterations: 8) { thread in
        for number in 0..<each { subject.post(thread * each + number) }
      }
    }.value
    // The queue gives way to others each time it was empty: wait for what was posted last.
    while arrivals.count < 8 * each { await queuedWorkDidRun() }
    var next = (0..<8).map { $0 * each }
    var isInOrder = true
    for arrival in arrivals {
      isInOrder = isInOrder && next[arrival / each] == arrival
      next[arrival / each] += 1
    }
    #expect(isInOrder)
    #expect(next == (1...8).map { $0 * each })
    observation.dispose()
  }

  @Test func `each thread's order is kept while the main actor writes to the same subject`() async {
    let subject = InitializedSubject(wrappedValue: -1, conflation: .never)
    var arrivals: [Int] = []
    let observation = subject.observe { arrivals.append($0) }
    arrivals = []
    let posting = Task.detached {
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for number in 0..<1_000 { subject.post(thread * 1_000 + number) }
      }
    }
    for number in 0..<200 {
      subject.current = 1_000_000 + number
      await mainActorTurns(1)
    }
    await posting.value
    await queuedWorkDidRun()
    #expect(arrivals.count == 4_200)
    for thread in 0..<4 {
      let own = arrivals.filter { $0 / 1_000 == thread }
      #expect(own == Array(thread * 1_000..<(thread + 1) * 1_000))
    }
    #expect(arrivals.filter { $0 >= 1_000_000 } == Array(1_000_000..<1_000_200))
    observation.dispose()
  }

  /// Keeps the thread of the caller busy until another thread has done the work.
  private nonisolated static func blockUntilDone(_ work: @escaping @Sendable () -> Void) -> Bool {
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      work()
      done.signal()
    }
    return done.wait(timeout: .now() + .seconds(5)) == .success
  }

  /// Kaluga Q8 and Q9: a deadlock.
  @Test func `posts and disposals never wait for a busy main actor`() async {
    var seen: [Int] = []
    let observation = subject.observe { seen.append($0) }
    let bag = DisposeBag()
    bag.add(observation)
    let isDone = Self.blockUntilDone { [subject] in
      subject.post(1)
      observation.dispose()
      bag.dispose()
      subject.post(2)
    }
    #expect(isDone)
    await queuedWorkDidRun()
    #expect(seen == [0])
    #expect(subject.current == 2)
  }

  @Test func `the own post is seen after the own set`() async {
    await withTaskGroup { group in
      for caller in 0..<4 {
        group.addTask {
          let subject = await InitializedSubject(wrappedValue: -1)
          for number in 0..<200 {
            subject.post(number)
            await subject.set(1_000 + caller)
            #expect(await subject.current == 1_000 + caller)
          }
        }
      }
    }
  }

  @Test func `the first posts of a subject that race keep their order`() async {
    for _ in 0..<100 {
      let subject = InitializedSubject(wrappedValue: -1)
      let recorder = ValueRecorder(subject)
      await withTaskGroup { group in
        for caller in 0..<3 {
          group.addTask {
            for number in 0..<3 { subject.post(caller * 3 + number) }
          }
        }
      }
      await queuedWorkDidRun()
      for caller in 0..<3 {
        let own = recorder.values.dropFirst().filter { $0 / 3 == caller }
        #expect(own == Array(caller * 3..<caller * 3 + 3))
      }
    }
  }

  /// Kaluga: `ThreadingTest`.
  @Test func `a subject is made, observed and disposed from other threads`() async {
    let subject = await Task.detached { await InitializedSubject(wrappedValue: 0) }.value
    let first = subject.observe { _ in }
    let second = await Task.detached { await subject.observe { _ in } }.value
    await Task.detached { first.dispose() }.value
    second.dispose()
    await subject.set(1)
    #expect(await Task.detached { await subject.current }.value == 1)
  }
}
