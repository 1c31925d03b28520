import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
struct DelayedObservablesTests {
  private let text = InitializedSubject(wrappedValue: "")
  private let clock = ManualClock()

  private var debounced: InitializedObservable<String> {
    text.debounced(for: .milliseconds(300), clock: clock)
  }

  private var throttled: InitializedObservable<String> {
    text.throttled(for: .milliseconds(300), clock: clock)
  }

  /// Writes each value, and lets some time pass after it.
  private func write(_ values: [(value: String, milliseconds: Int)]) async {
    for (value, milliseconds) in values {
      text.current = value
      await clock.run(for: .milliseconds(milliseconds))
    }
  }

  @Test func `a debounced value changes once its input has not changed for the duration`() async {
    let recorder = ValueRecorder(debounced)
    await write([("a", 200), ("ab", 200), ("abc", 299)])
    #expect(recorder.values == [""])
    await clock.run(for: .milliseconds(1))
    #expect(recorder.values == ["", "abc"])
    await write([("x", 100), ("abc", 1_000)])
    #expect(recorder.values == ["", "abc"])
    #expect(clock.deadlines == [])
  }

  @Test func `a throttled value takes the first change, and the newest one of each interval`() async
  {
    let recorder = ValueRecorder(throttled)
    text.current = "a"
    #expect(recorder.values == ["", "a"])
    await write([("b", 100), ("c", 199)])
    #expect(recorder.values == ["", "a"])
    await clock.run(for: .milliseconds(1))
    #expect(recorder.values == ["", "a", "c"])
    await write([("d", 300), ("e", 1_000), ("f", 0)])
    #expect(recorder.values == ["", "a", "c", "d", "e", "f"])
    #expect(clock.deadlines == [])
  }

  // atomrc/callbag-debounce#12, apple/swift-async-algorithms#248, ReactiveCocoa/ReactiveSwift#287: the
  // last value before the end of the source is lost.
  @Test func `the last value of a sequence that has ended arrives in time`() async {
    let scope = TaskScope(name: "followed")
    let (source, input) = AsyncStream<Int>.makeStream()
    let progress = InitializedObservable(0, following: source, in: scope)
    let late = ValueRecorder(progress.debounced(for: .seconds(1), clock: clock))
    let rare = ValueRecorder(progress.throttled(for: .seconds(1), clock: clock))
    for value in [50, 99, 100] { input.yield(value) }
    input.finish()
    await until(progress.current == 100)
    await clock.run(for: .seconds(1))
    #expect(late.values == [0, 100])
    #expect(rare.values.first == 0 && rare.values.last == 100)
    scope.cancel()
  }

  @Test func `a delayed value of a flavor without a value delays its loss, too`() async {
    let subject = UninitializedSubject<Int>()
    let late = ValueRecorder(subject.debounced(for: .seconds(1), clock: clock))
    let rare = ValueRecorder(subject.throttled(for: .seconds(1), clock: clock))
    subject.current = .value(1)
    await clock.run(for: .seconds(1))
    for value: ObservableOptional<Int> in [.value(2), .value(3), .nothing] {
      subject.current = value
    }
    await clock.run(for: .seconds(1))
    #expect(late.values == [.nothing, .value(1), .nothing])
    #expect(rare.values == [.nothing, .value(1), .value(2), .nothing])
  }

  @Test func `a change that was held back does not arrive after the last observer is gone`() async {
    let (debounced, throttled) = (debounced, throttled)
    var seen: [String] = []
    let tokens = [debounced, throttled].map { $0.observe { seen.append($0) } }
    await write([("a", 0), ("b", 0)])
    for token in tokens { token.dispose() }
    await mainActorQueueDrained()
    #expect(clock.deadlines == [])
    #expect([debounced.current, throttled.current] == ["b", "b"])
    let late = [ValueRecorder(debounced), ValueRecorder(throttled)]
    await clock.run(for: .seconds(1))
    #expect(seen == ["", "", "a"])
    #expect(late.map(\.values) == [["b"], ["b"]])
  }

  @Test func `Swift Observation is notified of a debounced change after the duration`() async {
    let debounced = debounced
    for (value, old) in [("a", ""), ("b", "a")] {
      let changes = trackedReads { #expect(debounced.current == old) }
      await write([(value, 299)])
      #expect(changes.count == 0)
      #expect(debounced.current == old)
      await clock.run(for: .milliseconds(1))
      #expect(changes.count == 1)
    }
  }

  /// A tracker does not follow between its notification and its next read.
  @Test func `Swift Observation is notified of a throttled change once in each interval`() async {
    let throttled = throttled
    let first = trackedReads { _ = throttled.current }
    text.current = "a"
    #expect(first.count == 1)
    let second = trackedReads { #expect(throttled.current == "a") }
    await write([("b", 299)])
    #expect(second.count == 0)
    await clock.run(for: .milliseconds(1))
    #expect(second.count == 1)
    #expect(throttled.current == "b")
  }

  @Test func `each delayed change is delivered if every write counts`() async {
    let taps = InitializedSubject(wrappedValue: 0, changePolicy: .everyWrite)
    let recorder = ValueRecorder(taps.debounced(for: .seconds(1), clock: clock))
    for _ in 0..<2 {
      taps.current = 0
      await clock.run(for: .seconds(1))
    }
    #expect(recorder.values == [0, 0, 0])
  }

  /// The clock has reached the end of the interval, and the task that waits for it has not run yet.
  @Test func `a change at the end of an interval is delivered once`() async throws {
    let frames = InitializedSubject(wrappedValue: 0, changePolicy: .everyWrite)
    let recorder = ValueRecorder(frames.throttled(for: .seconds(1), clock: clock))
    for frame in [1, 2] { frames.current = frame }
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    frames.current = 3
    await clock.run(for: .seconds(2))
    #expect(recorder.values == [0, 1, 3])
    #expect(clock.deadlines == [])
  }

  @Test func `a delayed observable that is observed while it begins to follow is linked once`()
    async
  {
    var value = 0
    var reads = 0
    let getter = InitializedObservable {
      reads += 1
      return value
    }
    let delayed = getter.debounced(for: .seconds(1), clock: clock)
    var token: (any Disposable)?
    let first = getter.observe { if $0 == 1, token == nil { token = delayed.observe { _ in } } }
    value = 1
    text.current = "a"  // Any write makes the next check ask the getter.
    let changes = trackedReads { _ = delayed.current }
    #expect(token != nil && changes.count == 0)
    token?.dispose()
    first.dispose()
    value = 2
    getter.refreshGetters()
    await clock.run(for: .seconds(1))
    #expect(changes.count == 1)
    await mainActorQueueDrained()
    reads = 0
    getter.refreshGetters()
    #expect(reads == 0)
  }
}
