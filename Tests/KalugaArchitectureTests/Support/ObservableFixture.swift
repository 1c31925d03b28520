import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

/// One kind of observable, for tests of what holds for all of them; each starts at 0.
///
/// A write must be visible without observers. What writes must be released with the fixture.
struct ObservableFixture: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let isWritable: Bool
  /// Whether the value has no end, so that observers keep its source, and observing it may track.
  let isGetter: Bool
  let make: @MainActor @Sendable () -> ObservableUnderTest

  /// The ways in which a test writes, one after the other.
  var ways: [WayToWrite] { isWritable ? WayToWrite.allCases : [.source, .source, .source] }

  static let all = writable + readable

  static let writable = [
    ObservableFixture("a stored subject", isWritable: true) {
      let subject = InitializedSubject(wrappedValue: 0)
      return ObservableUnderTest(subject, writes: Writes(subject)) { subject.current = $0 }
    },
    ObservableFixture("a subject of a state flow", isWritable: true) {
      let flow = MutableStateFlow(0)
      let subject = InitializedSubject(flow)
      return ObservableUnderTest(subject, source: flow, writes: Writes(subject)) { value in
        await Task.detached { flow.value = value }.value
      }
    },
    ObservableFixture("a subject of a getter and a setter", isWritable: true, isGetter: true) {
      let box = Holder(0)
      let subject = InitializedSubject(get: { box.value }, set: { box.value = $0 })
      return ObservableUnderTest(subject, source: box, writes: Writes(subject)) { value in
        box.value = value
        subject.refreshGetters()
      }
    },
    ObservableFixture(
      "a subject of a key path of a tracked model",
      isWritable: true,
      isGetter: true
    ) {
      let model = TrackedModel()
      let subject = InitializedSubject(model, \.value)
      return ObservableUnderTest(subject, source: model, writes: Writes(subject)) {
        model.value = $0
      }
    },
    ObservableFixture("a default subject", isWritable: true) {
      let subject = DefaultSubject(default: 0)
      return ObservableUnderTest(subject, writes: Writes(subject)) { subject.raw = $0 }
    },
    ObservableFixture("a default subject of a state flow", isWritable: true) {
      let flow = MutableStateFlow<Int?>(nil)
      let subject = DefaultSubject(flow, default: 0)
      return ObservableUnderTest(subject, source: flow, writes: Writes(subject)) {
        flow.value = $0 == 0 ? nil : $0
      }
    },
    ObservableFixture("a default subject of a tracked model", isWritable: true, isGetter: true) {
      let model = TrackedModel()
      let subject = DefaultSubject(default: 0) {
        model.optional
      } set: {
        model.optional = $0
      }
      return ObservableUnderTest(subject, source: model, writes: Writes(subject)) {
        model.optional = $0 == 0 ? nil : $0
      }
    },
    ObservableFixture("an uninitialized subject with a default", isWritable: true) {
      let subject = UninitializedSubject<Int>()
      let observable = subject.withDefault(0)
      return ObservableUnderTest(observable, source: subject, writes: Writes(subject)) {
        subject.current = $0 == 0 ? .nothing : .value($0)
      }
    },
  ]

  private static let readable = [
    ObservableFixture("a read side") {
      let subject = InitializedSubject(wrappedValue: 0)
      return ObservableUnderTest(subject.asObservable(), source: subject) { subject.current = $0 }
    },
    ObservableFixture("a derived observable") {
      let subject = InitializedSubject(wrappedValue: 0)
      let derived = subject.map { $0 * 2 }.map { $0 / 2 }
      return ObservableUnderTest(derived, source: subject) { subject.current = $0 }
    },
    ObservableFixture("a combination") {
      let left = InitializedSubject(wrappedValue: 0)
      let right = DefaultSubject(default: 0)
      return ObservableUnderTest(combine(left, right) { $0 + $1 }, source: left) {
        left.current = $0
        withExtendedLifetime(right) {}
      }
    },
    ObservableFixture("an observable of a state flow") {
      let flow = MutableStateFlow(0)
      return ObservableUnderTest(InitializedObservable(flow.asStateFlow()), source: flow) { value in
        await Task.detached { flow.value = value }.value
      }
    },
    sequenceFixture("an observable of a sequence") {
      InitializedObservable(0, following: $0, in: $1, start: .eagerly)
    },
    sequenceFixture("an uninitialized observable of a sequence") {
      UninitializedObservable(following: $0, in: $1, start: .eagerly).withDefault(0)
    },
    ObservableFixture("an observable of a getter", isGetter: true) {
      let subject = InitializedSubject(wrappedValue: 0)
      let observable = InitializedObservable(get: { subject.current })
      return ObservableUnderTest(observable, source: subject) { subject.current = $0 }
    },
  ]

  private static func sequenceFixture(
    _ testDescription: String,
    _ observable:
      @escaping @MainActor @Sendable (ScriptedSequence<Int>, TaskScope) -> InitializedObservable<
        Int
      >
  ) -> ObservableFixture {
    ObservableFixture(testDescription) {
      let scope = TaskScope()
      watchWork(of: scope)
      let source = ScriptedSequence<Int>()
      return ObservableUnderTest(observable(source, scope), source: source) { value in
        source.send(value)
        try? await waitUntilParked(scope)
      }
    }
  }

  private init(
    _ testDescription: String,
    isWritable: Bool = false,
    isGetter: Bool = false,
    _ make: @escaping @MainActor @Sendable () -> ObservableUnderTest
  ) {
    self.testDescription = testDescription
    self.isWritable = isWritable
    self.isGetter = isGetter
    self.make = make
  }
}

