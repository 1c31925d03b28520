import Dispatch
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

/// Uses subjects from several threads at once.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ObservableStressTests {
  // MARK: The order of posts

  /// Returns whether all numbers of each caller arrived, in their order.
  private func isComplete(_ arrivals: [Int], callers: Int, each: Int) -> Bool {
    var next = (0..<callers).map { $0 * each }
    for arrival in arrivals {
      guard next[arrival / each] == arrival else { return false }
      next[arrival / each] += 1
    }
    return next == (1...callers).map { $0 * each }
  }

  @Test func `all posts arrive in order while observers write, track, begin and end`() async {
    let subjects = (0..<3).map { _ in
      InitializedSubject(wrappedValue: -1, changePolicy: .everyWrite)
    }
    // Each subject gets every third number of each caller.
    var arrivals = [[Int]](repeating: [], count: subjects.count)
    // The observers hold all subjects.
    let bag = DisposeBag()
    for (index, subject) in subjects.enumerated() {
      subject.observe { value in
        guard value >= 0 else { return }
        arrivals[index].append(value / 3)
        switch value % 7 {
        case 0:
          // Applies the pending posts of that subject between the posts of this one. The subjects
          // must not write to each other in a circle, because values that reach a subject inside
          // its own round are delivered as one.
          if index < 2 { subjects[index + 1].current = -1 }
        case 1: subject.observe { _ in }.dispose()
        case 2 where value % 21 == 2:
          _ = trackedReads { _ = subjects[(index + 2) % 3].current }
        default: break
        }
      }.addTo(bag)
    }
    await withTaskGroup { group in
      for caller in 0..<4 {
        group.addTask {
          for number in 0..<600 { subjects[number % 3].post(caller * 600 + number) }
        }
      }
      for _ in 0..<20 {
        await mainActorQueueDrained()
        subjects[0].current = -1
      }
    }
    await mainActorQueueDrained()
    for arrived in arrivals { #expect(isComplete(arrived, callers: 4, each: 200)) }
    bag.dispose()
  }

  @Test func `each caller's order is kept across subjects and no post is lost`() async {
    let subjects = (0..<3).map { _ in
      InitializedSubject(wrappedValue: -1, changePolicy: .everyWrite)
    }
    var arrivals: [Int] = []
    for subject in subjects { _ = subject.observe { if $0 >= 0 { arrivals.append($0) } } }
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

  #if KALUGA_TSAN
    nonisolated private static let manyPosts = 20_000  // posts take about ten times as long there
  #else
    nonisolated private static let manyPosts = 100_000
  #endif

  /// Tests the first posts to a subject, and so many posts that some arrive while others are made.
  @Test(arguments: [(200, 3, 3), (1, 8, manyPosts)])
  func `posts of many threads to one subject arrive in order without a later write`(
    rounds: Int,
    callers: Int,
    each: Int
  ) async {
    for _ in 0..<rounds {
      let subject = InitializedSubject(wrappedValue: -1, changePolicy: .everyWrite)
      var arrivals: [Int] = []
      _ = subject.observe { if $0 >= 0 { arrivals.append($0) } }
      await Task.detached {
        DispatchQueue.concurrentPerform(iterations: callers) { caller in
          for number in 0..<each { subject.post(caller * each + number) }
        }
      }.value
      await until(arrivals.count == callers * each, limit: .seconds(120))
      #expect(isComplete(arrivals, callers: callers, each: each))
    }
  }

  // MARK: State flows

  /// A write can happen between reading the flow and the first call of an observer.
  @Test(arguments: [false, true])
  func `observers of a flow end on the last value of background writers and see none twice`(
    everyWriteCounts: Bool
  ) async {
    let flow = everyWriteCounts ? MutableStateFlow(0) { _, _ in false } : MutableStateFlow(0)
    let subject = InitializedSubject(flow)
    let first = [ValueRecorder(subject), ValueRecorder(subject.map { -$0 })]
    for round in 1...200 {
      var recorders = first
      await withTaskGroup { group in
        for writer in 1...4 {
          group.addTask {
            for number in 1...100 { flow.value = round * 1_000 + writer * 100 + number }
          }
        }
        recorders += (0..<round % 5 + 1).map { _ in ValueRecorder(subject) }
      }
      await mainActorQueueDrained()
      let last = recorders.map { $0.values.last.map(abs) } + [subject.current]
      #expect(Set(last) == [flow.value])
      #expect(!recorders.dropFirst(2).contains { $0.values.hasRepeats })
    }
    #expect(!first.contains { $0.values.hasRepeats })
  }

  // MARK: The end of observers and subjects

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
      // A call that has begun may continue, but no other call begins.
      #expect(callsAfterwards <= 1)
    }
  }
}
