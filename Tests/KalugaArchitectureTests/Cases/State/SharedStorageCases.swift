import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Synchronization
import Testing

/// Reports about storage that several writers share, about versions, and about time.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SharedStorageCases {
  // MARK: Read, change, write

  /// kotlinx.coroutines #2392, #2720, tivi #735: an update that is not atomic loses others.
  @Test func `a change in place of a subject over a state flow loses no other update`() async {
    let flow = MutableStateFlow(0)
    let subject = InitializedSubject(flow)
    let other = Task.detached { for _ in 0..<20_000 { flow.update { $0 + 1 } } }
    for _ in 0..<20_000 { subject.mutate { $0 += 1 } }
    await other.value
    #expect(flow.value == 40_000)
  }

  struct User: Equatable, Sendable {
    var name = 0
    var visits = 0
  }

  @Test func `a write of a part leaves the other parts alone`() async {
    let flow = MutableStateFlow(User())
    let name = InitializedSubject(flow)[\.name]
    let other = Task.detached {
      for _ in 0..<20_000 {
        flow.update { user in
          var user = user
          user.visits += 1
          return user
        }
      }
    }
    for value in 1...20_000 { name.current = value }
    await other.value
    #expect(flow.value == User(name: 20_000, visits: 20_000))
  }

  @Test func `a change in place of a part loses no update of the same part`() async {
    let flow = MutableStateFlow(User())
    let visits = InitializedSubject(flow)[\.visits]
    let other = Task.detached { for _ in 0..<10_000 { flow.mutate { $0.visits += 1 } } }
    for _ in 0..<10_000 { visits.mutate { $0 += 1 } }
    await other.value
    #expect(flow.value == User(visits: 20_000))
  }

  @Test func `a change of a state flow that throws changes nothing`() {
    let flow = MutableStateFlow([1])
    #expect(throws: CancellationError.self) {
      try flow.mutate { numbers in
        numbers.append(2)
        throw CancellationError()
      }
    }
    #expect(flow.value == [1])
    #expect(flow.mutate { $0.removeLast() } == 1)
    #expect(flow.value == [])
  }

  // MARK: Versions

  /// preact signals #947: a value that was reverted leaves a stale computed value.
  @Test func `a value that returns and moves on is followed by everything`() {
    let s = InitializedSubject(wrappedValue: "A")
    let lazy = s.map { $0 + "!" }
    let pair = combine(lazy, s) { $0 + $1 }
    let watched = s.map { $0 + "?" }
    var seen: [String] = []
    let first = s.observe { value in
      guard value == "B" else { return }
      #expect(pair.current == "B!B")
      #expect(watched.current == "B?")
      s.current = "A"
      #expect(pair.current == "A!A")
      #expect(watched.current == "A?")
    }
    let second = watched.observe { seen.append($0) }
    s.current = "B"
    #expect(pair.current == "A!A")
    s.current = "C"
    #expect(pair.current == "C!C")
    #expect(watched.current == "C?")
    #expect(seen.first == "A?" && seen.last == "C?")
    first.dispose()
    second.dispose()
  }

  /// alien-signals #21: an input changes while the value is being computed.
  @Test func `a computation that changes its own input ends with the newest`() {
    let a = InitializedSubject(wrappedValue: 0)
    var runs: [Int] = []
    let b = a.map { value -> Int in
      runs.append(value)
      if value == 0 {
        a.current = 100
        a.current = 200
      }
      return value
    }
    _ = b.current
    #expect(b.current == 200, "runs \(runs)")
    a.current = 0
    var seen: [Int] = []
    let token = b.observe { seen.append($0) }
    #expect(seen.last == 200, "\(seen), runs \(runs)")
    a.current = 0
    #expect(seen.last == 200, "\(seen)")
    #expect(b.current == 200)
    token.dispose()
  }

  // MARK: Time

  /// swift-async-algorithms #248, ReactiveSwift #287, ReactiveKit #149: the last value is dropped.
  @Test func `delayed values arrive after the source has ended`() async {
    let clock = ManualClock()
    var progress: InitializedSubject<Int>? = InitializedSubject(wrappedValue: 0)
    let throttled = progress!.throttled(for: .seconds(1), clock: clock)
    let debounced = progress!.debounced(for: .seconds(1), clock: clock)
    var first: [Int] = []
    var second: [Int] = []
    let tokens = [throttled.observe { first.append($0) }, debounced.observe { second.append($0) }]
    for value in 1...100 { progress?.current = value }
    progress = nil
    await mainActorQueueDrained()
    await clock.run(for: .seconds(5))
    #expect(first == [0, 1, 100])
    #expect(second == [0, 100])
    for token in tokens { token.dispose() }
  }

  /// RxSwift: a throttled value at the very end of the interval, and an observer that comes back.
  @Test func `a throttled value is never older than an interval`() async {
    let clock = ManualClock()
    let input = InitializedSubject(wrappedValue: 0)
    let throttled = input.throttled(for: .seconds(10), clock: clock)
    var seen: [Int] = []
    var token = throttled.observe { seen.append($0) }
    input.current = 1
    await clock.run(for: .seconds(9))
    input.current = 2
    await clock.run(for: .seconds(1))
    #expect(seen == [0, 1, 2])
    await clock.run(for: .seconds(1))
    input.current = 3
    token.dispose()
    await mainActorQueueDrained()
    #expect(throttled.current == 3)
    token = throttled.observe { seen.append($0) }
    #expect(seen == [0, 1, 2, 3])
    input.current = 4
    await clock.run(for: .seconds(10))
    #expect(seen == [0, 1, 2, 3, 4])
    token.dispose()
  }
}

