import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

/// Subjects that are used from all sides at once.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ObservableStressTests {
  @Test func `posts arrive whole and in order while observers write, track and come and go`() async
  {
    let writers = 4
    let perWriter = 600
    let subjects = (0..<3).map { _ in InitializedSubject(wrappedValue: -1, conflation: .never) }
    var arrivals = [[Int]](repeating: [], count: subjects.count)
    let bag = DisposeBag()
    var told = 0
    for (index, subject) in subjects.enumerated() {
      subject.observe { value in
        guard value >= 0 else { return }
        arrivals[index].append(value)
        switch value % 7 {
        case 0:
          // Applies what waits for that one, in the middle of the posts for this one. Not in a circle: what
          // comes to a subject inside its own round is delivered as one.
          if index < 2 { subjects[index + 1].current = -1 }
        case 1: subject.observe { _ in }.dispose()
        case 2 where value % 21 == 2:
          told += trackedReads { _ = subjects[(index + 2) % 3].current }.count
        default: break
        }
      }.addTo(bag)
    }
    await withTaskGroup { group in
      for writer in 0..<writers {
        group.addTask {
          for number in 0..<perWriter {
            subjects[number % 3].post(writer * perWriter + number)
          }
        }
      }
      for _ in 0..<20 {
        await queuedWorkDidRun()
        subjects[0].current = -1
      }
    }
    await queuedWorkDidRun()
    for (index, arrived) in arrivals.enumerated() {
      #expect(arrived.count == writers * perWriter / 3)
      for writer in 0..<writers {
        let own = arrived.filter { $0 / perWriter == writer }
        #expect(own == (0..<perWriter).filter { $0 % 3 == index }.map { writer * perWriter + $0 })
      }
    }
    bag.dispose()
  }

  @Test(arguments: [false, true])
  func `a subject released elsewhere delivers what waits and lets go of its observers`(
    isShared: Bool
  ) async {
    let calls = Log<Int>()
    let released = Log<Int>()
    let rounds = 300
    var sides: [InitializedObservable<Int>] = []
    await withTaskGroup { group in
      for _ in 0..<rounds {
        let subject = InitializedSubject(wrappedValue: 0, conflation: .never)
        if isShared { sides.append(subject.asObservable()) }
        let onRelease = closure { released.append(MainQueueMark.isOnMainQueue ? 1 : 0) }
        _ = subject.observe { value in
          onRelease()
          calls.append(value)
        }
        // The task's reference is the last one.
        group.addTask { Self.post(to: subject) }
      }
    }
    await mainActorTurns(until: released.count == rounds)
    #expect(released.all == Array(repeating: 1, count: rounds))
    #expect(calls.count == rounds * 4)
    #expect(calls.all.reduce(0, +) == rounds * 6)
    #expect(sides.allSatisfy { $0.current == 3 })
  }

  nonisolated private static func post(to subject: InitializedSubject<Int>) {
    for value in 1...3 { subject.post(value) }
  }

  @Test func `whatever is disposed elsewhere is released soon, if nothing else happens`() async {
    let released = Log<Int>()
    let rounds = 2_000
    var subjects: [InitializedSubject<Int>] = []
    await withTaskGroup { group in
      for round in 0..<rounds {
        let subject = InitializedSubject(wrappedValue: 0)
        subjects.append(subject)
        let tokens = (0..<3).map { _ in
          let onRelease = closure { released.append(round) }
          return subject.observe { _ in onRelease() }
        }
        for token in tokens { group.addTask { token.dispose() } }
        // Takes the list of disposals before the job that was queued for it comes.
        if round % 2 == 0 { _ = subject.observerCount }
        if round % 16 == 0 { await queuedWorkDidRun() }
      }
    }
    await mainActorTurns(until: released.count == rounds * 3)
    #expect(released.count == rounds * 3)
    #expect(subjects.allSatisfy { $0.observerCount == 0 })
  }

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
      let told = trackedReads {
        _ = tracked.current
        _ = model.value
      }
      async let change: Void = Task.detached { model.value = round + 1 }.value
      for _ in 0..<20 { #expect(read.current == 0) }
      await change
      #expect(told.count == 1)
    }
  }
}
