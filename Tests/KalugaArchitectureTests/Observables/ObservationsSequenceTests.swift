import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

/// The `Observations` sequence follows observables, and tracking keeps nothing alive.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ObservationsSequenceTests {
  @Test func `a subject is followed to its final value`() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let subject = InitializedSubject(wrappedValue: 0)
    let writer = Task { @MainActor in
      for number in 1...100 {
        subject.current = number
        await mainActorTurns(1)
      }
    }
    var last = -1
    for await value in Observations({ subject.current }) {
      #expect(value >= last)
      last = value
      if value == 100 { break }
    }
    #expect(last == 100)
    await writer.value
  }

  @Test func `what is derived from a flow is followed to its final value`() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let flow = MutableStateFlow(0)
    let derived = InitializedObservable(flow.asStateFlow()).map { $0 * 2 }
    let writer = Task.detached {
      for number in 1...1_000 { flow.value = number }
    }
    for await value in Observations({ derived.current }) where value == 2_000 { break }
    #expect(derived.current == 2_000)
    await writer.value
  }

  @Test func `a getter of untracked state is followed by its writes`() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let stored = Log<Int>()
    let subject = InitializedSubject {
      stored.count
    } set: { count in
      while stored.count < count { stored.append(0) }
    }
    let writer = Task { @MainActor in
      for number in 1...10 {
        subject.current = number
        await mainActorTurns(2)
      }
    }
    for await value in Observations({ subject.current }) where value == 10 { break }
    #expect(subject.current == 10)
    await writer.value
  }

  @Test func `tracking that was never told is released with what was tracked`() async {
    let closures = Log<Int>()
    func track(_ read: () -> Void) {
      let end = closure { closures.append(1) }
      withObservationTracking {
        read()
      } onChange: {
        end()
      }
    }
    do {
      let stored = InitializedSubject(wrappedValue: 0)
      let defaulted = DefaultSubject(default: 0)
      let derived = stored.map { $0 + 1 }
      let flowBacked = InitializedSubject(MutableStateFlow(0))
      let number = Log<Int>()
      let getter = InitializedObservable(get: { number.count })
      track { _ = stored.current }
      track { _ = defaulted.current }
      track { _ = derived.current }
      track { _ = flowBacked.current }
      track { _ = getter.current }
    }
    await mainActorTurns(until: closures.count == 5)
    #expect(closures.count == 5)
  }

  @Test func `tracking of a constant is released with the constant`() async {
    let closures = Log<Int>()
    do {
      let constant = InitializedObservable(wrappedValue: 1)
      let end = closure { closures.append(1) }
      withObservationTracking {
        _ = constant.map { $0 + 1 }.current
      } onChange: {
        end()
      }
    }
    await mainActorTurns(until: closures.count == 1)
    #expect(closures.count == 1)
  }
}
