import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
struct CombineObservablesTests {
  private let number = InitializedSubject(wrappedValue: 1)
  private let text = InitializedSubject(wrappedValue: "a")

  @Test(arguments: [true, false])
  func `a derived value is computed from current inputs when read`(isObserved: Bool) {
    let both = combine(number, text) { number, text in "\(number)\(text)" }
    let recorder = isObserved ? ValueRecorder(both) : nil
    number.current = 2
    #expect(both.current == "2a")
    text.current = "b"
    #expect(both.current == "2b")
    #expect(recorder?.values ?? ["1a", "2a", "2b"] == ["1a", "2a", "2b"])
  }

  @Test func `inputs of all flavors can be combined`() {
    let uninitialized = UninitializedSubject<Int>()
    let defaulted = DefaultSubject(default: "D")
    let constant = InitializedObservable(wrappedValue: 7)
    let all = combine(uninitialized, defaulted, constant, number) { one, two, three, four in
      "\(one.valueOrNil ?? -1) \(two) \(three) \(four)"
    }
    let recorder = ValueRecorder(all)
    uninitialized.post(5)
    defaulted.post("x")
    number.post(2)
    #expect(recorder.values == ["-1 D 7 1", "5 D 7 1", "5 x 7 1", "5 x 7 2"])
  }

  @Test func `in a diamond, no observer sees a mixture of old and new values`() {
    let double = number.map { $0 * 2 }
    let triple = number.map { $0 * 3 }
    let both = combine(number, double, triple) { [$0, $1, $2] }
    var seen: [[Int]] = []
    _ = number.observe { _ in seen.append(both.current) }
    let recorder = ValueRecorder(both)
    _ = double.observe { _ in seen.append(both.current) }
    _ = triple.observe { _ in seen.append(both.current) }
    for value in 2...5 { number.current = value }
    #expect(seen.count == 15)
    #expect(seen.allSatisfy { $0 == [$0[0], $0[0] * 2, $0[0] * 3] })
    #expect(recorder.values == (1...5).map { [$0, $0 * 2, $0 * 3] })
  }

  @Test(arguments: [1, 5])
  func `a diamond in which every write counts delivers once per change`(depth: Int) {
    let top = InitializedSubject(wrappedValue: 0, changePolicy: .everyWrite)
    var level: InitializedObservable<Int> = top
    for _ in 0..<depth {
      let left = level.map(changePolicy: .everyWrite) { $0 }
      let right = level.map(changePolicy: .everyWrite) { $0 }
      level = combine(left, right, level, changePolicy: .everyWrite) { left, right, _ in
        left + right
      }
    }
    let recorder = ValueRecorder(level)
    for _ in 0..<2 { top.current = 1 }
    #expect(recorder.values == [0, 1 << depth, 1 << depth])
  }

  @Test func `a transform runs once per change while it is observed`() {
    var runs = 0
    let derived = number.map { value in
      runs += 1
      return value
    }
    let recorders = [ValueRecorder(derived), ValueRecorder(derived)]
    runs = 0
    number.current = 2
    _ = derived.current
    #expect(runs == 1)
    #expect(recorders.map(\.values) == [[1, 2], [1, 2]])
  }

  /// Kaluga Q19: state flows that were asked for added up.
  @Test func `a result without observers is not computed on writes`() async {
    var runs = 0
    let derived = number.map { value in
      runs += 1
      return value
    }
    number.current = 2
    #expect(runs == 0)
    derived.observe { _ in }.dispose()
    for _ in 0..<1_000 { _ = derived.stateFlow.value }
    await mainActorQueueDrained()
    runs = 0
    number.current = 3
    #expect(runs == 0)
    #expect(derived.current == 3)
  }

  @Test func `equal results are dropped, and another observation does not call the others`() {
    let derived = number.map { $0 / 10 }.map(changePolicy: .everyWrite) { $0 }
    let recorder = ValueRecorder(derived)
    number.current = 2
    let other = ValueRecorder(derived)
    #expect([recorder.values, other.values] == [[0], [0]])
  }
}
