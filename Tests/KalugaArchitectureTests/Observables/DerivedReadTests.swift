import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Reads of derived values: how much they compute, and that they see what was written last.
@MainActor
struct DerivedReadTests {
  private let subject = InitializedSubject(wrappedValue: 1)
  private let bag = DisposeBag()

  // MARK: Unused values

  @Test func `a read computes each derived value that is not used once`() {
    var computed = 0
    var end: InitializedObservable<Int> = subject
    for _ in 0..<20 {
      let input = end
      let (left, right) = (
        input.map { value in
          computed += 1
          return value &+ 1
        },
        input.map { value in
          computed += 1
          return value &* 2
        }
      )
      end = combine(left, right) { left, right in
        computed += 1
        return left &- right
      }
    }
    _ = end.current
    #expect(computed == 60)
    subject.current = 2
    _ = end.current
    #expect(computed == 120)
  }

  @Test func `a first observer computes each value below it once`() {
    var computed = 0
    var end: InitializedObservable<Int> = subject
    for _ in 0..<10 {
      end = combine(end, end.map { $0 }) { left, right in
        computed += 1
        return left &+ right
      }
    }
    end.observe { _ in }.addTo(bag)
    #expect(computed == 10)
  }

  @Test func `a read keeps no computed value after its end`() {
    final class Computed {}
    weak var computed: Computed?
    let end = subject.map(changePolicy: .everyWrite) { _ -> Computed in
      let made = Computed()
      computed = made
      return made
    }.map { _ in 0 }
    #expect(end.current == 0)
    #expect(computed == nil)
  }

  @Test func `a transform that writes an input is read with the new value`() {
    let other = InitializedSubject(wrappedValue: 0)
    let doubled = other.map { $0 * 2 }.map { $0 }
    let sum = combine(doubled, subject.map { $0 }) { before, value -> Int in
      other.current = value
      return before * 100 + doubled.current
    }
    #expect(sum.current == 2)
    subject.current = 3
    #expect(sum.current == 206)
  }

  // MARK: Selections

  @Test func `a selection that changes in a round is read before its observers are called`() {
    let (left, right) = (InitializedSubject(wrappedValue: 10), InitializedSubject(wrappedValue: 20))
    var readings: [Int] = []
    let selected = subject.flatMapLatest { $0 == 1 ? left : right }.map { $0 }
    // Called before the selection is linked to the right side.
    subject.observe { value in
      guard value == 2 else { return }
      readings.append(selected.current)
      right.current = 21
      readings.append(selected.current)
    }.addTo(bag)
    let recorder = ValueRecorder(selected)
    subject.current = 2
    right.current = 22
    #expect(readings == [20, 21])
    #expect(recorder.values == [10, 21, 22])
    #expect(selected.current == 22)
  }

  @Test func `an observed selection of a flow is read as the flow is, and then as a subject is`()
    async
  {
    let flow = MutableStateFlow(10)
    let plain = InitializedSubject(wrappedValue: 20)
    let backed = InitializedSubject(flow)
    let selected = subject.flatMapLatest { $0 == 1 ? backed : plain }.map { $0 + 1 }.map { $0 + 1 }
    selected.observe { _ in }.addTo(bag)
    await Task.detached { flow.value = 11 }.value
    #expect(selected.current == 13)
    subject.current = 2
    #expect(selected.current == 22)
    plain.current = 21
    #expect(selected.current == 23)
    subject.current = 1
    await Task.detached { flow.value = 12 }.value
    #expect(selected.current == 14)
  }

  // MARK: Releases

  @Test func `a write in the release of a disposed observer is not delivered twice`() {
    let recorder = ValueRecorder(subject)
    let token = subject.observe(MainProbe { [subject] in subject.current = 3 }.observer())
    subject.current = 3
    token.dispose()
    // The next change releases the closure, whose end writes the value of before.
    subject.current = 2
    #expect(recorder.values == [1, 3, 2])
  }
}
