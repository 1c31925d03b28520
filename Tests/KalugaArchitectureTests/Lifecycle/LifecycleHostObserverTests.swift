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

  @Test func `a service begins without a host`() {
    #expect(service.currentHost == nil)
    #expect(service.host.current == nil)
  }

  @Test func `the current host is observable`() {
    let (one, two) = (Window(1), Window(2))
    var seen: [Int?] = []
    let observation = service.host.observe { seen.append($0?.number) }
    let first = service.attach(to: one)
    first.detach()
    let second = service.attach(to: two)
    #expect(service.currentHost === two)
    #expect(service.host.current === two)
    second.detach()
    observation.dispose()
    #expect(seen == [nil, 1, nil, 2, nil])
  }

  @Test func `a new host replaces the one before, and observers hear of it once`() {
    let (one, two) = (Window(1), Window(2))
    let first = service.attach(to: one)
    var seen: [Int?] = []
    let observation = service.host.observe { seen.append($0?.number) }
    let second = service.attach(to: two)
    #expect(seen == [1, 2])
    first.detach()
    second.detach()
    observation.dispose()
    #expect(seen == [1, 2, nil])
  }

  /// Kaluga Q26: `unsubscribe()` cleared whatever manager was there.
  @Test func `the teardown of an old host does not detach a newer one`() {
    let (old, new) = (Window(1), Window(2))
    let oldToken = service.attach(to: old)
    let newToken = service.attach(to: new)
    oldToken.detach()
    #expect(service.currentHost === new)
    oldToken.detach()
    #expect(service.currentHost === new)
    newToken.detach()
    #expect(service.currentHost == nil)
  }

  /// Kaluga Q26, with one host that is attached again.
  @Test func `an old token of the same host does not detach its newer attachment`() {
    let window = Window(1)
    let old = service.attach(to: window)
    let new = service.attach(to: window)
    old.detach()
    #expect(service.currentHost === window)
    new.detach()
    #expect(service.currentHost == nil)
  }

  @Test func `a detached token detaches nothing later`() {
    let (one, two) = (Window(1), Window(2))
    let first = service.attach(to: one)
    first.detach()
    let second = service.attach(to: two)
    first.detach()
    #expect(service.currentHost === two)
    second.detach()
  }

  @Test func `disposing a token detaches in a later main-actor job, from anywhere`() async {
    let window = Window(1)
    let token = service.attach(to: window)
    token.dispose()
    #expect(service.currentHost === window)
    await queuedWorkDidRun()
    #expect(service.currentHost == nil)
    let other = service.attach(to: window)
    await Task.detached { other.dispose() }.value
    await queuedWorkDidRun()
    #expect(service.currentHost == nil)
  }

  @Test func `a token that nobody keeps does not detach`() async {
    let window = Window(1)
    do { _ = service.attach(to: window) }
    await queuedWorkDidRun()
    #expect(service.currentHost === window)
  }

  @Test func `the host is held weakly`() {
    weak var released: Window?
    do {
      let window = Window(1)
      released = window
      _ = service.attach(to: window)
      #expect(service.currentHost === window)
      #expect(service.host.current === window)
    }
    #expect(released == nil)
    #expect(service.currentHost == nil)
    #expect(service.host.current == nil)
  }

  @Test func `the host is held weakly while it is observed`() async {
    weak var released: Window?
    var seen: [Int?] = []
    let observation = service.host.observe { seen.append($0?.number) }
    do {
      let window = Window(1)
      released = window
      _ = service.attach(to: window)
    }
    await mainActorTurns(until: released == nil)
    #expect(released == nil)
    #expect(service.currentHost == nil)
    #expect(service.host.current == nil)
    observation.dispose()
  }

  @Test func `a host that comes after a released one is told to observers`() {
    var seen: [Int?] = []
    let observation = service.host.observe { seen.append($0?.number) }
    for number in 1...20 {
      let window = Window(number)
      _ = service.attach(to: window)
    }
    observation.dispose()
    #expect(seen == [nil] + (1...20).map(Optional.some))
  }

  @Test func `a host that was released and is detached leaves no host`() {
    let token: HostAttachment
    do { token = service.attach(to: Window(1)) }
    token.detach()
    #expect(service.currentHost == nil)
    let window = Window(2)
    _ = service.attach(to: window)
    token.detach()
    #expect(service.currentHost === window)
  }

  @Test func `an observer of the host may detach it and attach another`() {
    let (one, two) = (Window(1), Window(2))
    var seen: [Int?] = []
    let observation = service.host.observe { [service] window in
      seen.append(window?.number)
      if window === one { _ = service.attach(to: two) }
    }
    _ = service.attach(to: one)
    observation.dispose()
    #expect(seen == [nil, 1, 2])
    #expect(service.currentHost === two)
  }

  @Test func `a host that was released is told to observers as gone when it is detached`() {
    var seen: [Int?] = []
    let observation = service.host.observe { seen.append($0?.number) }
    let token: HostAttachment
    do { token = service.attach(to: Window(1)) }
    token.detach()
    observation.dispose()
    #expect(seen == [nil, 1, nil])
  }

  @Test func `what is derived from the host follows it`() {
    let window = Window(1)
    let title = service.host.map { $0.map { "window \($0.number)" } ?? "none" }
    var seen: [String] = []
    let observation = title.observe { seen.append($0) }
    let token = service.attach(to: window)
    token.detach()
    observation.dispose()
    #expect(seen == ["none", "window 1", "none"])
    #expect(title.current == "none")
  }

  @Test func `Swift Observation follows the host`() {
    let window = Window(1)
    let log = Log<String>()
    withObservationTracking {
      _ = service.currentHost
    } onChange: {
      log.append("changed")
    }
    _ = service.attach(to: window)
    #expect(log.all == ["changed"])
  }

  @Test func `what observes a host through others is released with the service`() async {
    let log = Log<String>()
    do {
      let service = LifecycleHostObserver<Window>()
      _ = service.host.map { $0?.number ?? 0 }
        .observe { [probe = Probe { log.append("released") }] _ in probe.touch() }
    }
    await mainActorTurns(until: log.all == ["released"])
    #expect(log.all == ["released"])
  }

  @Test func `a service is released with tokens and observers left`() {
    weak var released: LifecycleHostObserver<Window>?
    let window = Window(1)
    let token: HostAttachment
    do {
      let service = LifecycleHostObserver<Window>()
      released = service
      _ = service.host.observe { _ in }
      token = service.attach(to: window)
    }
    #expect(released == nil)
    token.detach()
  }

  @Test func `a token runs its closure once, also from inside itself`() async {
    var count = 0
    var token: HostAttachment?
    token = HostAttachment {
      count += 1
      token?.detach()
    }
    token?.dispose()
    token?.detach()
    token?.detach()
    await queuedWorkDidRun()
    #expect(count == 1)
  }
}
