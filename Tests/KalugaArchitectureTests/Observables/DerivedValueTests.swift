import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

/// Derived values: what they are computed from, how often, and when no longer.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct DerivedValueTests {
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

  @Test func `an input without a change calls no observer, even if every write counts`() {
    let derived = number.map { $0 / 10 }.map(changePolicy: .everyWrite) { $0 }
    let recorder = ValueRecorder(derived)
    number.current = 2
    let other = ValueRecorder(derived)
    #expect([recorder.values, other.values] == [[0], [0]])
  }

  enum Chain: CaseIterable { case maps, combinations, selection }

  @Test(arguments: Chain.allCases)
  func `a chain of any length is read, observed, written, tracked and released`(
    kind: Chain
  ) async {
    let length = kind == .combinations ? 5_000 : 10_000
    func chain() -> InitializedObservable<Int> {
      var end: InitializedObservable<Int> = number
      for _ in 0..<length {
        end =
          kind == .combinations ? combine(end, number) { last, _ in last + 1 } : end.map { $0 + 1 }
      }
      guard kind == .selection else { return end }
      return text.flatMapLatest { [end] _ in end }
    }
    var end: InitializedObservable<Int>? = chain()
    #expect(end?.current == length + 1)
    var seen: [Int] = []
    let token = end?.observe { seen.append($0) }
    number.current = 2
    #expect(end?.current == length + 2)
    let changes = trackedReads { _ = end?.current }
    number.current = 3
    #expect(changes.count == 1)
    token?.dispose()
    end = nil
    await mainActorQueueDrained()
    number.current = 4
    #expect(seen == [length + 1, length + 2, length + 3])
  }

  @Test func `an observer gets a value whose computation has observed its input`() {
    let doubled = number.map { $0 * 2 }
    let bag = DisposeBag()
    // For example, the transform makes a model that observes `doubled` in its initializer.
    let sum = doubled.map { value in
      doubled.observe { _ in }.addTo(bag)
      return value + 1
    }
    number.observe { _ in _ = sum.current }.addTo(bag)
    var seen: [Int] = []
    sum.observe { seen.append($0) }.addTo(bag)
    number.current = 2
    #expect(seen == [3, 5])
    bag.dispose()
  }

  @Test func `a read keeps no computed value after its end`() {
    final class Computed {}
    weak var computed: Computed?
    let end = number.map(changePolicy: .everyWrite) { _ -> Computed in
      let made = Computed()
      computed = made
      return made
    }.map { _ in 0 }
    #expect(end.current == 0)
    #expect(computed == nil)
  }

  // MARK: Computations

  @Test(arguments: Computations.all)
  func `derived values are computed no more often than necessary`(row: Computations) async {
    let scene = Computations.Scene()
    await row.act(scene)
    #expect(row.expected.contains(scene.count), "\(scene.count)")
    scene.bag.dispose()
  }
}

/// Something that causes computations, and how many of them are necessary.
struct Computations: Sendable, CustomTestStringConvertible {
  /// Counts computations.
  @MainActor
  final class Scene {
    let source = InitializedSubject(wrappedValue: 0)
    let bag = DisposeBag()
    var count = 0

    func counted(_ input: InitializedObservable<Int>? = nil) -> InitializedObservable<Int> {
      (input ?? source).map { value in
        self.count += 1
        return value + 1
      }
    }

    func observe(_ observable: InitializedObservable<Int>) {
      observable.observe { _ in }.addTo(bag)
    }

    /// Ten diamonds, one above the other.
    func diamonds(above bottom: InitializedObservable<Int>) -> InitializedObservable<Int> {
      (0..<10).reduce(bottom) { below, _ in
        combine(below.map { $0 }, below.map { $0 + 1 }) { ($0 + $1) % 1_000 }
      }
    }
  }

  let testDescription: String
  let expected: ClosedRange<Int>
  let act: @MainActor @Sendable (Scene) async -> Void

  private init(
    _ testDescription: String,
    _ expected: ClosedRange<Int>,
    _ act: @escaping @MainActor @Sendable (Scene) async -> Void
  ) {
    self.testDescription = testDescription
    self.expected = expected
    self.act = act
  }

