import KalugaArchitecture
import Observation
import Testing

/// The current host of a service.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct LifecycleHostObserverTests {
  private final class Window {
    let number: Int

    init(_ number: Int) {
      self.number = number
    }
  }

  private let service = LifecycleHostObserver<Window>()
  private let one = Window(1)
  private let two = Window(2)
  /// The numbers of the hosts that an observer has seen.
  private let seen = Log<Int?>()

  private func observe() -> any Disposable {
    service.host.observe { [seen] in seen.append($0?.number) }
  }

  @Test func `observers and Swift Observation follow the current host, which is nil at first`() {
    let title = service.host.map { $0.map { "window \($0.number)" } ?? "none" }
    var titles: [String] = []
    let observations = [observe(), title.observe { titles.append($0) }]
    let tracked = trackedReads { _ = service.currentHost }
    let first = service.attach(to: one)
    #expect(tracked.count == 1)
    first.detach()
    let second = service.attach(to: two)
    #expect(service.currentHost === two)
    #expect(service.host.current === two)
    second.detach()
    for observation in observations { observation.dispose() }
    #expect(seen.all == [nil, 1, nil, 2, nil])
    #expect(titles == ["none", "window 1", "none", "window 2", "none"])
  }

  @Test func `a new host replaces the previous one, and observers are called once`() {
    let first = service.attach(to: one)
    let observation = observe()
    let second = service.attach(to: two)
    #expect(seen.all == [1, 2])
    first.detach()
    second.detach()
    observation.dispose()
    #expect(seen.all == [1, 2, nil])
  }

  // MARK: Tokens

  /// Kaluga Q26: `unsubscribe()` cleared any current manager.
  @Test(arguments: [false, true])
  func `the teardown of an old host does not detach a newer one`(isSameHost: Bool) {
    let newer = isSameHost ? one : two
    let old = service.attach(to: one)
    let new = service.attach(to: newer)
    old.detach()
    #expect(service.currentHost === newer)
    old.detach()
    #expect(service.currentHost === newer)
    new.detach()
    #expect(service.currentHost == nil)
    _ = service.attach(to: one)
    new.detach()
    #expect(service.currentHost === one)
  }

  @Test func `disposing a token detaches in a later main-actor job, from anywhere`() async {
    let observation = observe()
    service.attach(to: one).dispose()
    #expect(service.currentHost === one)
    await mainActorQueueDrained()
    let token = service.attach(to: two)
    await Task.detached { token.dispose() }.value
    await mainActorQueueDrained()
    // The release of a token does not detach.
    do { _ = service.attach(to: one) }
    await mainActorQueueDrained()
    observation.dispose()
    #expect(seen.all == [nil, 1, nil, 2, nil, 1])
  }

  // MARK: Release

  @Test(arguments: [false, true])
  func `the host is held weakly`(isObserved: Bool) async {
    let observation = isObserved ? observe() : nil
    weak var released: Window?
    do {
      let window = Window(1)
      released = window
      _ = service.attach(to: window)
      #expect(service.currentHost === window)
    }
    await until(released == nil)
    #expect(service.currentHost == nil)
    #expect(service.host.current == nil)
    observation?.dispose()
  }

  @Test func `detaching a released host reports its end to observers`() {
    let observation = observe()
    let token: HostAttachment
    do { token = service.attach(to: Window(1)) }
    token.detach()
    // A new host is reported after a released one, too.
    for number in 2...20 { _ = service.attach(to: Window(number)) }
    _ = service.attach(to: two)
    token.detach()
    observation.dispose()
    #expect(seen.all == [nil, 1, nil] + (2...20).map(Optional.some) + [2])
    #expect(service.currentHost === two)
  }
}
