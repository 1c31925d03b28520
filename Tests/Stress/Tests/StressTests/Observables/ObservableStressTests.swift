import Dispatch
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

/// Subjects that are used from all sides at once.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ObservableStressTests {
  @Test func `posts arrive whole and in order while observers write, track, begin and end`() async {
    let writers = 4
    let perWriter = 600
    let subjects = (0..<3).map { _ in InitializedSubject(wrappedValue: -1, conflation: .never) }
    var arrivals = [[Int]](repeating: [], count: subjects.count)
    let bag = DisposeBag()
    for (index, subject) in subjects.enumerated() {
      subject.observe { value in
        guard value >= 0 else { return }
        arrivals[index].append(value)
        switch value % 7 {
        case 0:
          // Applies what waits for that one, in the middle of the posts for this one. Not in a circle:
          // what reaches a subject inside its own round is delivered as one value.
          if index < 2 { subjects[index + 1].current = -1 }
        case 1: subject.observe { _ in }.dispose()
        case 2 where value % 21 == 2:
          _ = trackedReads { _ = subjects[(index + 2) % 3].current }
        default: break
        }
      }.addTo(bag)
    }
    await withTaskGroup { group in
      for writer in 0..<writers {
        group.addTask {
          for number in 0..<perWriter { subjects[number % 3].post(writer * perWriter + number) }
        }
      }
      for _ in 0..<20 {
        await mainActorQueueDrained()
        subjects[0].current = -1
      }
    }
    await mainActorQueueDrained()
    for (index, arrived) in arrivals.enumerated() {
      #expect(arrived.count == writers * perWriter / 3)
      for writer in 0..<writers {
        let own = arrived.filter { $0 / perWriter == writer }
        #expect(own == (0..<perWriter).filter { $0 % 3 == index }.map { writer * perWriter + $0 })
      }
    }
    bag.dispose()
  }

  // MARK: The order of posts

  /// Whether the numbers of each caller are all there, in their order.
  private func isComplete(_ arrivals: [Int], callers: Int, each: Int) -> Bool {
    var next = (0..<callers).map { $0 * each }
    for arrival in arrivals {
      guard next[arrival / each] == arrival else { return false }
      next[arrival / each] += 1
    }
    return next == (1...callers).map { $0 * each }
  }

  @Test func `each caller's order is kept across subjects and no post is lost`() async {
    let subjects = (0..<3).map { _ in InitializedSubject(wrappedValue: -1, conflation: .never) }
    var arrivals: [Int] = []
    for subject in subjects { _ = subject.observe { arrivals.append($0) } }
    arrivals = []
    await withTaskGroup { group in
      for caller in 0..<6 {
        group.addTask {
          for number in 0..<2_000 { subjects[number % 3].post(caller * 2_000 + number) }
        }
      }
    }
    await mainActorQueueDrained()
    #expect(isComplete(arrivals, callers: 6, each: 2_000))
  }

  @Test func `posts of many threads to one subject arrive without a later write`() async {
    let subject = InitializedSubject(wrappedValue: -1, conflation: .never)
    var arrivals: [Int] = []
    _ = subject.observe { arrivals.append($0) }
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
    await until(arrivals.count == 8 * each, limit: .seconds(120))
    #expect(isComplete(arrivals, callers: 8, each: each))
  }

  @Test func `the first posts of a subject that race keep their order`() async {
    for _ in 0..<200 {
      let subject = InitializedSubject(wrappedValue: -1, conflation: .never)
      let recorder = ValueRecorder(subject)
      await withTaskGroup { group in
        for caller in 0..<3 {
          group.addTask { for number in 0..<3 { subject.post(caller * 3 + number) } }
        }
      }
      await mainActorQueueDrained()
      #expect(isComplete(Array(recorder.values.dropFirst()), callers: 3, each: 3))
    }
  }

  // MARK: State flows

  @Test func `observers of a flow end on the last value of background writers`() async {
    let flow = MutableStateFlow(0)
    let subject = InitializedSubject(flow)
    let derived = subject.map { -$0 }
    let recorder = ValueRecorder(subject)
    let derivedRecorder = ValueRecorder(derived)
    for round in 1...20 {
      await withTaskGroup { group in
        for writer in 1...4 {
          group.addTask {
            for number in 1...250 { flow.value = round * 100_000 + writer * 1_000 + number }
          }
        }
      }
      await mainActorQueueDrained()
      let last = [recorder.values.last, derivedRecorder.values.last.map(-), subject.current]
      #expect(last == [flow.value, flow.value, flow.value])
    }
    #expect(!recorder.values.hasRepeats)
  }

  /// The moment between the catch-up with the flow and the first call of an observer.
  @Test func `an observer added while another thread writes sees no value twice and the last`()
    async
  {
    for round in 1...200 {
      let flow = MutableStateFlow(0)
      let subject = InitializedSubject(flow)
      let first = ValueRecorder(subject)
      let writer = Task.detached { for number in 1...20 { flow.value = number } }
      let recorders = (0..<round % 5 + 1).map { _ in ValueRecorder(subject) }
      await writer.value
      await mainActorQueueDrained()
      for recorder in recorders + [first] {
        #expect(recorder.values.last == 20 && !recorder.values.hasRepeats)
      }
    }
  }

  // MARK: The end of observers and subjects

  @Test(arguments: [false, true])
  func `a subject released elsewhere delivers what waits and releases its observers`(
    isShared: Bool
  ) async {
    let calls = Log<Int>()
    let releases = ReleaseLog()
    let rounds = 300
    var sides: [InitializedObservable<Int>] = []
    await withTaskGroup { group in
      for _ in 0..<rounds {
        let subject = InitializedSubject(wrappedValue: 0, conflation: .never)
        if isShared { sides.append(subject.asObservable()) }
        _ = subject.observe(releases.observer { calls.append($0) })
        // The task's reference is the last one.
        group.addTask { Self.post(to: subject) }
      }
    }
    await until(releases.count == rounds)
    #expect(releases.isOnMainActorOnly)
    #expect([calls.count, calls.all.reduce(0, +)] == [rounds * 4, rounds * 6])
    #expect(sides.allSatisfy { $0.current == 3 })
  }

  nonisolated private static func post(to subject: InitializedSubject<Int>) {
    for value in 1...3 { subject.post(value) }
  }

  @Test func `observers disposed elsewhere are released soon, if nothing else happens`() async {
    let releases = ReleaseLog()
    let rounds = 2_000
    var subjects: [InitializedSubject<Int>] = []
    await withTaskGroup { group in
      for round in 0..<rounds {
        let subject = InitializedSubject(wrappedValue: 0)
        subjects.append(subject)
        let tokens = (0..<3).map { _ in subject.observe(releases.observer()) }
        for token in tokens { group.addTask { token.dispose() } }
        // Removes those that were disposed, before the job that was queued for it runs.
        if round % 2 == 0 { subject.observe { _ in }.dispose() }
        if round % 16 == 0 { await mainActorQueueDrained() }
      }
    }
    await until(releases.count == rounds * 3)
    #expect(releases.isOnMainActorOnly)
  }

  @Test(arguments: [true, false])
  func `disposing from another thread during delivery allows at most one call`(
    isFirst: Bool
  ) async {
    for _ in 0..<100 {
      let subject = InitializedSubject(wrappedValue: 0)
      if !isFirst { _ = subject.observe { _ in } }
      let isDisposed = Tally()
      var callsAfterwards = 0
      let observation = subject.observe { _ in
        if isDisposed.value > 0 { callsAfterwards += 1 }
      }
      let disposer = Task.detached {
        observation.dispose()
        isDisposed.add()
      }
      for value in 1...500 { subject.current = value }
      await disposer.value
      subject.current = -1
      // The call being made may see the flag. No other one begins.
      #expect(callsAfterwards <= 1)
    }
  }

  // MARK: Tracking

  @Observable
  final class Model: @unchecked Sendable {
    // Unchecked: each write is awaited before the next read.
    var value = 0
  }

  @Test func `reads may be probed while tracking ends on another thread`() async {
    let model = Model()
    let tracked = InitializedSubject(wrappedValue: 0)
    let read = InitializedSubject(wrappedValue: 0)
    for round in 0..<300 {
      let changes = trackedReads {
        _ = tracked.current
        _ = model.value
      }
      async let change: Void = Task.detached { model.value = round + 1 }.value
      for _ in 0..<20 { #expect(read.current == 0) }
      await change
      #expect(changes.count == 1)
    }
  }
}
