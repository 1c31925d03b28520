import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

/// Every observable takes part in Swift Observation, which keeps nothing alive for longer than it must.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ObservationTrackingTests {
  private let subject = InitializedSubject(wrappedValue: 0)

  // MARK: Notifications

  private final class CountViewModel: BaseLifecycleViewModel {
    @InitializedSubject var count = 0
    lazy var doubled = $count.map { $0 * 2 }
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

  /// The derived observable is released at the end of the closure.
  @Test(arguments: [false, true])
  func `a temporary derived observable is tracked, and equal values do not notify`(
    isObserved: Bool
  ) {
    let isBig = subject.map { $0 > 10 }
    let recorder = isObserved ? ValueRecorder(isBig) : nil
    let changes = trackedReads { _ = isObserved ? isBig.current : subject.map { $0 > 10 }.current }
    subject.current = 5
    #expect(changes.count == 0)
    subject.current = 11
    #expect(changes.count == 1)
    withExtendedLifetime(recorder) {}
  }

  @Test func `a view of a default or a part is not drawn for an equal value`() {
    struct User: Equatable {
      var name = "n"
      var street = "s"
    }
    let nick = DefaultSubject(default: "Anonymous")
    let user = InitializedSubject(wrappedValue: User())
    let changes = trackedReads {
      _ = nick.current
      _ = user[\.street].current
      _ = user.map(\.street).current
      _ = combine(nick, user) { $0.count + $1.street.count }.current
      _ = user.filter { $0.name == "n" }.map { $0.street }.current
    }
    nick.raw = "Anonymous"
    user.mutate { $0.name = "m" }
    #expect(changes.count == 0)
    user[\.street].current = "t"
    #expect(changes.count == 1)
  }

  @Test func `one write of a flow's subject is reported once, also after another read`() async {
    let subject = InitializedSubject(MutableStateFlow(0))
    let first = trackedReads { _ = subject.current }
    subject.current = 1
    let second = trackedReads { _ = subject.current }
    await mainActorQueueDrained()
    #expect([first.count, second.count] == [1, 0])
  }

  @Test func `trackers are notified of what they read, even if nested`() {
    let other = InitializedSubject(wrappedValue: 0)
    var inner = Log<Int>()
    let outer = trackedReads {
      _ = subject.current
      inner = trackedReads { _ = other.current }
    }
    let both = trackedReads { inner = trackedReads { _ = subject.current } }
    other.current = 1
    #expect([outer.count, inner.count, both.count] == [1, 0, 0])
    subject.current = 1
    #expect([outer.count, inner.count, both.count] == [1, 1, 1])
  }

  @Test func `a tracker that tracks again in its notification is not notified of an equal value`()
    async
  {
    let tens = subject.map { $0 / 10 }
    let (first, second) = (Log<Int>(), Holder(Log<Int>()))
    withObservationTracking {
      _ = tens.current
    } onChange: {
      first.append(1)
      MainActor.assumeIsolated { second.value = trackedReads { _ = tens.current } }
    }
    var counts: [[Int]] = []
    for value in [5, 10, 11, 20] {
      subject.current = value
      await mainActorQueueDrained()
      counts.append([first.count, second.value.count])
    }
    #expect(counts == [[0, 0], [1, 0], [1, 0], [1, 1]])
  }

  @Test func `a change that is made while a tracker still reads is not the last one it misses`() {
    let derived = subject.map { $0 * 2 }
    let changes = trackedReads {
      _ = derived.current
      subject.current += 1
    }
    subject.current += 1
    #expect(changes.count == 1)
  }

  /// The release of an observer that was disposed earlier may run code of another part of the app.
  @Test func `a tracker does not follow what the release of another's observer reads`() async {
    let (other, released) = (InitializedSubject(wrappedValue: 0), Log<Int>())
    let unread = InitializedSubject(wrappedValue: 0)
    let uses: [@MainActor () -> Void] = [
      { [subject] in _ = subject.map { $0 * 2 }.current },
      { [subject] in _ = subject.observe { _ in } },
      { unread.current = 1 },
    ]
    let changes = uses.map { use in
      other.observe(MainProbe { released.append(other.current) }.observer()).dispose()
      return trackedReads(use)
    }
    other.current = 2
    #expect(changes.map(\.count) == [0, 0, 0])
    await mainActorQueueDrained()
    #expect(released.all == [2, 2, 2])
  }

  // MARK: What trackers keep

  enum Notified: CaseIterable { case subject, flow, other }

  @Test(arguments: Notified.allCases)
  func `nothing keeps a temporary derived observable after the notification`(
    by source: Notified
  ) async {
    let (releases, flow) = (ReleaseLog(), MutableStateFlow(0))
    let other = InitializedSubject(wrappedValue: 0)
    let changes = trackedReads {
      let end = releases.closure()
      let input: InitializedObservable<Int> =
        source == .flow ? InitializedObservable(flow.asStateFlow()) : subject
      _ =
        input.map { value in
          end()
          return value
        }.current
      _ = other.current
    }
    switch source {
    case .subject: subject.current = 1
    case .flow: flow.value = 1
    case .other: other.current = 1
    }
    await until(releases.count == 1)
    #expect(changes.count == 1)
  }

  @Test func `a derived observable with an observer is tracked after its handle has gone`() {
    var derived: InitializedObservable<Int>? = subject.map { $0 * 2 }
    let token = derived?.observe { _ in }
    let changes = trackedReads { _ = derived?.current }
    derived = nil
    token?.dispose()
    subject.current = 1
    #expect(changes.count == 1)
  }

  /// A handle that another thread releases at the same moment once hid the read of a tracker.
  @Test func `no tracked read is lost while other threads release handles`() async {
    let subject = subject
    let (handles, continuation) = AsyncStream<InitializedObservable<Int>>.makeStream()
    let releasing = Task.detached {
      for await handle in handles { withExtendedLifetime(handle) {} }
    }
    var missed = 0
    for number in 1...5_000 {
      let derived = subject.map { $0 + 1 }
      let changes = trackedReads {
        _ = derived.current
        continuation.yield(subject.map { $0 + 2 })
        _ = subject.map { $0 + 3 }.current
      }
      subject.current = number
      if changes.count == 0 { missed += 1 }
    }
    continuation.finish()
    await releasing.value
    #expect(missed == 0)
  }
}
