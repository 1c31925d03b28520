import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
struct CombineObservablesTests {
  private let number = InitializedSubject(wrappedValue: 1)
  private let text = InitializedSubject(wrappedValue: "a")

  @Test func `a combination follows all its inputs`() {
    let both = combine(number, text) { number, text in "\(number)\(text)" }
    let recorder = ValueRecorder(both)
    number.current = 2
    text.current = "b"
    #expect(recorder.values == ["1a", "2a", "2b"])
  }

  @Test func `a derived value is computed from current inputs when read`() {
    let both = combine(number, text) { number, text in "\(number)\(text)" }
    number.current = 2
    #expect(both.current == "2a")
    text.current = "b"
    #expect(both.current == "2b")
  }

  @Test func `equal results are dropped`() {
    let parity = number.map { $0.isMultiple(of: 2) }
    let recorder = ValueRecorder(parity)
    number.current = 3
    number.current = 4
    number.current = 6
    #expect(recorder.values == [false, true])
  }

  @Test func `inputs of all flavours can be combined`() {
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

  @Test func `nobody sees a mixture of old and new in a diamond`() {
    let double = number.map { $0 * 2 }
    let triple = number.map { $0 * 3 }
    let both = combine(number, double, triple) { [$0, $1, $2] }
    var seen: [[Int]] = []
    let observations = [
      number.observe { _ in seen.append(both.current) },
      both.observe { seen.append($0) },
      double.observe { _ in seen.append(both.current) },
      triple.observe { _ in seen.append(both.current) },
    ]
    for value in 2...5 { number.current = value }
    for values in seen {
      #expect(values == [values[0], values[0] * 2, values[0] * 3])
    }
    for observation in observations { observation.dispose() }
  }

  @Test func `a diamond delivers once per change`() {
    let double = number.map { $0 * 2 }
    let triple = number.map { $0 * 3 }
    let sum = combine(double, triple, number) { $0 + $1 + $2 }
    let recorder = ValueRecorder(sum)
    number.current = 2
    number.current = 3
    #expect(recorder.values == [6, 12, 18])
  }

  @Test func `a diamond in which every write counts delivers once per change`() {
    let left = number.map(conflation: .never) { $0 }
    let right = number.map(conflation: .never) { $0 }
    let both = combine(left, right, number, conflation: .never) { _, _, _ in 0 }
    let recorder = ValueRecorder(both)
    number.current = 2
    number.current = 2
    number.current = 3
    #expect(recorder.values == [0, 0, 0])
  }

  @Test func `a deep diamond in which every write counts delivers once per change`() {
    let top = InitializedSubject(wrappedValue: 0, conflation: .never)
    var level: InitializedObservable<Int> = top
    for _ in 0..<5 {
      let left = level.map(conflation: .never) { $0 }
      let right = level.map(conflation: .never) { $0 }
      level = combine(left, right, conflation: .never) { $0 + $1 }
    }
    let recorder = ValueRecorder(level)
    top.current = 1
    top.current = 1
    #expect(recorder.values == [0, 32, 32])
  }

  @Test func `the same input twice delivers once`() {
    let both = combine(number, number, conflation: .never) { [$0, $1] }
    let recorder = ValueRecorder(both)
    number.current = 2
    #expect(recorder.values == [[1, 1], [2, 2]])
  }

  @Test func `a transform runs once per change while it is observed`() {
    var runs = 0
    let derived = number.map { value in
      runs += 1
      return value
    }
    let recorder = ValueRecorder(derived)
    let other = ValueRecorder(derived)
    runs = 0
    number.current = 2
    #expect(runs == 1)
    _ = derived.current
    #expect(runs == 1)
    #expect(recorder.values == other.values)
  }

  @Test func `a result that nobody observes is not computed on writes`() async {
    var runs = 0
    let derived = number.map { value in
      runs += 1
      return value
    }
    number.current = 2
    #expect(runs == 0)
    derived.observe { _ in }.dispose()
    await mainActorTurns()
    runs = 0
    number.current = 3
    #expect(runs == 0)
    #expect(derived.current == 3)
  }

  @Test func `an observable can be observed again after its last observer was disposed`() async {
    let derived = number.map { $0 * 10 }
    derived.observe { _ in }.dispose()
    await mainActorTurns()
    number.current = 2
    let recorder = ValueRecorder(derived)
    number.current = 3
    #expect(recorder.values == [20, 30])
  }

  @Test func `observing anew does not call the others`() {
    let tens = number.map { $0 / 10 }
    let derived = tens.map(conflation: .never) { $0 }
    let recorder = ValueRecorder(derived)
    number.current = 2
    #expect(recorder.values == [0])
    let other = ValueRecorder(derived)
    #expect(other.values == [0])
    #expect(recorder.values == [0])
  }

  @Test func `a combination stays readable when its inputs are released`() async {
    var subject: InitializedSubject<Int>? = InitializedSubject(wrappedValue: 5)
    let derived = try? #require(subject).map { $0 * 2 }
    let recorder = derived.map { ValueRecorder($0) }
    subject?.current = 6
    subject = nil
    await mainActorTurns()
    #expect(derived?.current == 12)
    #expect(recorder?.values == [10, 12])
    #expect(derived.map { ValueRecorder($0).values } == [12])
  }

  @Test func `a combination of nothing is a constant`() {
    let constant = combine { 5 }
    #expect(constant.current == 5)
    #expect(ValueRecorder(constant).values == [5])
  }
}
