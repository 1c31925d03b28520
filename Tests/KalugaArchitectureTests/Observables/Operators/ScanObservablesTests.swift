import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
struct ScanObservablesTests {
  private let number = InitializedSubject(wrappedValue: 1)

  @Test(arguments: [true, false])
  func `a scan accumulates each change that it sees once`(isObserved: Bool) {
    let sum = number.scan(100) { $0 + $1 }
    let recorder = isObserved ? ValueRecorder(sum) : nil
    #expect([sum.current, sum.current] == [101, 101])
    number.current = 2
    #expect([sum.current, sum.current] == [103, 103])
    for value in [3, 4] { number.current = value }
    // Without observers, it has not seen the 3.
    #expect([sum.current, sum.current] == (isObserved ? [110, 110] : [107, 107]))
    let other = ValueRecorder(sum)
    number.current = 5
    #expect(other.values == (isObserved ? [110, 115] : [107, 112]))
    #expect(recorder?.values ?? [101, 103, 106, 110, 115] == [101, 103, 106, 110, 115])
  }

  @Test func `a scan counts equal writes if every write counts`() {
    let taps = InitializedSubject(wrappedValue: (), changePolicy: .everyWrite)
    let count = taps.scan(0) { count, _ in count + 1 }
    for _ in 0..<3 { taps.current = () }
    #expect([count.current, count.current] == [1, 1])
    let recorder = ValueRecorder(count)
    for _ in 0..<2 { taps.current = () }
    #expect(recorder.values == [1, 2, 3])
  }

  @Test func `a scan of a derived value that is observed again accumulates nothing twice`() async {
    let count = number.map(changePolicy: .everyWrite) { $0 }.scan(0) { count, _ in count + 1 }
    let ratio = InitializedSubject(wrappedValue: 1.0)
    let ratios = ratio.map { $0 }.scan(0) { count, _ in count + 1 }
    for round in 0..<3 {
      let recorders = [ValueRecorder(count), ValueRecorder(ratios)]
      #expect(recorders.map(\.values) == [[1 + round], [2 * round + 1]])
      number.current += 1
      ratio.current = .nan
      #expect([count.current, ratios.current] == [2 + round, 2 * round + 2])
      for recorder in recorders { recorder.stop() }
      await mainActorQueueDrained()
      ratio.current = 1
      #expect([count.current, ratios.current] == [2 + round, 2 * round + 3])
    }
  }

  @Test func `a scan of an uninitialized observable skips nothing`() {
    let optional = UninitializedSubject<Int>()
    let recorder = ValueRecorder(optional.scan(10) { $0 + $1 })
    for value: ObservableOptional<Int> in [.value(1), .nothing, .value(1)] {
      optional.current = value
    }
    #expect(recorder.values == [10, 11, 12])
  }

  @Test func `a scan is consistent with its input in a diamond, and accumulates once`() {
    let sum = number.scan(0) { $0 + $1 }
    let twice = combine(number, sum, sum.map { $0 * 2 }) { [$0, $1, $2] }
    let recorder = ValueRecorder(twice)
    _ = number.observe { _ in _ = sum.current }
    for value in 2...3 { number.current = value }
    #expect(recorder.values == [[1, 1, 2], [2, 3, 6], [3, 6, 12]])
  }

  @Test func `a scan does not keep the value of a subject, which is changed in place`() {
    let items = InitializedSubject(wrappedValue: Storage(), changePolicy: .everyWrite)
    let count = items.scan(0) { count, _ in count + 1 }
    #expect(count.current == 1)
    #expect(items.mutate { $0.isUnique })
    #expect(count.current == 2)
  }
}

private struct Storage {
  private var object = Tally()

  /// Whether the storage can be changed without a copy.
  var isUnique: Bool { mutating get { isKnownUniquelyReferenced(&object) } }
}
