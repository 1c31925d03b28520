import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// What happens when observers write, observe and dispose while they are called.
@MainActor
struct ObservationRoundsTests {
  @MainActor
  private final class Tokens {
    var all: [any Disposable] = []
  }

  private let subject = InitializedSubject(wrappedValue: 0)
  /// Disposed with the test; observers that use it must not hold it.
  private let bag = DisposeBag()

  @Test func `observers are called in the order of registration`() {
    var calls: [String] = []
    for name in ["a", "b", "c"] {
      subject.observe { calls.append("\(name)\($0)") }.addTo(bag)
    }
    calls = []
    subject.current = 1
    #expect(calls == ["a1", "b1", "c1"])
  }

  @Test func `the order of registration outlives disposals`() async {
    var calls: [Int] = []
    var observations: [any Disposable] = []
    for number in 0..<20 {
      observations.append(subject.observe { _ in calls.append(number) })
    }
    for number in stride(from: 0, to: 20, by: 3) { observations[number].dispose() }
    for number in 5..<12 { observations[number].dispose() }
    await mainActorTurns()
    subject.observe { _ in calls.append(20) }.addTo(bag)
    calls = []
    subject.current = 1
    #expect(calls == [1, 2, 4, 13, 14, 16, 17, 19, 20])
    for observation in observations { observation.dispose() }
  }

  /// Kaluga Q1: A1, A2, B2, B1.
  @Test func `a write inside a callback is delivered after the running round`() {
    var calls: [String] = []
    subject.observe { [subject] value in
      calls.append("a\(value)")
      if value == 1 {
        subject.current = 2
        #expect(subject.current == 2)
      }
    }.addTo(bag)
    subject.observe { calls.append("b\($0)") }.addTo(bag)
    calls = []
    subject.current = 1
    #expect(calls == ["a1", "b1", "a2", "b2"])
  }

  @Test func `several writes inside a round become one further round with the newest value`() {
    let second = ValueRecorder(subject)
    subject.observe { [subject] value in
      if value == 1 { for next in 2...9 { subject.current = next } }
    }.addTo(bag)
    subject.observe { [subject] value in
      if value == 1 { subject.current = 10 }
    }.addTo(bag)
    let last = ValueRecorder(subject)
    subject.current = 1
    #expect(second.values == [0, 1, 10])
    #expect(last.values == [0, 1, 10])
  }

  @Test func `writing the old value back inside a round calls nobody`() {
    let first = ValueRecorder(subject)
    subject.observe { [subject] value in
      guard value == 1 else { return }
      subject.current = 2
      subject.current = 1
    }.addTo(bag)
    let last = ValueRecorder(subject)
    subject.current = 1
    #expect(first.values == [0, 1])
    #expect(last.values == [0, 1])
    #expect(subject.current == 1)
  }

  @Test func `a write inside the first call is delivered to all after it`() {
    let first = ValueRecorder(subject)
    var calls: [Int] = []
    subject.observe { [subject] value in
      calls.append(value)
      if value == 0 { subject.current = 1 }
    }.addTo(bag)
    #expect(calls == [0, 1])
    #expect(first.values == [0, 1])
  }

  @Test func `an observer added during a round gets the newest value once`() {
    var late: [Int] = []
    var isAdded = false
    subject.observe { [subject, unowned bag] value in
      guard value == 1, !isAdded else { return }
      isAdded = true
      subject.observe { late.append($0) }.addTo(bag)
    }.addTo(bag)
    subject.current = 1
    #expect(late == [1])
    subject.current = 2
    #expect(late == [1, 2])
  }

  @Test func `an observer added after a write in the same round gets the newest value once`() {
    var late: [Int] = []
    subject.observe { [subject, unowned bag] value in
      guard value == 1 else { return }
      subject.current = 2
      subject.observe { late.append($0) }.addTo(bag)
    }.addTo(bag)
    subject.current = 1
    #expect(late == [2])
  }

  @Test func `an observer added before a write in the same round gets both values`() {
    var late: [Int] = []
    subject.observe { [subject, unowned bag] value in
      guard value == 1 else { return }
      subject.observe { late.append($0) }.addTo(bag)
      subject.current = 2
    }.addTo(bag)
    subject.current = 1
    #expect(late == [1, 2])
  }

