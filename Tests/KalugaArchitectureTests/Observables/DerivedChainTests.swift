import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

/// Long chains, first observations inside rounds, and the cost of unused derived observables.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct DerivedChainTests {
  private let subject = InitializedSubject(wrappedValue: 0)
  private let bag = DisposeBag()

  private func chain(_ length: Int, isCombination: Bool) -> InitializedObservable<Int> {
    var end = subject.map { $0 + 1 }
    for _ in 1..<length {
      end = isCombination ? combine(end, subject) { last, _ in last + 1 } : end.map { $0 + 1 }
    }
    return end
  }

  @Test(arguments: [(20_000, false), (5_000, true)])
  func `a chain of any length is read, observed, written, tracked and released`(
    length: Int,
    isCombination: Bool
  ) async {
    var end: InitializedObservable<Int>? = chain(length, isCombination: isCombination)
    #expect(end?.current == length)
    var seen: [Int] = []
    let token = end?.observe { seen.append($0) }
    subject.current = 1
    #expect(end?.current == length + 1)
    #expect(seen == [length, length + 1])
    let changes = trackedReads { _ = end?.current }
    subject.current = 2
    #expect(changes.count == 1)
    token?.dispose()
    end = nil
    await mainActorQueueDrained()
    subject.current = 3
    #expect(seen == [length, length + 1, length + 2])
  }

  @Test func `observers of a chain are called before the write and before set return`() async {
    let end = chain(1_000, isCombination: false)
    let recorder = ValueRecorder(end)
    await Task.detached { [subject] in await subject.set(1) }.value
    #expect(recorder.values == [1_000, 1_001])
  }

  @Test func `a derived observable that is first observed inside a round ends on the newest value`()
  {
    let derived = subject.map { $0 % 3 }
    var seen: [[Int]] = [[], []]
    var hasBegun = false
    subject.observe { [subject, unowned bag] value in
      guard value == 2, !hasBegun else { return }
      hasBegun = true
      subject.current = 0
      derived.observe { seen[0].append($0) }.addTo(bag)
      subject.current = 2
      derived.observe { seen[1].append($0) }.addTo(bag)
    }.addTo(bag)
    subject.current = 2
    #expect(seen == [[0, 2], [2]])
    #expect(derived.current == 2)
  }

  @Test func `inside a round, the first call of an observer has the current value`() {
    let derived = subject.map { $0 * 10 }
    var first: [[Int]] = []
    derived.observe { [subject, unowned bag] value in
      guard value == 10 else { return }
      subject.current = 2
      var isFirst = true
      derived.observe { value in
        if isFirst { first.append([value, derived.current]) }
        isFirst = false
      }.addTo(bag)
    }.addTo(bag)
    subject.current = 1
    #expect(first == [[20, 20]])
  }

  @Test func `set waits for the observers of what is derived from its subject`() async {
    let derived = subject.map { $0 * 10 }
    var task: Task<[Int], Never>?
    let seen = Holder<[Int]>([])
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    derived.observe { [subject] value in
      seen.value.append(value)
      guard value == 10 else { return }
      task = Task.immediate {
        await subject.set(2)
        return seen.value
      }
    }.addTo(bag)
    subject.current = 1
    #expect(await task?.value == [0, 10, 20])
  }

  // MARK: What nothing uses

  @Test func `an observable of a flow that is only tracked ends with the notification`() async {
    let flow = MutableStateFlow(0)
    let releases = ReleaseLog()
    for _ in 0..<10 {
      let read: @MainActor (Int) -> Void = releases.observer()
      let observable = InitializedObservable(flow.asStateFlow()).map { value in
        read(value)
        return value
      }
      _ = trackedReads { _ = observable.current }
    }
    flow.value = 1
    await until(releases.count == 10)
  }

  @Test func `a derived observable that is only tracked is not computed after the notification`()
    async
  {
    var runs = 0
    do {
      let derived = subject.map { value in
        runs += 1
        return value
      }
      _ = trackedReads { _ = derived.current }
    }
    await mainActorQueueDrained()
    subject.current = 1
    await mainActorQueueDrained()
    runs = 0
    subject.current = 2
    #expect(runs == 0)
  }

  @Test(arguments: [false, true])
  func `a tracker of a derived observable is notified of new results only`(isObserved: Bool) {
    let isBig = subject.map { $0 > 10 }
    if isObserved { isBig.observe { _ in }.addTo(bag) }
    let changes = trackedReads { _ = isBig.current }
    subject.current = 5
    #expect(changes.count == 0)
    subject.current = 11
    #expect(changes.count == 1)
    #expect(isBig.current)
  }

  @Test func `a tracker of a default subject is not notified if only the raw value changes`() {
    let nick = DefaultSubject(default: "none")
    let changes = trackedReads { _ = nick.current }
    nick.raw = "none"
    #expect(changes.count == 0)
    nick.raw = "ada"
    #expect(changes.count == 1)
  }

  @Test func `an observation keeps what it observes until it is disposed`() async {
    let releases = ReleaseLog()
    let transform: @MainActor (Int) -> Void = releases.observer()
    func observe(_ transform: @escaping @MainActor (Int) -> Void) -> any Disposable {
      subject.map { value in
        transform(value)
        return value
      }.observe { _ in }
    }
    let token = observe(transform)
    await mainActorQueueDrained()
    subject.current = 1
    #expect(releases.count == 0)
    token.dispose()
    await mainActorQueueDrained()
  }

  // MARK: In-place changes

  @Test func `mutate changes the value in place and calls observers once`() throws {
    let items = InitializedSubject(wrappedValue: [1, 2])
    let recorder = ValueRecorder(items)
    let changes = trackedReads { _ = items.current }
    #expect(items.mutate { $0.removeLast() } == 2)
    items.mutate { _ in }
    #expect(throws: CancellationError.self) {
      try items.mutate { items in
        items.append(3)
        throw CancellationError()
      }
    }
    // Each call counts as a change, without a comparison. Changes made before an error stay.
    #expect(recorder.values == [[1, 2], [1], [1], [1, 3]])
    #expect(changes.count == 1)
    let backed = InitializedSubject(MutableStateFlow([1]))
    backed.mutate { $0.append(2) }
    #expect(backed.current == [1, 2])
  }

  @Test func `mutate does not copy a collection that nothing else holds`() {
    let items = InitializedSubject(wrappedValue: Array(0..<1_000))
    func address() -> Int {
      items.current.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
    }
    let before = address()
    for number in 0..<10 { items.mutate { $0[0] = number } }
    #expect(address() == before)
  }

  @Test func `mutate inside a round is delivered after it`() {
    let items = InitializedSubject(wrappedValue: [0])
    items.observe { if $0.count == 2 { items.mutate { $0.append(2) } } }.addTo(bag)
    let recorder = ValueRecorder(items)
    items.mutate { $0.append(1) }
    #expect(recorder.values == [[0], [0, 1], [0, 1, 2]])
  }

  @Test func `a write through a property reaches code that is not on the main actor`() async {
    @MainActor final class Model { @InitializedSubject var name = "" }
    let model = Model()
    await Task.detached { model.$name.post("ada") }.value
    await mainActorQueueDrained()
    #expect(model.name == "ada")
  }
}