/// Parts and changes in place of all three subjects.
@MainActor
struct SubjectPartsTests {
  private struct User: Equatable, Sendable {
    var name = ""
    var visits = 0
  }

  @Test func `a part of a default subject begins with the default, and writes the whole`() {
    let user = DefaultSubject<User>(default: User(name: "guest"))
    let recorder = ValueRecorder(user)
    let visits = user[\.visits]
    #expect(visits.current == 0)
    visits.current = 0
    #expect(user.raw == nil)
    visits.current = 1
    #expect(user.raw == User(name: "guest", visits: 1))
    #expect(recorder.values == [User(name: "guest"), User(name: "guest", visits: 1)])
  }

  @Test func `a part of an uninitialized subject has a value while the whole has one`() {
    let user = UninitializedSubject<User>()
    let name = user[\.name]
    let recorder = ValueRecorder(name)
    name.current = .value("ada")
    #expect(user.currentOrNil == nil)
    user.current = .value(User())
    name.current = .value("ada")
    #expect(user.currentOrNil == User(name: "ada"))
    name.current = .nothing
    #expect(user.currentOrNil == User(name: "ada"))
    user.current = .nothing
    #expect(recorder.values == [.nothing, .value(""), .value("ada"), .nothing])
  }

  @Test func `each subject is changed in place, and counts that as one change`() {
    let numbers = DefaultSubject<[Int]>(default: [1])
    let recorder = ValueRecorder(numbers)
    numbers.mutate { $0.append(2) }
    #expect(recorder.values == [[1], [1, 2]])
    let later = UninitializedSubject<[Int]>()
    let laterRecorder = ValueRecorder(later)
    #expect(later.mutate { $0.count } == nil)
    later.current = .value([1])
    #expect(later.mutate { $0.removeLast() } == 1)
    #expect(laterRecorder.values == [.nothing, .value([1]), .value([])])
    #expect(throws: CancellationError.self) {
      try later.mutate { numbers in
        numbers.append(3)
        throw CancellationError()
      }
    }
    #expect(later.currentOrNil == [3])
  }
}
