import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
struct FilterObservablesTests {
  private let number = InitializedSubject(wrappedValue: 1)
  private let frame = InitializedSubject(wrappedValue: 1, changePolicy: .everyWrite)
  private let optional = UninitializedSubject<Int>()

  @Test(arguments: [true, false])
  func `a filter keeps the last value that it has seen and included`(isObserved: Bool) {
    let even = number.filter { $0.isMultiple(of: 2) }
    let half = number.compactMap { $0.isMultiple(of: 2) ? $0 / 2 : nil }
    let recorder = isObserved ? ValueRecorder(even) : nil
    #expect([even.current, half.current] == [.nothing, .nothing])
    for value in [2, 3, 4] { number.current = value }
    #expect([even.current, half.current] == [.value(4), .value(2)])
    for value in [6, 7] { number.current = value }
    // Without observers, they have not seen the 6.
    #expect([even.current, half.current] == [.value(isObserved ? 6 : 4), .value(2)])
    let all: [ObservableOptional<Int>] = [.nothing, .value(2), .value(4), .value(6)]
    #expect(recorder?.values ?? all == all)
  }

  @Test func `a rejected change calls no observer, even if every write counts`() {
    let recorder = ValueRecorder(frame.filter { $0 < 3 })
    for value in [3, 2, 2, 5] { frame.current = value }
    #expect(recorder.values == [.value(1), .value(2), .value(2)])
  }

  @Test func `a filter forgets its value when its input has none any more`() {
    let even = ValueRecorder(optional.filter { $0.isMultiple(of: 2) })
    let half = ValueRecorder(optional.compactMap { $0.isMultiple(of: 2) ? $0 / 2 : nil })
    for value: ObservableOptional<Int> in [.value(1), .value(2), .value(3), .nothing, .value(5)] {
      optional.current = value
    }
    #expect(even.values == [.nothing, .value(2), .nothing])
    #expect(half.values == [.nothing, .value(1), .nothing])
  }

  @Test func `removeDuplicates drops changes that its closure calls equal`() {
    let tens = ValueRecorder(number.removeDuplicates { $0 / 10 == $1 / 10 })
    let optionalTens = ValueRecorder(optional.removeDuplicates { $0 / 10 == $1 / 10 })
    for value in [2, 12, 13, 25] {
      number.current = value
      optional.current = .value(value)
    }
    #expect(tens.values == [1, 12, 25])
    #expect(optionalTens.values == [.nothing, .value(2), .value(12), .value(25)])
  }

  @Test func `a filter without observers has the newest value, whatever counts as a change`() {
    var got = 1
    let inputs = [
      number.map(changePolicy: .everyWrite) { $0 },
      InitializedObservable(changePolicy: .everyWrite, get: { got }),
      InitializedSubject(
        1,
        MutableSharedFlow<Int>(extraBuffer: 8),
        in: TaskScope(),
        changePolicy: .everyWrite
      ),
    ]
    let optional = number.map(changePolicy: .everyWrite) { $0 }.filter { _ in true }
    let filters =
      inputs.map { input in input.filter { _ in true } } + [optional.filter { _ in true }]
    let results =
      inputs.map { $0.compactMap { Optional($0) } } + [optional.compactMap { Optional($0) }]
    #expect((filters + results).allSatisfy { $0.current == .value(1) })
    (number.current, got) = (2, 2)
    (inputs[2] as? InitializedSubject<Int>)?.current = 2
    #expect((filters + results).map(\.current) == Array(repeating: .value(2), count: 8))
  }
}
