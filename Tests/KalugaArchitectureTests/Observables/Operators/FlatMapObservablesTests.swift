import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
struct FlatMapObservablesTests {
  private let index = InitializedSubject(wrappedValue: 0)
  private let inner = (0..<3).map { InitializedSubject(wrappedValue: $0 * 10) }

  private var latest: InitializedObservable<Int> {
    index.flatMapLatest { [inner] in inner[$0] }
  }

  @Test(arguments: [true, false])
  func `flatMapLatest follows the observable for the newest value`(isObserved: Bool) {
    let latest = latest
    let recorder = isObserved ? ValueRecorder(latest) : nil
    #expect(latest.current == 0)
    inner[0].current = 1
    #expect(latest.current == 1)
    index.current = 1
    #expect(latest.current == 10)
    inner[0].current = 2
    inner[1].current = 11
    #expect(latest.current == 11)
    inner[2].current = 11
    index.current = 2
    #expect(recorder?.values ?? [0, 1, 10, 11] == [0, 1, 10, 11])
  }

  @Test func `flatMapLatest of any flavor has a value while all of them have one`() {
    let outer = UninitializedSubject<Int>()
    let optionals = (0..<2).map { _ in UninitializedSubject<Int>() }
    let toOptional = ValueRecorder(index.flatMapLatest { optionals[$0] })
    let fromOptional = ValueRecorder(outer.flatMapLatest { [inner] in inner[$0] })
    let both = ValueRecorder(outer.flatMapLatest { optionals[$0] })
    optionals[0].current = .value(5)
    for value in [.value(1), .nothing] as [ObservableOptional<Int>] { outer.current = value }
    index.current = 1
    outer.current = .value(0)
    outer.current = .nothing
    #expect(toOptional.values == [.nothing, .value(5), .nothing])
    #expect(fromOptional.values == [.nothing, .value(10), .nothing, .value(0), .nothing])
    #expect(both.values == [.nothing, .value(5), .nothing])
  }

  @Test func `flatMapLatest is consistent with both observables in a diamond`() {
    // The inner observable is derived from the outer one.
    let sum = index.flatMapLatest { [index, inner] outer in
      combine(index, inner[outer]) { outer * 1_000 + $0 * 100 + $1 }
    }
    let all = combine(index, inner[1], sum) { "\($0) \($1) \($2)" }
    let recorder = ValueRecorder(all)
    var seen: [String] = []
    let token = index.observe { _ in seen.append(all.current) }
    defer { token.dispose() }
    index.current = 1
    inner[1].current = 11
    index.current = 2
    #expect(recorder.values == ["0 10 0", "1 10 1110", "1 11 1111", "2 11 2220"])
    #expect(seen == ["0 10 0", "1 10 1110", "2 11 2220"])
  }

  @Test func `Swift Observation tracks the newest observable`() {
    let latest = latest
    let first = trackedReads { _ = latest.current }
    inner[1].current = 12
    #expect(first.count == 0)
    index.current = 1
    #expect(first.count == 1)
    let second = trackedReads { _ = latest.current }
    inner[0].current = 5
    #expect(second.count == 0)
    inner[1].current = 13
    #expect(second.count == 1)
    // The observable below is released while it is tracked.
    let temporary = trackedReads { _ = index.flatMapLatest { [inner] in inner[$0] }.current }
    inner[1].current = 14
    #expect(temporary.count == 1)
  }

  @Test func `the source of flatMapLatest is that of the newest observable`() async {
    let scope = TaskScope()
    let endless = MutableSharedFlow<Int>()
    let (finite, sink) = AsyncStream.makeStream(of: Int.self)
    sink.yield(3)
    sink.finish()
    let following = [
      InitializedObservable(1, following: endless, in: scope),
      InitializedObservable(2, following: finite, in: scope),
      InitializedObservable(wrappedValue: 9),
    ]
    let latest = index.flatMapLatest { following[$0] }
    let recorder = ValueRecorder(latest)
    #expect(latest.sourceState.isRunning)
    let changes = trackedReads { _ = latest.sourceState }
    index.current = 2
    #expect(changes.count == 0)
    index.current = 1
    await recorder.expect(1, 9, 2, 3)
    await sourceState(of: latest, where: \.isEnded)
    #expect(changes.count == 1)
    index.current = 2
    #expect(latest.sourceState.isRunning)
    scope.cancel()
  }

  @Test func `flatMapLatest retains the newest observable and releases the one before`() async {
    let releases = ReleaseLog()
    let latest = index.flatMapLatest { [inner] index in
      let end = releases.closure()
      return inner[index].map { value in
        end()
        return value
      }
    }
    let token = latest.observe { _ in }
    for value in [1, 2] { index.current = value }
    await until(releases.count == 2)
    inner[2].current = 7
    #expect(latest.current == 7)
    token.dispose()
    await until(releases.count == 3)
  }

  @Test func `flatMapLatest without a value ends with the observable that it follows`() async {
    var outer: UninitializedSubject<Int>? = UninitializedSubject()
    let releases = ReleaseLog()
    let latest = outer?.flatMapLatest { [inner] in inner[$0] }
    _ = latest?.observe(releases.observer())
    outer = nil
    await until(releases.count == 1)
    #expect(latest?.current == .nothing)
  }

  @Test(arguments: [true, false])
  func `flatMapLatest ends with the last of its two observables`(isOuterFirst: Bool) async {
    let releases = ReleaseLog()
    var outer: InitializedSubject<Int>? = InitializedSubject(wrappedValue: 0)
    var latest: InitializedSubject<Int>? = InitializedSubject(wrappedValue: 1)
    var seen: [Int] = []
    let read = latest?.asObservable()
    _ = outer?.flatMapLatest { _ in read ?? InitializedObservable(wrappedValue: 0) }
      .observe(releases.observer { seen.append($0) })
    if isOuterFirst { outer = nil } else { latest = nil }
    await mainActorQueueDrained()
    await mainActorQueueDrained()
    #expect(releases.count == 0)
    latest?.current = 2
    outer?.current = 1
    #expect(seen == (isOuterFirst ? [1, 2] : [1]))
    (outer, latest) = (nil, nil)
    await until(releases.count == 1)
  }

  @Test func `refresh reaches a getter that flatMapLatest has selected`() {
    var value = 1
    let getter = InitializedObservable(get: { value })
    let latest = index.flatMapLatest { _ in getter }
    let recorder = ValueRecorder(latest.map { $0 * 10 })
    value = 2
    latest.refreshGetters()
    #expect(recorder.values == [10, 20])
  }

  enum SelfSelection: CaseIterable, Codable { case read, observed, selectedLater }

  @Test(
    .timeLimit(.minutes(5)),
    .enabled(if: _isDebugAssertConfiguration(), "a release build stops without a text"),
    arguments: SelfSelection.allCases
  )
  func `a selection that reaches itself is reported with its names`(way: SelfSelection) async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) { @MainActor [way] in
      let index = InitializedSubject(wrappedValue: way == .selectedLater ? 0 : 1)
      let constant = InitializedObservable(wrappedValue: 0)
      var sum: InitializedObservable<Int>?
      let total = index.flatMapLatest { $0 == 0 ? constant : sum ?? constant }
      sum = total.map { $0 + 1 }
      total.label = "total"
      sum?.label = "sum"
      let token = way == .read ? nil : total.observe { _ in }
      index.current = 1
      print(total.current)
      token?.dispose()
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("a selection reaches itself: 'total' selects 'sum', which is derived"))
  }
}
