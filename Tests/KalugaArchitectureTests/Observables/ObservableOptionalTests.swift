import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// "Nothing yet" and "nil" are different everywhere.
@MainActor
struct ObservableOptionalTests {
  private let subject = UninitializedSubject<Int?>()

  @Test func `nothing and a nil value are different`() {
    let different: Set<ObservableOptional<Int?>> = [.nothing, .value(nil), .value(1), .nothing]
    #expect(different.count == 3)
    #expect(ObservableOptional<Int>.nothing.valueOrNil == nil)
    #expect(ObservableOptional<Int>.value(1).valueOrNil == 1)
    #expect(ObservableOptional<Int?>.value(nil).valueOrNil == .some(nil))
  }

  /// Kaluga: `resultValueOrDefault`.
  @Test func `valueOr computes its default only if there is no value`() {
    #expect(ObservableOptional<Int>.nothing.valueOr(2) == 2)
    #expect(ObservableOptional<Int?>.value(nil).valueOr(2) == nil)
    func fail() -> Int {
      Issue.record("the default was computed")
      return 0
    }
    #expect(ObservableOptional<Int>.value(1).valueOr(fail()) == 1)
  }

  @Test func `map transforms the value, keeps nothing as nothing and rethrows errors`() {
    #expect(ObservableOptional<Int>.value(1).map { "\($0)" } == .value("1"))
    #expect(ObservableOptional<Int>.nothing.map { "\($0)" } == .nothing)
    #expect(throws: SourceError.self) {
      try ObservableOptional<Int>.value(1).map { _ throws(SourceError) -> Int in
        throw SourceError()
      }
    }
  }

  /// Kaluga Q18: the callback got null for both.
  @Test func `nothing yet and nil are different in callbacks and streams`() async {
    let recorder = ValueRecorder(subject)
    var consumer = subject.stateFlow.makeAsyncIterator()
    var seen = [await consumer.next()]
    for next in [.value(nil), .value(1), .nothing, .value(nil)] as [ObservableOptional<Int?>] {
      for _ in 0..<2 { subject.current = next }
      seen.append(await consumer.next())
    }
    #expect(recorder.values == [.nothing, .value(nil), .value(1), .nothing, .value(nil)])
    #expect(seen == recorder.values)
  }

  @Test func `nothing yet and nil are different for trackers`() {
    let first = trackedReads { _ = subject.current }
    subject.post(nil)
    #expect(first.count == 1)
    let second = trackedReads { _ = subject.currentOrNil }
    subject.post(nil)
    #expect(second.count == 0)
    subject.current = .nothing
    #expect(second.count == 1)
  }

  @Test func `map of an observable keeps nothing as nothing and drops equal results`() {
    let subject = UninitializedSubject<Int>()
    let tens = ValueRecorder(subject.map { $0 / 10 })
    let positive = ValueRecorder(subject.map { $0 > 10 ? $0 : nil })
    let every = ValueRecorder(subject.map(changePolicy: .everyWrite) { _ in 0 })
    for value in [10, 11, 20, 20] { subject.post(value) }
    subject.current = .nothing
    #expect(tens.values == [.nothing, .value(1), .value(2), .nothing])
    #expect(positive.values == [.nothing, .value(nil), .value(11), .value(20), .nothing])
    #expect(every.values == [.nothing, .value(0), .value(0), .value(0), .nothing])
  }
}
