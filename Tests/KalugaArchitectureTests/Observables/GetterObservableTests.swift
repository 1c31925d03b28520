import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

/// Observables of getters and key paths that Swift Observation tells of, or nobody.
@MainActor
struct GetterObservableTests {
  @Observable @MainActor
  final class Model {
    var count = 0
    var other = 100
    var usesOther = false
  }

  private final class Plain {
    var count = 0
  }

  private let model = Model()
  private let plain = Plain()

  @Test func `reads call the getter and are never stale`() async {
    let observable = InitializedObservable(get: { [model] in model.count })
    let recorder = ValueRecorder(observable)
    model.count = 1
    #expect(observable.current == 1)
    #expect(observable.wrappedValue == 1)
    #expect(observable.map { $0 * 2 }.current == 2)
    // Observers follow in the next turn, and reading has pushed nothing.
    #expect(recorder.values == [0])
    await queuedWorkDidRun()
    #expect(recorder.values == [0, 1])
  }

  @Test func `several changes in one turn reach observers as one`() async {
    let observable = InitializedObservable(model, \.count)
    let recorder = ValueRecorder(observable)
    for number in 1...10 { model.count = number }
    await queuedWorkDidRun()
    #expect(recorder.values == [0, 10])
    model.count = 11
    await queuedWorkDidRun()
    model.count = 12
    await queuedWorkDidRun()
    #expect(recorder.values == [0, 10, 11, 12])
  }

  @Test func `a change that was taken back in the same turn reaches nobody and the next does`()
    async
  {
    let observable = InitializedObservable(model, \.count)
    let recorder = ValueRecorder(observable)
    model.count = 1
    model.count = 0
    await queuedWorkDidRun()
    #expect(recorder.values == [0])
    model.count = 2
    await queuedWorkDidRun()
    #expect(recorder.values == [0, 2])
  }

  @Test func `reads that depend on other reads are followed when they change`() async {
    let observable = InitializedObservable(get: { [model] in
      model.usesOther ? model.other : model.count
    })
    let recorder = ValueRecorder(observable)
    model.other = 101
    await queuedWorkDidRun()
    #expect(recorder.values == [0])
    model.usesOther = true
    await queuedWorkDidRun()
    #expect(recorder.values == [0, 101])
    model.other = 102
    await queuedWorkDidRun()
    #expect(recorder.values == [0, 101, 102])
    model.count = 5
    await queuedWorkDidRun()
    #expect(recorder.values == [0, 101, 102])
    model.usesOther = false
    await queuedWorkDidRun()
    #expect(recorder.values == [0, 101, 102, 5])
  }

  @Test func `reads that depend on a state that nobody tells of are followed after a refresh`()
    async
  {
    let observable = InitializedObservable(get: { [model, plain] in
      plain.count == 0 ? model.count : model.other
    })
    let recorder = ValueRecorder(observable)
    plain.count = 1
    observable.refresh()
    #expect(recorder.values == [0, 100])
    model.other = 101
    await queuedWorkDidRun()
    #expect(recorder.values == [0, 100, 101])
  }

  @Test func `a getter may begin to read tracked state`() async {
    let observable = InitializedObservable(get: { [model, plain] in
      plain.count > 0 ? model.other : -1
    })
    let recorder = ValueRecorder(observable)
    plain.count = 1
    observable.refresh()
    model.other = 101
    await queuedWorkDidRun()
    #expect(recorder.values == [-1, 100, 101])
  }

  @Test func `a getter that reads observables follows them`() async {
    let subject = InitializedSubject(wrappedValue: 1)
    let flow = MutableStateFlow(10)
    let backed = InitializedObservable(flow.asStateFlow())
    let observable = InitializedObservable(get: { subject.current + backed.current })
    let recorder = ValueRecorder(observable)
    subject.current = 2
    #expect(observable.current == 12)
    await queuedWorkDidRun()
    flow.value = 20
    #expect(observable.current == 22)
    await mainActorTurns(until: recorder.values == [11, 12, 22])
    #expect(recorder.values == [11, 12, 22])
  }

