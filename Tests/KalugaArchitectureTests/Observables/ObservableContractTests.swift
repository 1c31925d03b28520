import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

/// The rules for every flavor and every kind of source.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ObservableContractTests {
  @Test(arguments: ObservableFixture.all)
  func `observe calls back before it returns, even after all observers have left`(
    fixture: ObservableFixture
  ) async {
    let source = fixture.make()
    var last = 0
    for value in [1, 3, 5] {
      let recorder = ValueRecorder(source.observable)
      #expect(recorder.values == [last])
      await source.write(value)
      #expect(recorder.values == [last, value])
      recorder.stop()
      await mainActorQueueDrained()
      last = value + 1
      await source.write(last)
      #expect(recorder.values.count == 2)
    }
  }

  /// Kaluga: `testObservable` and the suites `FlowTest`, `MutableStateFlowTest`,
  /// `MutableSharedFlowTest`, `ReadOnlyPropertyTest` and `ReadWritePropertyTest`.
  @Test(arguments: ObservableFixture.all)
  func `each way to write reaches each way to read`(fixture: ObservableFixture) async {
    let source = fixture.make()
    let observable = source.observable
    let recorder = ValueRecorder(observable)
    let derived = observable.map { -$0 }
    let derivedRecorder = ValueRecorder(derived)
    let readSide = observable.asObservable()
    let flow = observable.stateFlow
    var iterator = derived.stateFlow.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    let values = fixture.ways.indices.map { $0 + 1 }
    for (way, value) in zip(fixture.ways, values) {
      await source.write(value, by: way)
      let read: [Int?] = [
        observable.current, observable.wrappedValue, observable.projectedValue.current,
        observable.stateFlow.value, flow.value, readSide.current, recorder.values.last,
      ]
      let derivedRead: [Int?] = [
        derived.current, derived.stateFlow.value, derivedRecorder.values.last,
        await iterator.next(),
      ]
      #expect(read == Array(repeating: value, count: 7), "\(way)")
      #expect(derivedRead == Array(repeating: -value, count: 4), "\(way)")
    }
    await source.write(0)
    #expect(recorder.values == [0] + values + [0])
    #expect(derivedRecorder.values == [0] + values.map(-) + [0])
  }

  /// Kaluga: the tests called `…BeforeObserving…`.
  @Test(arguments: ObservableFixture.all)
  func `a first write before observing is not lost`(fixture: ObservableFixture) async {
    for way in fixture.ways {
      let source = fixture.make()
      await source.write(1, by: way)
      #expect(ValueRecorder(source.observable).values == [1], "\(way)")
    }
  }

  @Test(arguments: ObservableFixture.all)
  func `equal values are dropped for every way to write`(fixture: ObservableFixture) async {
    let source = fixture.make()
    let recorder = ValueRecorder(source.observable)
    for way in fixture.ways {
      for value in [0, 1, 1, 0] { await source.write(value, by: way) }
    }
    #expect(recorder.values == [0] + fixture.ways.flatMap { _ in [1, 0] })
  }

  @Test(arguments: ObservableFixture.all)
  func `observers are called in the order of registration`(fixture: ObservableFixture) async {
    let source = fixture.make()
    var order: [String] = []
    let tokens = ["A", "B", "C"].map { name in
      source.observable.observe { order.append("\(name)\($0)") }
    }
    await source.write(1)
    tokens[1].dispose()
    await source.write(2)
    _ = source.observable.observe { order.append("D\($0)") }
    await source.write(3)
    #expect(order == ["A0", "B0", "C0", "A1", "B1", "C1", "A2", "C2", "D2", "A3", "C3", "D3"])
  }

  @Test(arguments: ObservableFixture.all)
  func `after dispose no call begins`(fixture: ObservableFixture) async {
    let source = fixture.make()
    var outside: [Int] = []
    var inside: [Int] = []
    let bags = [DisposeBag(), DisposeBag()]
    let observeInside = { (bag: DisposeBag) in
      source.observable.observe { value in
        inside.append(value)
        if value == 2 { bag.dispose() }
      }.addTo(bag)
    }
    observeInside(bags[0])
    let token = source.observable.observe { outside.append($0) }
    observeInside(bags[1])
    await source.write(1)
    token.dispose()
    token.dispose()
    await source.write(2)
    await source.write(3)
    #expect([outside, inside, [source.observable.current]] == [[0, 1], [0, 0, 1, 1, 2, 2], [3]])
  }

  /// Kaluga Q1: A1, A2, B2, B1, and a state flow that stayed at 1.
  @Test(arguments: ObservableFixture.writable)
  func `a write inside a callback is delivered after the running round`(
    fixture: ObservableFixture
  ) async {
    let source = fixture.make()
    let flow = source.observable.stateFlow
    var order: [String] = []
    let token = source.observable.observe { value in
      order.append("A\(value)")
      #expect(flow.value == value)
      guard value == 1 else { return }
      for next in [2, 3] {
        source.assign(next)
        #expect(source.observable.current == next)
        #expect(source.observable.stateFlow.value == next)
      }
    }
    _ = source.observable.observe { order.append("B\($0)") }
    source.assign(1)
    await mainActorQueueDrained()
    #expect(order == ["A0", "B0", "A1", "B1", "A3", "B3"])
    #expect([source.observable.current, flow.value] == [3, 3])
    token.dispose()
  }

  @Test(arguments: ObservableFixture.all)
  func `an observer added during a round gets the newest value once`(
    fixture: ObservableFixture
  ) async {
    let source = fixture.make()
    var late: [Int] = []
    let token = source.observable.observe { value in
      if value == 1, late.isEmpty { _ = source.observable.observe { late.append($0) } }
    }
    await source.write(1)
    #expect(late == [1])
    await source.write(2)
    #expect(late == [1, 2])
    token.dispose()
  }

  @Test(arguments: ObservableFixture.writable)
  func `set from elsewhere returns when every observer has been called`(
    fixture: ObservableFixture
  ) async {
    let source = fixture.make()
    let recorder = ValueRecorder(source.observable)
    let derived = ValueRecorder(source.observable.map { $0 * 10 })
    let seen = await Task.detached {
      await source.write(1, by: .set)
      return await [recorder.values, derived.values]
    }.value
    #expect(seen == [[0, 1], [0, 10]])
  }

  @Test(arguments: ObservableFixture.all, [false, true])
  func `Swift Observation reports each change once, and no equal value`(
    fixture: ObservableFixture,
    isObserved: Bool
  ) async {
    let source = fixture.make()
    if isObserved { _ = source.observable.map { $0 }.observe { _ in } }
    await source.write(1)
    for (way, value) in zip(fixture.ways, 1...) {
      let changes = [
        trackedReads { _ = source.observable.current },
        trackedReads { _ = source.observable.wrappedValue },
        // Only the tracker retains this derived observable.
        trackedReads { _ = source.observable.map { $0 * 2 }.current },
      ]
      await source.write(value, by: way)
      #expect(changes.map(\.count) == [0, 0, 0], "\(way)")
      await source.write(value + 1, by: way)
      #expect(changes.map(\.count) == [1, 1, 1], "\(way)")
    }
  }

  /// A getter is read inside the tracking of its own observation, which notifies an outer one as
  /// well.
  @Test(arguments: ObservableFixture.all.filter { !$0.isGetter })
  func `observing and writing track nothing`(fixture: ObservableFixture) async {
    let source = fixture.make()
    let changes = trackedReads {
      _ = source.observable.observe { _ in }
      _ = source.observable.map { $0 + 1 }.observe { _ in }
      source.assign(1)
    }
    await source.write(2)
    #expect(changes.count == 0)
  }

  enum Use: CaseIterable {
    case nothing, observer, derivedObserver, tracker, stateFlow
  }

  @Test(arguments: ObservableFixture.all, Use.allCases)
  func `an observable without owners is released with its source, observers and trackers`(
    fixture: ObservableFixture,
    use: Use
  ) async {
    // A getter has no end, so its observers keep it until they are disposed.
    if fixture.isGetter, use == .observer || use == .derivedObserver { return }
    let releases = ReleaseLog()
    weak var observable: InitializedObservable<Int>?
    weak var source: AnyObject?
    do {
      let made = fixture.make()
      (observable, source) = (made.observable, made.source)
      await made.write(1)
      switch use {
      case .nothing: break
      case .observer: _ = made.observable.observe(releases.observer())
      case .derivedObserver: _ = made.observable.map { $0 + 1 }.observe(releases.observer())
      case .tracker:
        let onChange = releases.closure()
        withObservationTracking {
          _ = made.observable.map { [weak observable] in $0 + (observable?.current ?? 0) }.current
        } onChange: {
          onChange()
        }
      case .stateFlow: #expect(made.observable.stateFlow.value == 1)
      }
      if use != .tracker { await made.write(2) }
    }
    let expected = use == .nothing || use == .stateFlow ? 0 : 1
    await until(
      observable == nil && source == nil && releases.count == expected,
      "something is kept: a node completes when nothing outside can report any more"
    )
    #expect(releases.isOnMainActorOnly)
  }

  @Test(arguments: ObservableFixture.all)
  func `a disposed observer is released on the main actor, wherever it was disposed`(
    fixture: ObservableFixture
  ) async {
    let releases = ReleaseLog()
    let source = fixture.make()
    let tokens = (0..<4).map { _ in source.observable.observe(releases.observer()) }
    await source.write(1)
    #expect(releases.count == 0)
    for token in tokens.prefix(2) { token.dispose() }
    await Task.detached { for token in tokens.suffix(2) { token.dispose() } }.value
    await until(releases.count == 4)
    #expect(releases.isOnMainActorOnly)
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test(arguments: ObservableFixture.writable)
  func `set inside a round returns when that value has reached every observer`(
    fixture: ObservableFixture
  ) async {
    let source = fixture.make()
    var later: ValueRecorder<Int>?
    var task: Task<[Int]?, Never>?
    let token = source.observable.observe { [source] value in
      guard value == 1 else { return }
      task = Task.immediate {
        await source.write(2, by: .set)
        return later?.values
      }
    }
    later = ValueRecorder(source.observable)
    source.assign(1)
    #expect(await task?.value == [0, 1, 2])
    token.dispose()
  }
}