  @Test func `an observer added in a round that ends where it began ends on that value`() {
    var late: [Int] = []
    subject.observe { [subject, unowned bag] value in
      guard value == 1 else { return }
      subject.current = 2
      subject.observe { late.append($0) }.addTo(bag)
      subject.current = 1
    }.addTo(bag)
    subject.current = 1
    #expect(late == [2, 1])
  }

  @Test func `observers added inside first calls nest`() {
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
  }

  @Test func `an observer added during a round gets the newest value once if every write counts`() {
    let frames = InitializedSubject(wrappedValue: 0, conflation: .never)
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

  /// Kaluga Q13.
  @Test func `an observer disposed by another during a round is not called again`() {
    var calls: [String] = []
    let other = Lock<(any Disposable)?>(nil)
    subject.observe { value in
      calls.append("a\(value)")
      if value == 1 { other.withLock { $0 }?.dispose() }
    }.addTo(bag)
    let disposed = subject.observe { calls.append("b\($0)") }
    other.withLock { $0 = disposed }
    subject.observe { calls.append("c\($0)") }.addTo(bag)
    calls = []
    subject.current = 1
    subject.current = 2
    #expect(calls == ["a1", "c1", "a2", "c2"])
  }

  @Test func `an observer that disposes itself is not called again`() {
    var calls: [Int] = []
    var own: (any Disposable)?
    own = subject.observe { [subject] value in
      calls.append(value)
      guard value == 1 else { return }
      own?.dispose()
      subject.current = 2
    }
    let last = ValueRecorder(subject)
    subject.current = 1
    subject.current = 3
    #expect(calls == [0, 1])
    #expect(last.values == [0, 1, 2, 3])
  }

  /// Kaluga: `ConcurrentModificationTest.testConcurrentModification`.
  @Test func `observers that dispose each other while a value is delivered`() async {
    let observations = Tokens()
    var calls: [Int] = []
    observations.all.append(
      subject.observe { value in
        calls.append(1)
        if value == 1 { observations.all[1].dispose() }
      }
    )
    observations.all.append(
      subject.observe { value in
        calls.append(2)
        guard value == 1 else { return }
        observations.all[0].dispose()
        observations.all[2].dispose()
      }
    )
    observations.all.append(subject.observe { _ in calls.append(3) })
    calls = []
    subject.current = 1
    #expect(subject.current == 1)
    #expect(calls == [1, 3])
    await mainActorTurns()
    subject.current = 2
    #expect(calls == [1, 3, 1, 3])
    for observation in observations.all { observation.dispose() }
    observations.all = []
  }

  @Test func `many observers that come and go inside rounds`() async {
    var calls = 0
    let observations = Tokens()
    func add() {
      observations.all.append(
        subject.observe { value in
          calls += 1
          guard value > 0, value < 50 else { return }
          observations.all[(value * 7 + calls) % observations.all.count].dispose()
          if calls.isMultiple(of: 3), observations.all.count < 300 { add() }
        }
      )
    }
    for _ in 0..<10 { add() }
    for value in 1..<60 {
      subject.current = value
      if value.isMultiple(of: 5) { await mainActorTurns(1) }
    }
    for observation in observations.all { observation.dispose() }
    calls = 0
    subject.current = 100
    #expect(calls == 0)
    observations.all = []
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
    #expect(before.values == [0, 2, 10])
    #expect(after.values == [0, 2, 10])
    #expect(source.values == [0, 1, 5])
  }

  @Test func `a derived value observed inside a round of its source is current`() {
    let doubled = subject.map { $0 * 2 }
    var late: [Int] = []
    var isAdded = false
    subject.observe { [unowned bag] value in
      guard value == 1, !isAdded else { return }
      isAdded = true
      doubled.observe { late.append($0) }.addTo(bag)
    }.addTo(bag)
    let early = ValueRecorder(doubled)
    subject.current = 1
    #expect(late == [2])
    #expect(early.values == [0, 2])
    subject.current = 2
    #expect(late == [2, 4])
    #expect(early.values == [0, 2, 4])
  }

  @Test func `two subjects that mirror each other come to rest`() {
    let mirror = InitializedSubject(wrappedValue: 0)
    subject.observe { mirror.current = $0 }.addTo(bag)
    mirror.observe { [subject] in subject.current = $0 }.addTo(bag)
    let recorder = ValueRecorder(subject)
    subject.current = 1
    mirror.current = 2
    #expect(recorder.values == [0, 1, 2])
    #expect(mirror.current == 2)
  }

  @Test func `what an observer saw that was added in an earlier round counts for that round only`()
  {
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
}
