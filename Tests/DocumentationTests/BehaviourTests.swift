// What the article "Behaviour at a glance" says, one test for each row of its tables.
import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct BehaviourTests {
  // MARK: The table itself

  @Test func `the tables have every class, and no empty cell`() throws {
    let article = try Documentation.article("behaviour-at-a-glance")
    for row in Documentation.tableRows(of: article) {
      #expect(row.count == 6)
      #expect(row.allSatisfy { !$0.isEmpty })
    }
    let declaration = /^(?:public|open) (?:final )?class (\w+)/
    for file in try Documentation.files(below: "Sources/KalugaArchitecture", ending: ".swift") {
      for line in try Documentation.text(file).split(separator: "\n") {
        guard let name = line.firstMatch(of: declaration)?.1, name != "BasicObservable" else {
          continue
        }
        let isThere = article.contains("``\(name)``")
        #expect(isThere, "\(name) is missing")
      }
    }
  }

  // MARK: State

  @Test func `subjects`() async {
    let subject = InitializedSubject(wrappedValue: 0)
    var calls: [String] = []
    let bag = DisposeBag()
    subject.observe { value in
      calls.append("first \(value)")
      if value == 1 { subject.current = 2 }
    }.addTo(bag)
    subject.observe { calls.append("second \($0)") }.addTo(bag)
    subject.current = 1
    subject.current = 2
    #expect(
      calls == ["first 0", "second 0", "first 1", "second 1", "first 2", "second 2"]
    )
    // Posted elsewhere: queued, in order; a write on the main actor applies it first.
    await Task.detached { subject.post(3) }.value
    subject.current = 4
    #expect(calls.suffix(4) == ["first 3", "second 3", "first 4", "second 4"])

    var mortal: InitializedSubject<Int>? = InitializedSubject(wrappedValue: 7)
    let flow = mortal?.stateFlow
    let derived = mortal?.map { $0 + 1 }
    mortal = nil
    #expect(flow?.value == 7)
    #expect(derived?.current == 8)
  }

  @Test func `derived observables`() {
    let first = InitializedSubject(wrappedValue: 1)
    let second = InitializedSubject(wrappedValue: 1)
    let sum = combine(first, second) { $0 + $1 }
    var calls: [Int] = []
    let token = sum.observe { calls.append($0) }
    first.current = 2
    second.current = 0  // 2, again: dropped
    second.current = 5
    #expect(calls == [2, 3, 2, 7])
    token.dispose()
    first.current = 10
    #expect(sum.current == 15)
  }

  @Test func `observables of a sequence`() async {
    let scope = TaskScope()
    let (sequence, source) = AsyncStream<Int>.makeStream()
    let observable = InitializedObservable(0, following: sequence, in: scope)
    let values = ValueRecorder(observable)
    for value in [1, 1, 2] { source.yield(value) }
    await values.expect(0, 1, 2)
    source.finish()
    await scope.waitUntilEmpty()
    #expect(observable.current == 2)
    guard case .ended = observable.sourceState else {
      Issue.record("\(observable.sourceState)")
      return
    }
  }

  @Observable
  final class Model {
    var name = "Ada"
  }

  @Test func `observables of a getter`() async {
    let model = Model()
    let observable = InitializedObservable { model.name }
    let names = ValueRecorder(observable)
    await names.expect("Ada")
    model.name = "Eve"
    #expect(observable.current == "Eve")
    await names.expect("Eve")
  }

  @Test func `saved state`() throws {
    let damaged = SavedState(fresh: 1, restoring: Data())
    #expect(damaged.state.current == 1)
    #expect(damaged.restoreError != nil)
    damaged.state.current = 2
    #expect(SavedState(fresh: 1, restoring: try damaged.save()).state.current == 2)
  }

  // MARK: Flows

  @Test func `state flows`() async {
    let flow = MutableStateFlow(0)
    var consumer = flow.makeAsyncIterator()
    #expect(await consumer.next() == 0)
    flow.value = 1
    flow.value = 2
    flow.value = 2
    #expect(await consumer.next() == 2)
    #expect(await nextInCancelledTask(of: flow) == nil)
  }

  @Test func `shared flows`() async throws {
    let flow = MutableSharedFlow<Int>(replay: 1, extraBuffer: 1)
    var consumer = flow.makeAsyncIterator()
    for value in [5, 5] { try await flow.emit(value) }
    #expect(!flow.tryEmit(6))  // would have to wait for the consumer
    #expect(await consumer.next() == 5)
    #expect(await consumer.next() == 5)
    #expect(flow.replayCache == [5])
    let dropping = MutableSharedFlow<Int>(extraBuffer: 1, overflow: .dropOldest)
    var slow = dropping.makeAsyncIterator()
    for value in 1...3 { #expect(dropping.tryEmit(value)) }
    #expect(await slow.next() == 3)
    #expect(await nextInCancelledTask(of: MutableSharedFlow<Int>(replay: 1)) == nil)
  }

  @Test func `event channels`() async {
    let channel = EventChannel<Int>()
    for event in 0..<65 { channel.send(event) }
    #expect(channel.droppedCount == 1)
    #expect(await nextInCancelledTask(of: channel) == nil)
    var consumer = channel.makeAsyncIterator()
    #expect(await consumer.next() == 1)
    var other = channel.makeAsyncIterator()
    #expect(await other.next() == 2)
  }

  @Test func `callback flows`() async throws {
    struct Failure: Error {}
    let flow = ThrowingCallbackFlow<Int, Failure> { sink in
      for value in 0..<1000 { sink.send(value) }
      sink.finish(throwing: Failure())
      return {}
    }
    var seen = 0
    await #expect(throws: Failure.self) {
      for try await value in flow {
        #expect(value == seen)
        seen += 1
      }
    }
    #expect(seen == 1000)

    let sinks = MutableStateFlow<[CallbackFlow<Int>.Sink]>([], by: { _, _ in false })
    let ended = CallbackFlow<Int> { sink in
      sinks.update { $0 + [sink] }
      sink.send(1)
      sink.send(1)
      sink.finish()
      return {}
    }
    for _ in 0..<2 {
      var all: [Int] = []
      for await value in ended { all.append(value) }
      #expect(all == [1, 1])
    }
    #expect(sinks.value.map { $0.send(2) } == [false, false])
  }

  private func nextInCancelledTask<Flow: AsyncSequence & Sendable>(
    of flow: Flow
  ) async -> Flow.Element? where Flow.Element: Sendable {
    let task = Task { @MainActor in
      withUnsafeCurrentTask { $0?.cancel() }
      var iterator = flow.makeAsyncIterator()
      return try? await iterator.next(isolation: MainActor.shared)
    }
    return await task.value ?? nil
  }

  // MARK: Work and what is to be ended

  @Test func `task scopes`() async {
    let scope = TaskScope()
    var order: [Int] = []
    for number in 1...3 { scope.launch { order.append(number) } }
    #expect(order.isEmpty)
    #expect(scope.runningCount == 3)
    await scope.waitUntilEmpty()
    #expect(order == [1, 2, 3])
    #expect(scope.runningCount == 0)
    scope.cancel()
    #expect(scope.launch {} == nil)
    let disposals = CallCounter()
    scope.add(SimpleDisposable { disposals.increase() })
    #expect(disposals.count == 1)
  }

  @Test func `latest work`() async {
    let scope = TaskScope()
    let latest = LatestWork(in: scope)
    var ran: [Int] = []
    for number in 1...3 { latest.run { ran.append(number) } }
    await scope.waitUntilEmpty()
    #expect(ran == [3])
    scope.cancel()
    #expect(latest.run {} == nil)
  }

  @Test func `disposables and bags`() {
    let calls = CallCounter()
    let once = SimpleDisposable { calls.increase() }
    once.dispose()
    once.dispose()
    #expect(calls.count == 1)

    let order = MutableStateFlow<[Int]>([])
    let bag = DisposeBag()
    let nested = DisposeBag()
    SimpleDisposable { order.update { $0 + [2] } }.addTo(nested)
    SimpleDisposable { order.update { $0 + [1] } }.addTo(bag)
    nested.addTo(bag)
    let last = SimpleDisposable { order.update { $0 + [3] } }
    last.addTo(bag)
    last.addTo(bag)
    bag.dispose()
    #expect(order.value == [1, 2, 3])
    SimpleDisposable { order.update { $0 + [4] } }.addTo(bag)
    bag.dispose()
    #expect(order.value == [1, 2, 3, 4])
  }

  @Test func `replies of callbacks`() async throws {
    let answer = try await withCallback { (reply: CallbackReply<Int>) in
      reply.resume(returning: 1)
      reply.resume(returning: 2)
    }
    #expect(answer == 1)
  }

  // MARK: Life

  private final class Counting: BaseLifecycleViewModel {
    var calls: [String] = []
    override func onResume(scope: TaskScope) {
      calls.append("resume")
      if calls.count > 2 { clear() }
      calls.append("resumed, \(stage.current)")
    }
    override func onPause() { calls.append("pause") }
    override func onCleared() { calls.append("cleared") }
  }

  @Test func `view models`() {
    let model = Counting()
    model.didPause()
    model.didResume()
    model.didResume()
    model.didPause()
    model.didResume()
    for _ in 0..<2 { model.clear() }
    model.didResume()
    #expect(
      model.calls == [
        "resume", "resumed, resumed", "pause", "resume", "resumed, resumed", "pause", "cleared",
      ]
    )
  }

  @Test func `lifecycle managers and attachments`() {
    final class Host {}
    let (host, other) = (Host(), Host())
    let service = LifecycleHostObserver<Host>()
    let model = BaseLifecycleViewModel(lifecycleSubscribables: [service])
    var appearances = 0
    let manager = LifecycleManager(model, host: host) {
      appearances += 1
      return []
    }
    #expect(service.currentHost === host)
    manager.hostDidAppear()
    manager.hostDidAppear()
    #expect(appearances == 1)
    let attachment = service.attach(to: other)
    manager.unbind()  // detaches the earlier host: nothing happens
    #expect(service.currentHost === other)
    attachment.detach()
    #expect(service.currentHost == nil)
    manager.hostDidAppear()
    #expect(appearances == 1)
    #expect(model.stage.current == .cleared)
  }

  // MARK: Navigation

  private enum Place: Codable, Hashable, Sendable { case home, next }
  private enum Go: NavigationAction { case next }

  private func makeDriver(
    _ configuration: NavigationConfiguration = NavigationConfiguration()
  ) -> NavigationDriver<Place> {
    NavigationDriver(root: .home, configuration: configuration) { _, _ in BaseLifecycleViewModel() }
  }

  @Test func `drivers and stack navigators`() throws {
    let driver = makeDriver()
    let navigator = StackNavigator(driver) { (_: Go) in .push(.next) }
    #expect(throws: NavigationError.noHost(action: "next")) { try navigator.navigate(.next) }
    driver.start()
    // From inside a transition: after it.
    var inside: [String] = []
    let token = driver.onTransition { _ in
      if inside.isEmpty { navigator.navigateOrElse(.next) { _ in } }
      inside.append("\(driver.stack.current)")
    }
    try navigator.navigate(.next)
    #expect(inside == ["[home, next]", "[home, next, next]"])
    token.dispose()
    driver.end()
    #expect(throws: NavigationError.noHost(action: "next")) { try navigator.navigate(.next) }

    let patient = makeDriver(NavigationConfiguration(beforeStart: .wait(limit: 1)))
    try patient.perform(.push(.next), action: "next")
    patient.start()
    #expect("\(patient.stack.current)" == "[home, next]")
    patient.end()
  }

  @Test func `closure navigators`() throws {
    var count = 0
    let navigator = ClosureNavigator { (_: Go) in count += 1 }
    try navigator.navigate(.next)
    try navigator.navigate(.next)
    #expect(count == 2)
  }

  @Test func `tickets`() async throws {
    let ticket = NavigationTicket<Int>()
    ticket.transitionDidEnd()
    try await ticket.transitioned()
    let task = Task { await ticket.outcome }
    #expect(ticket.settle(.finished(1)))
    #expect(!ticket.settle(.finished(2)))
    #expect(await task.value == .finished(1))
    #expect(try await ticket.result == 1)
  }

  private final class Waiting: Coordinator<Place, Int> {
    let started = EventChannel<Void>()

    override func start() async throws(NavigationError) {
      started.send(())
      // Until the flow ends.
      scope.launch { for await _ in AsyncStream<Never>.makeStream().stream {} }
    }
  }

  @Test func `coordinators and routers`() async throws {
    let driver = makeDriver()
    driver.start()
    let router = StackRouter(driver)
    let flow = Waiting()
    async let outcome = flow.run(on: router)
    var started = flow.started.makeAsyncIterator()
    await started.next()
    guard case .refused = await flow.run(on: router) else {
      Issue.record("a second run must be refused")
      return
    }
    #expect(flow.finish(1))
    #expect(!flow.finish(2))
    #expect(!flow.cancel())
    #expect(await outcome == .finished(1))
    driver.end()
  }

  private struct Next: Presentable {
    let destination = Place.next
  }

  @Test func `routed screens`() async throws {
    let screen = RoutedScreen<Place>(Next())
    #expect(throws: NavigationError.self) { try screen.close() }
    screen.didLeave(.back)
    screen.didLeave(.closed)
    #expect(screen.cancellation == .back)
    #expect(await (try screen.close()).outcome == .done)

    var driver: NavigationDriver<Place>? = makeDriver()
    let router = try StackRouter(#require(driver))
    driver = nil
    await #expect(throws: NavigationError.noHost(action: "push")) {
      try await router.push(RoutedScreen<Place>(Next()))
    }
  }

  // MARK: Stores

  @Test func `stores`() {
    let store = ReducerStore<Int, Int, Int, Never>(initialState: 0) { state, message in
      state += message
    }
    var states: [Int] = []
    let token = store.state.observe { state in
      if state == 1 { store.send(10) }
      states.append(state)
    }
    store.send(1)
    store.send(0)
    store.dispose()
    store.send(5)
    #expect(states == [0, 1, 11])
    #expect(store.state.current == 11)
    token.dispose()
  }

  private final class Lines: BaseMviView<Int, Int, Never> {
    var models: [Int] = []
    override func render(_ model: Int) { models.append(model) }
  }

  @Test func `components and views`() {
    let store = ReducerStore<Int, Int, Int, Never>(initialState: 1) { state, message in
      state += message
    }
    let component = MviComponent(store, model: { $0 / 10 }, intent: { (event: Int) in event })
    let view = Lines()
    component.onViewCreated(view)
    view.dispatch(100)  // nobody listens yet: dropped
    component.onStart()
    view.dispatch(1)  // the same model: not rendered again
    view.dispatch(10)
    #expect(view.models == [0, 1])
    component.onDestroy()
    component.onStart()
    view.dispatch(10)
    #expect(view.models == [0, 1])
    #expect(store.state.current == 12)
  }

  @Test func `labels wait for whoever reads a proxy`() async {
    let proxy = MviViewProxy<Int, Int, String>()
    proxy.show("a")
    proxy.show("b")
    var labels = proxy.labels.makeAsyncIterator()
    #expect(await labels.next() == "a")
    #expect(await labels.next() == "b")
  }
}

/// Counts calls from any isolation.
private final class CallCounter: Sendable {
  private let flow = MutableStateFlow(0)
  var count: Int { flow.value }
  func increase() { flow.update { $0 + 1 } }
}
