import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

/// What observables of getters keep, and for how long; and how much they leave in the model.
@MainActor
struct GetterReleaseTests {
  @Observable @MainActor
  final class Model {
    var count = 0
    @ObservationIgnored var subject: InitializedSubject<Int>?
    @ObservationIgnored var observable: InitializedObservable<Int>?
  }

  /// A model that counts how many of its reads were tracked.
  @MainActor
  private final class CountingModel: Observable {
    private let registrar = ObservationRegistrar()
    private let tracked = Log<Int>()
    private var stored = 0

    var trackedCount: Int { tracked.count }

    subscript(note: Note) -> Bool { true }

    var value: Int {
      get {
        registrar.access(self, keyPath: \.[Note(log: tracked)])
        return stored
      }
      set {
        registrar.withMutation(of: self, keyPath: \.[Note(log: tracked)]) { stored = newValue }
      }
    }

    /// Observation hashes key paths only when it tracks.
    struct Note: Hashable {
      let log: Log<Int>

      static func == (left: Note, right: Note) -> Bool { left.log === right.log }

      func hash(into hasher: inout Hasher) {
        log.append(1)
        hasher.combine(ObjectIdentifier(log))
      }
    }
  }

  private let closures = Log<Int>()

  private func observer<Value>() -> @MainActor (Value) -> Void {
    let end = closure { [closures] in closures.append(1) }
    return { _ in end() }
  }

  @Test func `refreshes without a change leave nothing in the model`() async {
    let model = CountingModel()
    let observable = InitializedObservable(get: { model.value })
    let recorder = ValueRecorder(observable)
    let before = model.trackedCount
    for _ in 0..<100_000 { observable.refresh() }
    await queuedWorkDidRun()
    #expect(model.trackedCount == before)
    #expect(recorder.values == [0])
    model.value = 1
    await queuedWorkDidRun()
    #expect(recorder.values == [0, 1])
  }

  @Test func `reads and observers that come and go leave nothing in the model`() async {
    let model = CountingModel()
    let observable = InitializedObservable(get: { model.value })
    let recorder = ValueRecorder(observable)
    let before = model.trackedCount
    for _ in 0..<1_000 {
      _ = observable.current
      _ = observable.stateFlow.value
      observable.observe { _ in }.dispose()
    }
    #expect(model.trackedCount == before)
    #expect(recorder.values == [0])
  }

  @Test func `a model, its subject and a discarded observer are released`() async {
    weak var releasedModel: Model?
    weak var releasedSubject: InitializedSubject<Int>?
    do {
      let model = Model()
      let subject = InitializedSubject(model, \.count)
      (releasedModel, releasedSubject) = (model, subject)
      _ = subject.observe(observer())
      _ = subject.map { $0 + 1 }.observe(observer())
      subject.current = 1
    }
    await mainActorTurns(
      until: releasedSubject == nil && releasedModel == nil && closures.count == 2
    )
    #expect(releasedSubject == nil)
    #expect(releasedModel == nil)
    #expect(closures.count == 2)
  }

  @Test func `a model that outlives its observable keeps nothing of it`() async {
    let model = Model()
    weak var released: InitializedObservable<Int>?
    do {
      let observable = InitializedObservable(model, \.count)
      released = observable
      _ = observable.observe(observer())
    }
    await mainActorTurns(until: released == nil && closures.count == 1)
    #expect(released == nil)
    #expect(closures.count == 1)
    model.count = 1
    await queuedWorkDidRun()
  }

  @Test func `a model that owns what captures it weakly is released`() async {
    weak var released: Model?
    do {
      let model = Model()
      released = model
      model.observable = InitializedObservable(get: { [weak model] in model?.count ?? 0 })
      _ = model.observable?.observe(observer())
      model.subject = InitializedSubject { [weak model] in
        model?.count ?? 0
      } set: { [weak model] in
        model?.count = $0
      }
      _ = model.subject?.observe(observer())
      model.count = 1
      await queuedWorkDidRun()
    }
    await mainActorTurns(until: released == nil && closures.count == 2)
    #expect(released == nil)
    #expect(closures.count == 2)
  }

  @Test func `an observation goes on while something derived is held`() async {
    let model = Model()
    let seen = Log<Int>()
    var derived: InitializedObservable<Int>?
    do {
      let observable = InitializedObservable(model, \.count)
      _ = observable.observe { seen.append($0) }
      derived = combine(observable, observable) { $0 + $1 }
    }
    await mainActorTurns()
    model.count = 1
    await queuedWorkDidRun()
    #expect(seen.all == [0, 1])
    #expect(derived?.current == 2)
    derived = nil
    await mainActorTurns()
    model.count = 2
    await queuedWorkDidRun()
    #expect(seen.all == [0, 1])
  }

  @Test func `an observed chain ends when its last handle goes, long after the others`() async {
    let model = Model()
    let seen = Log<Int>()
    var derived: InitializedObservable<Int>?
    do {
      let observable = InitializedObservable(model, \.count)
      _ = observable.observe { seen.append($0) }
      derived = observable.map { $0 * 2 }
      _ = derived?.observe { _ in }
    }
    await mainActorTurns()
    model.count = 1
    await queuedWorkDidRun()
    #expect(derived?.current == 2)
    derived = nil
    await mainActorTurns()
    model.count = 2
    await queuedWorkDidRun()
    #expect(seen.all == [0, 1])
  }

  @Test func `a state flow goes on while somebody holds it`() async {
    let model = Model()
    var flow: StateFlow<Int>? = InitializedObservable(model, \.count).map { $0 * 10 }.stateFlow
    await mainActorTurns()
    model.count = 1
    await queuedWorkDidRun()
    #expect(flow?.value == 10)
    flow = nil
    await mainActorTurns()
    model.count = 2
  }

  @Test func `a model is released with the state flow that follows it`() async {
    weak var released: Model?
    do {
      let model = Model()
      released = model
      let flow = InitializedObservable(model, \.count).stateFlow
      #expect(flow.value == 0)
    }
    await mainActorTurns(until: released == nil)
    #expect(released == nil)
  }

  @Test func `a getter is released when its observable is`() async {
    do {
      let getter: @MainActor (Int) -> Void = observer()
      let observable = InitializedObservable(get: {
        getter(0)
        return 0
      })
      _ = ValueRecorder(observable)
      _ = trackedReads { _ = observable.current }
    }
    await mainActorTurns(until: closures.count == 1)
    #expect(closures.count == 1)
  }

  @Test func `a getter is released when its last observer is, long after its handle`() async {
    let model = Model()
    let bag = DisposeBag()
    do {
      let getter: @MainActor (Int) -> Void = observer()
      let observable = InitializedObservable(get: {
        getter(0)
        return model.count
      })
      observable.observe { _ in }.addTo(bag)
    }
    await mainActorTurns(until: closures.count == 1)
    #expect(closures.count == 1)
    bag.dispose()
  }
}