/// An observable of a fixture, what holds its value, and the ways to write it.
@MainActor
final class ObservableUnderTest {
  let observable: InitializedObservable<Int>
  let source: AnyObject?
  private let writes: Writes?
  private let writeSource: (Int) async -> Void

  init(
    _ observable: InitializedObservable<Int>,
    source: AnyObject? = nil,
    writes: Writes? = nil,
    writeSource: @escaping (Int) async -> Void
  ) {
    self.observable = observable
    self.source = source
    self.writes = writes
    self.writeSource = writeSource
  }

  /// Writes, and returns when observers have been called.
  func write(_ value: Int, by way: WayToWrite = .source) async {
    switch way {
    case .current: writes?.current(value)
    case .property: writes?.property(value)
    case .post: writes?.post(value)
    case .set: await writes?.set(value)
    case .postFromElsewhere: await postFromElsewhere(value)
    case .source: await writeSource(value)
    }
    if way == .source || way == .postFromElsewhere { await mainActorQueueDrained() }
  }

  /// Writes the subject, and returns when observers have been called, except inside a callback.
  func assign(_ value: Int) {
    writes?.current(value)
  }

  func postFromElsewhere(_ value: Int) async {
    guard let post = writes?.postFromElsewhere else { return }
    await Task.detached { post(value) }.value
  }
}

enum WayToWrite: CaseIterable {
  case current, property, post, set, postFromElsewhere, source
}

/// The ways to write a subject; a struct, because the subjects have no common writable supertype.
@MainActor
struct Writes {
  let current: (Int) -> Void
  let property: (Int) -> Void
  let post: (Int) -> Void
  let postFromElsewhere: @Sendable (Int) -> Void
  let set: (Int) async -> Void

  init(_ subject: InitializedSubject<Int>) {
    current = { subject.current = $0 }
    property = { subject.wrappedValue = $0 }
    post = { subject.post($0) }
    postFromElsewhere = { subject.post($0, isolation: nil) }
    set = { await subject.set($0) }
  }

  init(_ subject: DefaultSubject<Int>) {
    current = { subject.current = $0 }
    property = { subject.wrappedValue = $0 }
    post = { subject.post($0) }
    postFromElsewhere = { subject.post($0, isolation: nil) }
    set = { await subject.set($0) }
  }

  init(_ subject: UninitializedSubject<Int>) {
    current = { subject.current = .value($0) }
    property = { subject.wrappedValue = .value($0) }
    post = { subject.post($0) }
    postFromElsewhere = { subject.post($0, isolation: nil) }
    set = { await subject.set($0) }
  }
}

/// State that Swift Observation tracks.
@Observable @MainActor
final class TrackedModel {
  var value = 0
  var other = 100
  var usesOther = false
  var optional: Int?
  /// What the model owns.
  @ObservationIgnored var owned: [AnyObject] = []
}

/// State that closures of one test share, and that Swift Observation does not track.
@MainActor
final class Holder<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
