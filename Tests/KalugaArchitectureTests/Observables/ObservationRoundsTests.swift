import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Observers that write, observe and dispose while they are called.
@MainActor
struct ObservationRoundsTests {
  private let subject = InitializedSubject(wrappedValue: 0)
  /// Disposed with the test; observers that use it must not retain it.
  private let bag = DisposeBag()

  @Test func `the order of registration outlives disposals`() async {
    var calls: [Int] = []
    let observations = (0..<20).map { number in subject.observe { _ in calls.append(number) } }
    for number in stride(from: 0, to: 20, by: 3) { observations[number].dispose() }
    for number in 5..<12 { observations[number].dispose() }
    await mainActorQueueDrained()
    _ = subject.observe { _ in calls.append(20) }
    calls = []
    subject.current = 1
    #expect(calls == [1, 2, 4, 13, 14, 16, 17, 19, 20])
  }

  @Test func `several writes inside a round become one more round with the newest value`() {
    let first = ValueRecorder(subject)
    subject.observe { [subject] value in
      if value == 1 { for next in 2...9 { subject.current = next } }
    }.addTo(bag)
    subject.observe { [subject] value in
      if value == 1 { subject.current = 10 }
    }.addTo(bag)
    let last = ValueRecorder(subject)
    subject.current = 1
    #expect([first.values, last.values] == [[0, 1, 10], [0, 1, 10]])
  }

  @Test func `writing the old value back inside a round calls no observer`() {
    let first = ValueRecorder(subject)
    subject.observe { [subject] value in
      guard value == 1 else { return }
      subject.current = 2
      subject.current = 1
    }.addTo(bag)
    let last = ValueRecorder(subject)
    subject.current = 1
    #expect([first.values, last.values, [subject.current]] == [[0, 1], [0, 1], [1]])
  }

  enum Step: Sendable {
    case write(Int)
    case observe
  }

  @Test(
    arguments: [
      ([.write(2), .observe], [2]),
      ([.observe, .write(2)], [1, 2]),
      ([.write(2), .observe, .write(1)], [2, 1]),
      ([.write(2), .observe, .write(3), .write(2)], [2]),
    ] as [([Step], [Int])]
  )
  func `an observer added between writes of one round ends on the newest value`(
    steps: [Step],
    expected: [Int]
  ) {
    var late: [Int] = []
    var hasBegun = false
    subject.observe { [subject, unowned bag] value in
      guard value == 1, !hasBegun else { return }
      hasBegun = true
      for step in steps {
        switch step {
        case .write(let value): subject.current = value
        case .observe: subject.observe { late.append($0) }.addTo(bag)
        }
      }
    }.addTo(bag)
    subject.current = 1
    #expect(late == expected)
  }

  @Test
  func `a write inside a first call is delivered to all observers after it, also if calls nest`() {
    let first = ValueRecorder(subject)
    var calls: [String] = []
    subject.observe { [subject, unowned bag] outer in
      calls.append("outer \(outer)")
      guard outer == 0 else { return }
      subject.observe { inner in
        calls.append("inner \(inner)")
        if inner == 0 { subject.current = 1 }
      }.addTo(bag)
    }.addTo(bag)
    #expect(calls == ["outer 0", "inner 0", "outer 1", "inner 1"])
    #expect(first.values == [0, 1])
  }

  @Test func `an observer added during a round gets the newest value once if every write counts`() {
    let frames = InitializedSubject(wrappedValue: 0, changePolicy: .everyWrite)
    var late: [Int] = []
    var rounds = 0
    frames.observe { [unowned bag] _ in
      rounds += 1
      if rounds == 2 { frames.observe { late.append($0) }.addTo(bag) }
    }.addTo(bag)
    frames.current = 0
    #expect(late == [0])
    frames.current = 0
    #expect(late == [0, 0])
  }

  @Test func `the value an observer began with counts for the round in which it was added`() {
    var late: [[Int]] = [[], []]
    var added = 0
    subject.observe { [subject, unowned bag] value in
      guard value == 1 && added == 0 || value == 3 else { return }
      let number = added
      added += 1
      subject.observe { late[number].append($0) }.addTo(bag)
      subject.current = value == 1 ? 2 : 1
    }.addTo(bag)
    subject.current = 1
    subject.current = 3
    // The second one has not seen the 1 that the first one began with.
    #expect(late == [[1, 2, 3, 1], [3, 1]])
  }

  @Test(arguments: [true, false])
  func `an observer may add many others while it is called`(isFirst: Bool) {
    var seen: [Int] = []
    if !isFirst { subject.observe { _ in }.addTo(bag) }
    subject.observe { [subject, unowned bag] value in
      seen.append(value)
      for _ in 0..<100 where value == 1 { subject.observe { seen.append(10 + $0) }.addTo(bag) }
      seen.append(value)
    }.addTo(bag)
    subject.current = 1
    #expect(seen == [0, 0, 1] + Array(repeating: 11, count: 100) + [1])
  }

  /// Kaluga Q13, and `ConcurrentModificationTest.testConcurrentModification`.
  @Test func `an observer disposed by another during a round is not called again`() async {
    var calls: [String] = []
    let tokens = Holder<[any Disposable]>([])
    func observe(_ name: String, disposing indices: [Int]) {
      let token = subject.observe { value in
        calls.append("\(name)\(value)")
        if value == 1 { for index in indices { tokens.value[index].dispose() } }
      }
      tokens.value.append(token)
    }
    observe("a", disposing: [1])
    observe("b", disposing: [0, 2])
    observe("c", disposing: [0])
    calls = []
    subject.current = 1
    await mainActorQueueDrained()
    subject.current = 2
    #expect(calls == ["a1", "c1", "c2"])
    for token in tokens.value { token.dispose() }
  }

  @Test func `an observer of a derived value may write to its source`() {
    let doubled = subject.map { $0 * 2 }
    let before = ValueRecorder(doubled)
    doubled.observe { [subject] value in
      if value == 2 { subject.current = 5 }
    }.addTo(bag)
    let after = ValueRecorder(doubled)
    let source = ValueRecorder(subject)
    subject.current = 1
    #expect(
      [before.values, after.values, source.values] == [[0, 2, 10], [0, 2, 10], [0, 1, 5]]
    )
  }

  @Test func `a derived value observed inside a round of its source is current`() {
    let doubled = subject.map { $0 * 2 }
    var late: [Int] = []
    subject.observe { [unowned bag] value in
      if value == 1, late.isEmpty { doubled.observe { late.append($0) }.addTo(bag) }
    }.addTo(bag)
    let early = ValueRecorder(doubled)
    subject.current = 1
    #expect([late, early.values] == [[2], [0, 2]])
    subject.current = 2
    #expect([late, early.values] == [[2, 4], [0, 2, 4]])
  }

  @Test func `two subjects that mirror each other agree`() {
    let mirror = InitializedSubject(wrappedValue: 0)
    subject.observe { mirror.current = $0 }.addTo(bag)
    mirror.observe { [subject] in subject.current = $0 }.addTo(bag)
    let recorder = ValueRecorder(subject)
    subject.current = 1
    mirror.current = 2
    #expect([recorder.values, [mirror.current]] == [[0, 1, 2], [2]])
  }
}