  static let all = [
    Computations("a write with two observers, and a read", 1...1) { scene in
      let derived = scene.counted()
      for _ in 0..<2 { scene.observe(derived) }
      scene.count = 0
      scene.source.current = 1
      _ = derived.current
    },
    // Kaluga Q19: state flows that were asked for added up.
    Computations("a write without observers, after a thousand state flows", 0...0) { scene in
      let derived = scene.counted()
      for _ in 0..<1_000 { _ = derived.stateFlow.value }
      await mainActorQueueDrained()
      scene.count = 0
      scene.source.current = 1
      withExtendedLifetime(derived) {}
    },
    Computations("two reads of diamonds that are not used", 80...80) { scene in
      let end = (0..<20).reduce(scene.source) { below, _ -> InitializedObservable<Int> in
        combine(scene.counted(below), scene.counted(below)) { $0 &- $1 }
      }
      _ = end.current
      scene.source.current = 1
      _ = end.current
    },
    Computations("the first observer of diamonds", 10...10) { scene in
      let end = (0..<10).reduce(scene.source) { below, _ -> InitializedObservable<Int> in
        scene.counted(combine(below, below.map { $0 }) { $0 &+ $1 })
      }
      scene.observe(end)
    },
    Computations("a read of used diamonds above a getter that reads an unused value", 1...1) {
      scene in
      let unused = scene.source.map { $0 + 1 }.map { $0 * 2 }
      let getter = InitializedObservable { [unowned scene] in
        scene.count += 1
        return unused.current
      }
      let top = scene.diamonds(above: getter)
      scene.observe(top)
      scene.count = 0
      _ = top.current
    },
    Computations("a write that selects an unused value below diamonds", 0...10) { scene in
      let pages = (0..<2).map { _ in scene.counted().map { $0 + 1 } }
      let top = scene.diamonds(above: scene.source.flatMapLatest { pages[$0 % 2] })
      scene.source.observe { _ in _ = top.current }.addTo(scene.bag)
      scene.observe(top)
      scene.count = 0
      scene.source.current = 1
    },
    Computations("a read of a chain in which one computation writes a subject", 0...206) { scene in
      let log = InitializedSubject(wrappedValue: 0)
      let end = (0..<103).reduce(scene.source) { below, level -> InitializedObservable<Int> in
        scene.counted(below).map { value in
          if level == 50 { log.current += 1 }
          return value
        }
      }
      #expect(end.current == 103)
    },
    Computations("a read of selections that share an unused value", 1...1) { scene in
      let shared = scene.counted()
      let all = (0..<10).map { _ in scene.source.flatMapLatest { _ in shared } }
      #expect(combine(all) { $0.reduce(0, +) }.current == 10)
    },
    // With `[unowned self]` in the transform, its owner may be gone: the process would end.
    Computations("a call that disposes the last observer", 0...0) { scene in
      let token = DisposeBag()
      scene.source.observe { if $0 == 1 { token.dispose() } }.addTo(scene.bag)
      scene.counted().observe { _ in }.addTo(token)
      scene.count = 0
      scene.source.current = 1
    },
    Computations("observations that begin and end inside a call", 200...200) { scene in
      let start = InitializedSubject(wrappedValue: 0)
      start.observe { _ in
        for round in 1...100 {
          let token = scene.counted().observe { _ in }
          scene.source.current = round
          token.dispose()
        }
      }.addTo(scene.bag)
    },
    Computations("writes beside a value that can never change", 0...0) { scene in
      let fixed = scene.counted(InitializedObservable(wrappedValue: 3)).map { $0 + 1 }
      scene.observe(combine(scene.source, fixed) { $0 + $1 })
      scene.count = 0
      for value in 1...10 { scene.source.current = value }
    },
    Computations("writes in the job in which the observer of a chain was disposed", 0...0) {
      scene in
      let end = (0..<100).reduce(scene.source) { below, _ -> InitializedObservable<Int> in
        scene.counted(below)
      }
      end.observe { _ in }.dispose()
      scene.count = 0
      for value in 1...10 { scene.source.current = value }
    },
    Computations("a write after the round in which the observer was disposed", 0...0) { scene in
      let token = DisposeBag()
      let derived = scene.counted()
      derived.observe { if $0 == 2 { token.dispose() } }.addTo(token)
      scene.source.current = 1
      scene.count = 0
      scene.source.current = 2
    },
    Computations("a thousand observations in one job", 0...3_000) { scene in
      for round in 1...1_000 {
        let token = scene.counted().observe { _ in }
        scene.source.current = round
        token.dispose()
      }
    },
    Computations("an observation until a value", 2...2) { scene in
      _ = scene.counted().observe(until: { $0 == 2 }) { _ in }
      for value in 1...5 { scene.source.current = value }
    },
    Computations("a write after a notification of Swift Observation", 0...0) { scene in
      do {
        let derived = scene.counted()
        _ = trackedReads { _ = derived.current }
      }
      await mainActorQueueDrained()
      scene.source.current = 1
      await mainActorQueueDrained()
      scene.count = 0
      scene.source.current = 2
    },
  ]
}