  /// Kaluga Q17: observers missed changes until somebody read.
  @Test func `a getter of untracked state is pulled and has a refresh`() async {
    let observable = InitializedObservable(get: { [plain] in plain.count })
    let recorder = ValueRecorder(observable)
    plain.count = 1
    #expect(observable.current == 1)
    await queuedWorkDidRun()
    #expect(recorder.values == [0])
    observable.refresh()
    #expect(recorder.values == [0, 1])
    observable.refresh()
    #expect(recorder.values == [0, 1])
    plain.count = 2
    observable.map { $0 }.refresh()
    #expect(recorder.values == [0, 1, 2])
  }

  /// Kaluga Q17: a new observer was called twice with the new value.
  @Test func `an observer that comes after a change is called once with it`() {
    let observable = InitializedObservable(get: { [plain] in plain.count })
    let first = ValueRecorder(observable)
    plain.count = 1
    let second = ValueRecorder(observable)
    #expect(second.values == [1])
    observable.refresh()
    #expect(first.values == [0, 1])
    #expect(second.values == [1])
  }

  /// Kaluga Q17: reading the state flow was no read.
  @Test func `the state flow of a getter is never older than its value`() async {
    let observable = InitializedObservable(get: { [plain] in plain.count })
    let flow = observable.stateFlow
    plain.count = 1
    #expect(observable.stateFlow.value == 1)
    plain.count = 2
    observable.refresh()
    #expect(flow.value == 2)
    let followed = InitializedObservable(model, \.count)
    let followedFlow = followed.stateFlow
    model.count = 3
    #expect(followed.stateFlow.value == 3)
    model.count = 4
    await queuedWorkDidRun()
    #expect(followedFlow.value == 4)
  }

  @Test func `a read of the state flow that was taken back is forgotten`() async {
    let observable = InitializedObservable(get: { [plain] in plain.count })
    let flow = observable.stateFlow
    plain.count = 1
    #expect(observable.stateFlow.value == 1)
    plain.count = 0
    observable.refresh()
    #expect(flow.value == 0)
  }

  @Test func `a comparison of its own decides what observers of a getter see`() {
    let observable = InitializedObservable(conflation: .by { $0 / 10 == $1 / 10 }) { [plain] in
      plain.count
    }
    let recorder = ValueRecorder(observable)
    plain.count = 9
    observable.refresh()
    plain.count = 11
    observable.refresh()
    #expect(recorder.values == [0, 11])
    #expect(observable.current == 11)
  }

  @Test func `a default stands in for the nil of a getter`() async {
    let subject = InitializedSubject<Int?>(wrappedValue: nil)
    let observable = InitializedObservable(get: { subject.current }).withDefault(7)
    let recorder = ValueRecorder(observable)
    subject.current = 1
    #expect(observable.raw == 1)
    await queuedWorkDidRun()
    subject.current = nil
    await queuedWorkDidRun()
    #expect(recorder.values == [7, 1, 7])
  }

  @Test func `observers that come back find a getter that is followed`() async {
    let observable = InitializedObservable(model, \.count)
    for number in 1...3 {
      let recorder = ValueRecorder(observable)
      model.count = number
      await queuedWorkDidRun()
      #expect(recorder.values.last == number)
      recorder.stop()
      await queuedWorkDidRun()
      model.count = -number
      await queuedWorkDidRun()
      #expect(recorder.values.last == number)
      #expect(observable.current == -number)
    }
  }

  @Test func `a getter may be observed while its state is about to change`() async {
    let observable = InitializedObservable(model, \.count)
    let recorder = ValueRecorder(observable)
    let late = Log<Int>()
    withObservationTracking {
      _ = model.count
    } onChange: {
      // Still before the change: what is read here is old, and must be followed all the same.
      MainActor.assumeIsolated {
        observable.refresh()
        _ = observable.observe { late.append($0) }
      }
    }
    model.count = 1
    await queuedWorkDidRun()
    await queuedWorkDidRun()
    #expect(recorder.values == [0, 1])
    #expect(late.all == [0, 1])
  }

  @Test func `a trailing closure is a getter and no constant`() {
    var count = 1
    let observable = InitializedObservable { count }
    count = 2
    #expect(observable.current == 2)
  }
}
