import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

/// Reports of other libraries that were tried after their faults had been mended here.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LaterReportsCases {
  private let scope = TaskScope(name: "LaterReportsCases")

  /// mobx #916: a reaction that reads a computed value, and then writes one of its inputs.
  @Test func `an observer that changes an input of its value is called again`() {
    let (a, b) = (InitializedSubject(wrappedValue: 3), InitializedSubject(wrappedValue: 4))
    let sum = combine(a, b) { $0 + $1 }
    var seen: [Int] = []
    let token = sum.observe {
      seen.append($0)
      b.current = 5
    }
    a.current = 6
    b.current = 1
    #expect(seen == [7, 8, 11, 7, 11])
    #expect(sum.current == 11)
    token.dispose()
  }

  /// alien-signals #109: a computation whose side effects dispose its only observer.
  @Test(arguments: [true, false])
  func `a computation may end the observation that it is made for`(isDirect: Bool) {
    let shouldEnd = InitializedSubject(wrappedValue: false)
    let ended = InitializedSubject(wrappedValue: false)
    let bag = DisposeBag()
    let observer = ended.observe { if $0 { bag.dispose() } }
    let indirect = shouldEnd.map { value in
      if value, isDirect { bag.dispose() }
      if value { ended.current = true }
      return value ? 1 : 0
    }
    let value = indirect.map { $0 + 1 }
    var seen: [Int] = []
    value.observe { seen.append($0) }.addTo(bag)
    shouldEnd.current = true
    #expect(seen == [1])
    #expect(value.current == 2)
    shouldEnd.current = false
    #expect(value.current == 1)
    #expect(seen == [1])
    observer.dispose()
  }

  @Observable
  final class Numbers {
    var a = 1
    var b = 1
  }

  /// mobx #222: what an observer reads is not an input of what it observes.
  @Test func `a getter does not follow what its observers read`() async {
    let numbers = Numbers()
    let a = InitializedObservable { numbers.a }
    var seen: [String] = []
    let token = a.observe { seen.append("\($0) \(numbers.b)") }
    numbers.b = 2
    await mainActorQueueDrained()
    numbers.a = 2
    await mainActorQueueDrained()
    numbers.b = 3
    await mainActorQueueDrained()
    #expect(seen == ["1 1", "2 2"])
    token.dispose()
  }

  /// jotai #813: the name of one of the items of a response that arrives later.
  @Test func `an item of a late response follows the response and the item`() {
    typealias Item = InitializedSubject<String>
    let response = UninitializedSubject<[Item]>(changePolicy: .everyWrite)
    let name = response.flatMapLatest { $0[1] as InitializedObservable<String> }
    let length = name.map(\.count)
    var seen: [String] = []
    let token = combine(name, length) { "\($0.valueOr("-")) \($1.valueOr(0))" }.observe {
      seen.append($0)
    }
    let items = ["one", "two"].map { Item(wrappedValue: $0) }
    response.current = .value(items)
    items[1].current = "second"
    response.current = .value([items[1], items[0]])
    #expect(name.current == .value("one"))
    #expect(seen == ["- 0", "two 3", "second 6", "one 3"])
    token.dispose()
  }

  /// jotai #490: a derived list is left, and its filter changes after the return.
  @Test func `a derived value that is observed anew follows the changes of its inputs`() {
    let numbers = InitializedSubject(wrappedValue: [1, 2, 3, 4])
    let showsEven = InitializedSubject(wrappedValue: true)
    let shown = combine(numbers, showsEven) { all, even in
      all.filter { $0.isMultiple(of: 2) == even }
    }
    var seen: [[Int]] = []
    for _ in 0..<3 {
      let (list, filter) = (shown.observe { seen.append($0) }, showsEven.observe { _ in })
      showsEven.current.toggle()
      filter.dispose()
      list.dispose()
    }
    #expect(seen == [[2, 4], [1, 3], [1, 3], [2, 4], [2, 4], [1, 3]])
  }

  /// jotai #2657: a selection turns away from a source as soon as its own start has changed it.
  @Test func `a source that is no longer selected is stopped`() async {
    let source = ScriptedSequence<Int>()
    let followed = InitializedObservable(
      0,
      following: source,
      in: scope,
      start: .whileSubscribed(grace: .zero)
    )
    let isSelected = InitializedSubject(wrappedValue: true)
    let none = InitializedObservable(wrappedValue: -1)
    let latest = isSelected.flatMapLatest { $0 ? followed : none }
    let token = latest.observe { _ in isSelected.current = false }
    await until(source.activeCount == 0)
    #expect(latest.current == -1)
    token.dispose()
    scope.cancel()
    await scope.waitUntilEmpty()
  }

  /// jotai #2348: a source is started again because something beside it was computed again.
  @Test func `a selection that is made again with the same result does not restart its source`()
    async
  {
    let source = ScriptedSequence<Int>()
    let followed = InitializedObservable(0, following: source, in: scope)
    let (choice, other) = (InitializedSubject(wrappedValue: 0), InitializedSubject(wrappedValue: 0))
    let latest = combine(choice, other) { $0 + $1 }.flatMapLatest { _ in followed }
    var seen: [Int] = []
    let token = combine(latest, other) { $0 + $1 * 100 }.observe { seen.append($0) }
    await until(source.requestCount == 1)
    other.current = 1
    choice.current = 1
    source.send(7)
    await until(seen.last == 107)
    #expect(seen == [0, 100, 107])
    #expect(source.runCount == 1)
    token.dispose()
    scope.cancel()
    await scope.waitUntilEmpty()
  }

  /// RxSwift #1072, #1121: an observer of the source changes what a combination delivers.
  @Test(arguments: [true, false])
  func `whoever observes the source first changes no combination`(isObservedFirst: Bool) {
    let master = InitializedSubject(wrappedValue: [1: "a0", 2: "b0"])
    let first = isObservedFirst ? master.observe { _ in } : nil
    let (a, b) = (master.map { $0[1] ?? "" }, master.map { $0[2] ?? "" })
    var seen: [String] = []
    let token = combine(a, b) { $0 + $1 }.observe { seen.append($0) }
    let last = isObservedFirst ? nil : a.observe { _ in }
    for index in 1...3 { master.current = [1: "a\(index)", 2: "b\(index)"] }
    #expect(seen == ["a0b0", "a1b1", "a2b2", "a3b3"])
    for token in [first, token, last] { token?.dispose() }
  }

  /// RxSwift #1111: after the source has ended, a late consumer starts it a second time.
  @Test func `a late consumer of an ended source gets the replay, and does not start it again`()
    async
  {
    let source = ScriptedSequence<Int>()
    let shared = source.shareIn(scope, replay: 1)
    let first = Task {
      for await element in shared where element == 2 { break }
    }
    await until(source.requestCount == 1)
    source.send(1, 2)
    await first.value
    source.finish()
    await scope.waitUntilEmpty()
    var late = shared.makeAsyncIterator()
    #expect(await late.next() == 2)
    #expect(source.runCount == 1)
  }

  /// swift-async-algorithms #450, #269: a failure that arrives while nobody asks is taken for an
  /// ordinary end.
  @Test func `a failure behind a held back change is not taken for an ordinary end`() async {
    let (source, clock) = (ScriptedSequence<Int>(), ManualClock())
    let failures = Log<String>()
    let scope = TaskScope(name: "failing") { failures.append("\($0)") }
    let followed = InitializedObservable(0, following: source, in: scope)
    let delayed = followed.debounced(for: .seconds(1), clock: clock)
    var seen: [Int] = []
    let token = delayed.observe { seen.append($0) }
    await until(source.requestCount == 1)
    source.send(1)
    source.fail(SourceError())
    await until(failures.count == 1)
    await clock.run(for: .seconds(2))
    #expect(seen == [0, 1])
    #expect(delayed.sourceState.failure is SourceError)
    token.dispose()
  }

  /// swift-async-algorithms #249: an iteration that begins in a cancelled task traps.
  @Test func `an iteration that begins in a cancelled task ends at once`() async {
    let subject = InitializedSubject(wrappedValue: 1)
    let (state, events) = (subject.stateFlow, EventChannel<Int>())
    let shared = MutableSharedFlow<Int>(replay: 1)
    #expect(shared.tryEmit(1))
    events.send(1)
    let begins = Gate()
    let task = Task {
      await begins.passIgnoringCancellation()
      var count = 0
      for await _ in state { count += 1 }
      for await _ in shared { count += 1 }
      for await _ in shared.shareIn(scope) { count += 1 }
      for await _ in events { count += 1 }
      return count
    }
    task.cancel()
    begins.open()
    #expect(await task.value == 0)
    // Nobody has taken the event away.
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    scope.cancel()
  }
}
