import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

/// Every observable takes part in Swift Observation.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ObservationTrackingTests {
  private final class CountViewModel: BaseLifecycleViewModel {
    @InitializedSubject var count = 0
    lazy var doubled = $count.map { $0 * 2 }
  }

  @Test func `a constant reports nothing and is released with its observers and trackers`() async {
    let releases = ReleaseLog()
    let changes = Log<Int>()
    do {
      let constant = InitializedObservable(wrappedValue: 1)
      let end = releases.closure()
      withObservationTracking {
        _ = constant.observe(releases.observer())
        #expect([constant.current, constant.map { $0 + 1 }.current] == [1, 2])
      } onChange: {
        end()
        changes.append(1)
      }
    }
    await until(releases.count == 2)
    #expect(changes.count == 0)
  }

  @Test func `one write of a flow's subject is reported once, also after another read`() async {
    let subject = InitializedSubject(MutableStateFlow(0))
    let first = trackedReads { _ = subject.current }
    subject.current = 1
    let second = trackedReads { _ = subject.current }
    await mainActorQueueDrained()
    #expect([first.count, second.count] == [1, 0])
  }

  @Test func `a read after a write to a flow does not hide the write from earlier readers`() async {
    let flow = MutableStateFlow(0)
    let observable = InitializedObservable(flow.asStateFlow())
    let first = trackedReads { _ = observable.current }
    flow.value = 1
    _ = trackedReads { _ = observable.current }
    await mainActorQueueDrained()
    #expect(first.count == 1)
  }

  @Test func `a read of the new value in a round does not hide it from earlier readers`() {
    let count = InitializedSubject(wrappedValue: 0)
    let tens = count.map { $0 + 1 }.map { $0 * 10 }
    let reader = count.observe { _ in _ = tens.current }
    defer { reader.dispose() }
    let changes = trackedReads { _ = tens.current }
    count.current = 1
    #expect(changes.count == 1)
  }

  @Test func `trackers are notified of what they read, even if nested`() {
    let one = InitializedSubject(wrappedValue: 0)
    let two = InitializedSubject(wrappedValue: 0)
    var inner = Log<Int>()
    let outer = trackedReads {
      _ = one.current
      inner = trackedReads { _ = two.current }
    }
    let other = trackedReads { inner = trackedReads { _ = one.current } }
    two.current = 1
    #expect([outer.count, inner.count, other.count] == [1, 0, 0])
    one.current = 1
    #expect([outer.count, inner.count, other.count] == [1, 1, 1])
  }

  @Test func `a view model is followed through its properties`() {
    let viewModel = CountViewModel()
    let followed: any Observable = viewModel
    let changes = [
      trackedReads { _ = viewModel.count },
      trackedReads { _ = viewModel.doubled.current },
      trackedReads { _ = viewModel.stage.current },
    ]
    viewModel.count = 1
    #expect(changes.map(\.count) == [1, 1, 0])
    viewModel.didResume()
    #expect(changes.map(\.count) == [1, 1, 1])
    withExtendedLifetime(followed) {}
  }

  @Test func `the Observations sequence ends on what another thread wrote last`() async {
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
}
