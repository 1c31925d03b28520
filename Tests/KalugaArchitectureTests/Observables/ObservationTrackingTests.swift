import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

/// Every observable takes part in Swift Observation.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ObservationTrackingTests {
  private final class Plain {
    var count = 0
  }

  private final class CountViewModel: BaseLifecycleViewModel {
    @InitializedSubject var count = 0
    lazy var doubled = $count.map { $0 * 2 }
  }

  private let scope = TaskScope()

  @Test func `a stored subject tells of changes once and not of equal values`() async {
    let subject = InitializedSubject(wrappedValue: 0)
    let told = trackedReads { _ = subject.current }
    subject.current = 0
    subject.post(0)
    await subject.set(0)
    #expect(told.count == 0)
    subject.current = 1
    #expect(told.count == 1)
    subject.current = 2
    #expect(told.count == 1)
    let again = trackedReads { _ = subject.wrappedValue }
    subject.post(3)
    #expect(again.count == 1)
    let last = trackedReads { _ = subject.asObservable().current }
    await Task.detached { await subject.set(4) }.value
    #expect(last.count == 1)
  }

  @Test func `an uninitialized subject tells of its first value and of changes`() {
    let subject = UninitializedSubject<Int?>()
    let first = trackedReads { _ = subject.current }
    subject.post(nil)
    #expect(first.count == 1)
    let second = trackedReads { _ = subject.currentOrNil }
    subject.post(nil)
    #expect(second.count == 0)
    subject.current = .nothing
    #expect(second.count == 1)
  }

  @Test func `a default subject tells of changes of its value, and of the raw one`() {
    let subject = DefaultSubject(default: 7)
    let told = trackedReads { _ = subject.current }
    let raw = trackedReads { _ = subject.raw }
    subject.raw = 7
    #expect(raw.count == 1)
    subject.current = 1
    #expect(told.count == 1)
    let again = trackedReads { _ = subject.wrappedValue }
    subject.post(nil)
    #expect(again.count == 1)
  }

  @Test func `what is derived tells of changes of its inputs, observed or not`() async {
    let left = InitializedSubject(wrappedValue: 1)
    let right = InitializedSubject(wrappedValue: 2)
    let sum = combine(left, right) { $0 + $1 }
    let text = sum.map { "\($0)" }
    for isObserved in [false, true] {
      let recorder = isObserved ? ValueRecorder(text) : nil
      let told = trackedReads { #expect(text.current == "\(left.current + right.current)") }
      let both = trackedReads { _ = sum.current }
      right.current += 1
      #expect(told.count == 1)
      #expect(both.count == 1)
      let again = trackedReads { _ = text.current }
      left.current += 1
      #expect(again.count == 1)
      recorder?.stop()
    }
  }

  @Test func `a constant never tells`() {
    let constant = InitializedObservable(wrappedValue: 1)
    let told = trackedReads {
      #expect(constant.current == 1)
      #expect(constant.map { $0 + 1 }.current == 2)
    }
    #expect(told.count == 0)
  }

  @Test func `what a flow holds tells of writes from everywhere and not of equal values`() async {
    let flow = MutableStateFlow(0)
    let subject = InitializedSubject(flow)
    let derived = subject.map { $0 * 2 }
    let told = trackedReads { _ = subject.current }
    let derivedTold = trackedReads { _ = derived.current }
    subject.current = 0
    subject.post(0)
    flow.value = 0
    await queuedWorkDidRun()
    #expect(told.count == 0)
    #expect(derivedTold.count == 0)
    flow.value = 1
    await queuedWorkDidRun()
    #expect(told.count == 1)
    #expect(derivedTold.count == 1)
    let own = trackedReads { _ = subject.current }
    subject.current = 2
    #expect(own.count == 1)
    let background = trackedReads { _ = derived.current }
    await Task.detached { flow.value = 3 }.value
    await queuedWorkDidRun()
    #expect(background.count == 1)
  }

  @Test func `one write of a flow's subject is told once also to those who read again`() async {
    let flow = MutableStateFlow(0)
    let subject = InitializedSubject(flow)
    let first = trackedReads { _ = subject.current }
    subject.current = 1
    #expect(first.count == 1)
    let second = trackedReads { _ = subject.current }
    await queuedWorkDidRun()
    #expect(second.count == 0)
  }

  @Test func `a reader who comes after a write does not hide it from earlier ones`() async {
    let flow = MutableStateFlow(0)
    let observable = InitializedObservable(flow.asStateFlow())
    let first = trackedReads { _ = observable.current }
    flow.value = 1
    _ = trackedReads { _ = observable.current }
    await queuedWorkDidRun()
    #expect(first.count == 1)
  }

  @Test func `what follows a sequence tells of its elements`() async {
    let source = ScriptedSequence<Int>()
    let observable = UninitializedObservable(following: source, in: scope, start: .eagerly)
    let defaulted = observable.withDefault(0)
    let told = trackedReads { _ = observable.current }
    let defaultTold = trackedReads { _ = defaulted.current }
    source.send(1)
    await mainActorTurns(10, until: told.count == 1 && defaultTold.count == 1)
    #expect(told.count == 1)
    #expect(defaultTold.count == 1)
    let again = trackedReads { _ = observable.current }
    source.send(1)
    await mainActorTurns(10)
    #expect(again.count == 0)
    source.send(2)
    await mainActorTurns(10, until: again.count == 1)
    #expect(again.count == 1)
  }

  @Test func `a getter of observables tells as they do`() {
    let subject = InitializedSubject(wrappedValue: 0)
    let observable = InitializedObservable(get: { subject.current })
    let derived = observable.map { $0 + 1 }
    let told = trackedReads { _ = observable.current }
    let derivedTold = trackedReads { _ = derived.current }
    subject.current = 1
    #expect(told.count == 1)
    #expect(derivedTold.count == 1)
  }

  @Test func `a getter of untracked state tells when it is refreshed or written`() async {
    let plain = Plain()
    let subject = InitializedSubject {
      plain.count
    } set: {
      plain.count = $0
    }
    let derived = subject.map { $0 * 2 }
    for isObserved in [false, true] {
      let recorder = isObserved ? ValueRecorder(derived) : nil
      let told = trackedReads { _ = subject.current }
      let derivedTold = trackedReads { _ = derived.current }
      subject.refresh()
      #expect(told.count == 0)
      plain.count += 1
      subject.refresh()
      #expect(told.count == 1)
      #expect(derivedTold.count == 1)
      let written = trackedReads { _ = derived.current }
      subject.current = subject.current
      #expect(written.count == 0)
      subject.current += 1
      #expect(written.count == 1)
      recorder?.stop()
    }
  }

  @Test func `writes track nothing`() async {
    let subject = InitializedSubject(wrappedValue: 0)
    let flowBacked = InitializedSubject(MutableStateFlow(0))
    let defaulted = DefaultSubject(default: 0)
    let uninitialized = UninitializedSubject<Int>()
    let told = trackedReads {
      subject.current = 1
      flowBacked.post(1)
      defaulted.raw = 1
      uninitialized.post(1)
    }
    subject.current = 2
    flowBacked.current = 2
    defaulted.current = 2
    uninitialized.post(2)
    await queuedWorkDidRun()
    #expect(told.count == 0)
  }

  @Test func `observers see what they see without tracking it`() {
    let subject = InitializedSubject(wrappedValue: 0)
    let told = trackedReads {
      _ = subject.observe { _ in }
      _ = subject.map { $0 + 1 }.observe { _ in }
    }
    subject.current = 1
    #expect(told.count == 0)
  }

  @Test func `two who track at once are both told, each of what it read`() {
    let one = InitializedSubject(wrappedValue: 0)
    let two = InitializedSubject(wrappedValue: 0)
    let first = trackedReads {
      _ = one.current
      _ = two.current
    }
    let second = trackedReads { _ = two.current }
    one.current = 1
    #expect(first.count == 1)
    #expect(second.count == 0)
    two.current = 1
    #expect(first.count == 1)
    #expect(second.count == 1)
  }

  @Test func `tracking inside tracking tells both`() {
    let subject = InitializedSubject(wrappedValue: 0)
    var inner = Log<Int>()
    let outer = trackedReads { inner = trackedReads { _ = subject.current } }
    subject.current = 1
    #expect(inner.count == 1)
    #expect(outer.count == 1)
  }

  @Test func `a view model is followed through its properties`() {
    let viewModel = CountViewModel()
    let count = trackedReads { _ = viewModel.count }
    let doubled = trackedReads { _ = viewModel.doubled.current }
    let stage = trackedReads { _ = viewModel.stage.current }
    viewModel.count = 1
    #expect(count.count == 1)
    #expect(doubled.count == 1)
    #expect(stage.count == 0)
    viewModel.didResume()
    #expect(stage.count == 1)
  }

  @Test func `every view model is Observable`() {
    let viewModel = LifecycleViewModel()
    let followed: any Observable = viewModel
    let stage = trackedReads { _ = viewModel.stage.current }
    viewModel.clear()
    #expect(stage.count == 1)
    withExtendedLifetime(followed) {}
  }

  @Test func `the source's state is tracked`() async {
    let source = ScriptedSequence<Int>()
    let observable = InitializedObservable(0, following: source, in: scope)
    let told = trackedReads { _ = observable.sourceState }
    let token = observable.observe { _ in }
    #expect(told.count == 1)
    source.finish()
    await sourceState(of: observable, where: \.isEnded)
    token.dispose()
  }
}
