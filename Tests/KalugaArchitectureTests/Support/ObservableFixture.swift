import KalugaArchitecture
import Observation
import Testing

/// One kind of observable, for tests of what holds for all of them; each starts at 0.
struct ObservableFixture: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let isWritable: Bool
  let make: @MainActor @Sendable () -> ObservableUnderTest

  private init(
    _ testDescription: String,
    isWritable: Bool = true,
    _ make: @escaping @MainActor @Sendable () -> ObservableUnderTest
  ) {
    self.testDescription = testDescription
    self.isWritable = isWritable
    self.make = make
  }

  static let all: [ObservableFixture] = subjects + observables

  @Observable @MainActor
  final class Model {
    var value = 0
    var optional: Int?
  }

  private static let subjects: [ObservableFixture] = [
    ObservableFixture("a stored subject") {
      ObservableUnderTest(InitializedSubject(wrappedValue: 0))
    },
    ObservableFixture("a subject of a state flow") {
      let flow = MutableStateFlow(0)
      return ObservableUnderTest(InitializedSubject(flow)) { flow.value = $0 }
    },
    ObservableFixture("a subject of a getter and a setter") {
      final class Plain { var value = 0 }
      let plain = Plain()
      let subject = InitializedSubject {
        plain.value
      } set: {
        plain.value = $0
      }
      return ObservableUnderTest(subject) { value in
        plain.value = value
        subject.refresh()
      }
    },
    ObservableFixture("a subject of a key path of a tracked model") {
      let model = Model()
      return ObservableUnderTest(InitializedSubject(model, \.value)) { model.value = $0 }
    },
    ObservableFixture("a default subject") {
      ObservableUnderTest(DefaultSubject(default: 0))
    },
    ObservableFixture("a default subject of a state flow") {
      let flow = MutableStateFlow<Int?>(nil)
      return ObservableUnderTest(DefaultSubject(flow, default: 0)) { flow.value = $0 }
    },
    ObservableFixture("a default subject of a tracked model") {
      let model = Model()
      let subject = DefaultSubject(default: 0) {
        model.optional
      } set: {
        model.optional = $0
      }
      return ObservableUnderTest(subject) { model.optional = $0 == 0 ? nil : $0 }
    },
    ObservableFixture("an uninitialized subject with a default") {
      let subject = UninitializedSubject<Int>()
      return ObservableUnderTest(
        observable: subject.withDefault(0),
        write: { subject.current = .value($0) },
        writeProperty: { subject.wrappedValue = .value($0) },
        post: { subject.post($0) },
        postFromElsewhere: { subject.post($0, isolation: nil) },
        set: { await subject.set($0) }
      )
    },
  ]

  private static let observables: [ObservableFixture] = [
    ObservableFixture("a read side", isWritable: false) {
      let subject = InitializedSubject(wrappedValue: 0)
      return ObservableUnderTest(reading: subject.asObservable()) { subject.current = $0 }
    },
    ObservableFixture("a derived observable", isWritable: false) {
      let subject = InitializedSubject(wrappedValue: 0)
      return ObservableUnderTest(reading: subject.map { $0 * 2 }.map { $0 / 2 }) {
        subject.current = $0
      }
    },
    ObservableFixture("a combination", isWritable: false) {
      let left = InitializedSubject(wrappedValue: 0)
      let right = DefaultSubject(default: 0)
      return ObservableUnderTest(reading: combine(left, right) { $0 + $1 }) { left.current = $0 }
    },
    ObservableFixture("an observable of a state flow", isWritable: false) {
      let flow = MutableStateFlow(0)
      return ObservableUnderTest(reading: InitializedObservable(flow.asStateFlow())) { value in
        await Task.detached { flow.value = value }.value
      }
    },
    ObservableFixture("an observable of a sequence", isWritable: false) {
      let scope = TaskScope()
      let source = ScriptedSequence<Int>()
      let observable = InitializedObservable(0, following: source, in: scope, start: .eagerly)
      return ObservableUnderTest(reading: observable) { [scope] value in
        withExtendedLifetime(scope) { source.send(value) }
      }
    },
    ObservableFixture("an uninitialized observable of a sequence", isWritable: false) {
      let scope = TaskScope()
      let source = ScriptedSequence<Int>()
      let observable = UninitializedObservable(following: source, in: scope, start: .eagerly)
      return ObservableUnderTest(reading: observable.withDefault(0)) { [scope] value in
        withExtendedLifetime(scope) { source.send(value) }
      }
    },
    ObservableFixture("an observable of a getter", isWritable: false) {
      let subject = InitializedSubject(wrappedValue: 0)
      return ObservableUnderTest(reading: InitializedObservable(get: { subject.current })) {
        subject.current = $0
      }
    },
  ]
}

/// An observable of a fixture, and the ways to write it.
@MainActor
final class ObservableUnderTest {
  let observable: InitializedObservable<Int>
  let write: (Int) -> Void
  let writeProperty: (Int) -> Void
  let post: (Int) -> Void
  let postFromElsewhere: @Sendable (Int) -> Void
  let set: @MainActor (Int) async -> Void
  private let writeSource: ((Int) async -> Void)?

  init(
    observable: InitializedObservable<Int>,
    write: @escaping (Int) -> Void,
    writeProperty: @escaping (Int) -> Void,
    post: @escaping (Int) -> Void,
    postFromElsewhere: @escaping @Sendable (Int) -> Void,
    set: @escaping @MainActor (Int) async -> Void,
    writeSource: ((Int) async -> Void)? = nil
  ) {
    self.observable = observable
    self.write = write
    self.writeProperty = writeProperty
    self.post = post
    self.postFromElsewhere = postFromElsewhere
    self.set = set
    self.writeSource = writeSource
  }

  convenience init(
    _ subject: InitializedSubject<Int>,
    writeSource: ((Int) async -> Void)? = nil
  ) {
    self.init(
      observable: subject,
      write: { subject.current = $0 },
      writeProperty: { subject.wrappedValue = $0 },
      post: { subject.post($0) },
      postFromElsewhere: { subject.post($0, isolation: nil) },
      set: { await subject.set($0) },
      writeSource: writeSource
    )
  }

  convenience init(_ subject: DefaultSubject<Int>, writeSource: ((Int) async -> Void)? = nil) {
    self.init(
      observable: subject,
      write: { subject.current = $0 },
      writeProperty: { subject.wrappedValue = $0 },
      post: { subject.post($0) },
      postFromElsewhere: { subject.post($0, isolation: nil) },
      set: { await subject.set($0) },
      writeSource: writeSource
    )
  }

  convenience init(
    reading observable: InitializedObservable<Int>,
    _ writeSource: @escaping (Int) async -> Void
  ) {
    let no: (Int) -> Void = { _ in }
    self.init(
      observable: observable,
      write: no,
      writeProperty: no,
      post: no,
      postFromElsewhere: { _ in },
      set: { _ in },
      writeSource: writeSource
    )
  }

  /// Writes at the source, if there is one, and waits until observers have been told.
  func change(_ value: Int) async {
    if let writeSource { await writeSource(value) } else { write(value) }
    await until(observable.current == value)
  }
}
