import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Synchronization
import Testing

/// Promises of the documentation about state, in situations that a stranger chose to break them.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct StatePromiseTests {
  private let scope = TaskScope(name: "StatePromiseTests")

  struct User: Codable, Equatable, Sendable {
    struct Address: Codable, Equatable, Sendable { var street = "s"; var city = "c" }
    var name = "n"
    var address = Address()
  }

  struct Point: Equatable, Sendable { var x: Double }

  // MARK: Subjects, parts

  @Test func `the default is never written to the flow, not even by a mutate that changes nothing`()
  {
    let flow = MutableStateFlow<Int?>(nil)
    let subject = DefaultSubject(flow, default: 5)
    let isPositive = subject.mutate { $0 > 0 }
    #expect(isPositive)
    #expect(flow.value == nil)
    #expect(subject.raw == nil)
  }

  @Test func `the default is never passed to the setter by a mutate that throws`() {
    var sets: [Int?] = []
    let subject = DefaultSubject(default: 5, get: { nil as Int? }, set: { sets.append($0) })
    #expect(throws: SourceError.self) {
      try subject.mutate { (_: inout Int) throws(SourceError) in throw SourceError() }
    }
    #expect(sets.isEmpty)
  }

  @Test func `a plain default subject is not written by a mutate that throws`() {
    let subject = DefaultSubject(default: 5)
    #expect(throws: SourceError.self) {
      try subject.mutate { (_: inout Int) throws(SourceError) in throw SourceError() }
    }
    #expect(subject.raw == nil)
  }

  @Test func `writing nothing to a part calls no observer of the whole`() {
    let whole = UninitializedSubject<User>()
    whole.current = .value(User())
    let part = whole[\.name]
    var seen = 0
    let token = whole.observe { _ in seen += 1 }
    part.current = .nothing
    #expect(seen == 1)
    #expect(part.current == .value("n"))
    token.dispose()
  }

  @Test func `set of a nested part returns when the full shared flow has taken the value`() async {
    let flow = MutableSharedFlow<User>(replay: 1)
    let subject = InitializedSubject(User(), flow, in: scope)
    var slow: FlowIterator<User>? = flow.makeAsyncIterator()
    let street = subject[\.address][\.street]
    street.current = "one"
    let done = Log<Int>()
    let task = Task { @MainActor in
      await street.set("two")
      done.append(1)
      #expect(street.current == "two")
    }
    await mainActorQueueDrained()
    #expect(done.count == 0)
    _ = await slow?.next()
    await task.value
    #expect(subject.current.address.street == "two")
    slow = nil
  }

  @Test func `two subjects over one flow and a combination of them are never mixed`() async {
    let flow = MutableStateFlow(0)
    let (a, b) = (InitializedSubject(flow), InitializedSubject(flow))
    let both = combine(a, b) { [$0, $1] }
    var seen: [[Int]] = []
    let token = both.observe { seen.append($0) }
    a.current = 1
    b.current = 2
    b.mutate { $0 += 1 }
    await mainActorQueueDrained()
    #expect(seen == [[0, 0], [1, 1], [2, 2], [3, 3]])
    token.dispose()
  }

  // MARK: Observing

  @Test func `an observation whose condition disposes it makes no further call`() {
    let subject = InitializedSubject(wrappedValue: 0)
    let bag = DisposeBag()
    var seen: [Int] = []
    subject.observe(until: {
      if $0 == 1 { bag.dispose() }
      return false
    }) { seen.append($0) }.addTo(bag)
    subject.current = 1
    #expect(seen == [0])
  }

  @Test func `a token of a constant that is disposed leaves the bag when others are added`() async {
    let bag = DisposeBag()
    let constant = InitializedObservable(wrappedValue: 1)
    weak var weakToken: (any Disposable)?
    do {
      let token = constant.observe { _ in }
      weakToken = token
      bag.add(token)
      token.dispose()
    }
    for _ in 0..<100 { bag.add(SimpleDisposable {}) }
    await mainActorQueueDrained()
    #expect(weakToken == nil)
  }

  // MARK: Getters and Swift Observation

  final class SlowModel: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private let storage = Mutex(0)
    var value: Int {
      registrar.access(self, keyPath: \.value)
      return storage.withLock { $0 }
    }
    func write(_ newValue: Int, between: () -> Void) {
      registrar.withMutation(of: self, keyPath: \.value) {
        between()
        storage.withLock { $0 = newValue }
      }
    }
  }

  @Test func `a change on another thread during a write of the subject is read once more`() async {
    let model = SlowModel()
    var other = 0
    let (began, proceed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let subject = InitializedSubject(
      get: { model.value * 10 + other },
      set: { value in
        other = value % 10
        Thread.detachNewThread {
          model.write(5) {
            began.signal()
            proceed.wait()
          }
        }
        began.wait()
      }
    )
    var seen: [Int] = []
    let token = subject.observe { seen.append($0) }
    subject.current = 1
    proceed.signal()
    await until(seen.last == 51, limit: .seconds(20))
    token.dispose()
  }

  @Test func `a tracker that tracks again in its notification is not notified of an equal value`()
    async
  {
    let subject = InitializedSubject(wrappedValue: 0)
    let tens = subject.map { $0 / 10 }
    let (first, second) = (Log<Int>(), Log<Int>())
    withObservationTracking {
      _ = tens.current
    } onChange: {
      first.append(1)
      MainActor.assumeIsolated {
        withObservationTracking {
          _ = tens.current
        } onChange: {
          second.append(1)
        }
      }
    }
    subject.current = 5
    #expect(first.count == 0)
    subject.current = 10
    #expect(first.count == 1)
    await mainActorQueueDrained()
    #expect(second.count == 0)
    subject.current = 11
    await mainActorQueueDrained()
    #expect(second.count == 0)
    subject.current = 20
    #expect(second.count == 1)
  }

  @Test func `a tracker of a selection follows the newly selected observable`() {
    let flag = InitializedSubject(wrappedValue: true)
    let (a, b) = (InitializedSubject(wrappedValue: 1), InitializedSubject(wrappedValue: 1))
    let latest = flag.flatMapLatest { $0 ? a as InitializedObservable : b }
    let changes = trackedReads { _ = latest.current }
    flag.current = false
    #expect(changes.count == 0)
    a.current = 7
    #expect(changes.count == 0)
    b.current = 2
    #expect(changes.count == 1)
  }

  // MARK: Flows

  @Test func `an observer of an observable of a lazily shared flow starts the source`() async {
    let source = ScriptedSequence<Int>()
    let flow = source.stateIn(scope, initial: 0, start: .lazily)
    let observable = InitializedObservable(flow)
    let token = observable.observe { _ in }
    await mainActorQueueDrained()
    #expect(source.runCount == 1)
    token.dispose()
  }

  // MARK: Work

  @Test func `only the latest work runs if a cancellation handler gives new work`() async {
    let work = LatestWork(in: scope)
    let (log, started) = (Log<String>(), Gate())
    work.run {
      started.open()
      await withTaskCancellationHandler {
        await untilCancelled()
      } onCancel: {
        MainActor.assumeIsolated { _ = work.run { log.append("from the handler") } }
      }
    }
    try? await started.pass()
    await mainActorQueueDrained()
    work.run { log.append("outer") }
    await scope.waitUntilEmpty()
    #expect(log.count == 1)
  }

  // MARK: Loaders

  final class LoadingViewModel: BaseLifecycleViewModel {
    @UninitializedSubject<Double> var number
    @InitializedSubject(changePolicy: .everyWrite) var any = 0
    let flow = MutableStateFlow(Point(x: .nan))
    var loads = 0
    lazy var flowPoint = InitializedSubject(flow)
    lazy var ofPoint = load(latest: flowPoint) { [unowned self] _ in try await begin() }
    lazy var ofMappedPoint = load(latest: flowPoint.map { $0 }) { [unowned self] _ in
      try await begin()
    }
    lazy var ofNumber = load(latest: $number.map { $0 }) { [unowned self] _ in try await begin() }
    lazy var ofPlain = load(latest: $number) { [unowned self] _ in try await begin() }
    func begin() async throws -> Int {
      loads += 1
      return loads
    }
  }

  private func loadsAfterSecondResume(
    _ loader: (LoadingViewModel) -> Loader<Int>
  ) async -> Int {
    let model = LoadingViewModel()
    model.number = .value(.nan)
    model.didResume()
    let loader = loader(model)
    await until(loader.current.value == 1)
    await mainActorQueueDrained()
    model.didPause()
    model.didResume()
    await mainActorQueueDrained()
    await model.scope.waitUntilEmpty()
    return model.loads
  }

  @Test func `a derived input that may be missing and is not a number is not loaded again`() async {
    #expect(await loadsAfterSecondResume { $0.ofNumber } == 1)
  }

  @Test func `a plain input that may be missing and is not a number is not loaded again`() async {
    #expect(await loadsAfterSecondResume { $0.ofPlain } == 1)
  }

  @Test func `a flow's value that contains a NaN is not loaded again`() async {
    #expect(await loadsAfterSecondResume { $0.ofPoint } == 1)
  }

  @Test func `a derived value that contains a NaN is not loaded again`() async {
    #expect(await loadsAfterSecondResume { $0.ofMappedPoint } == 1)
  }

  // MARK: Registrations

  final class ParentViewModel: BaseLifecycleViewModel {
    let child = BaseLifecycleViewModel()
    let flow = MutableStateFlow(0)
    var calls = 0
    init() {
      super.init()
      addChild(child)
    }
    override func onResume(scope: TaskScope) {
      child.collectWhileResumed(flow) { [weak self] _ in self?.calls += 1 }
    }
  }

  @Test func `a registration on a child that a parent's onResume repeats is reported`() async {
    let log = DiagnosticLog()
    let model = ParentViewModel()
    model.didResume()
    model.didPause()
    model.didResume()
    await mainActorQueueDrained()
    #expect(log.of(.repeatedRegistration, about: "StatePromiseTests.swift").count == 1)
    #expect(model.calls == 2)
    model.clear()
  }

  // MARK: Saved

  final class Form: BaseLifecycleViewModel {
    @Saved("a") var a = 0
    @Saved("b") var b = ""
    @Saved("c") var c: Int? = 5
    @Saved("d") var d: [String: [Int]] = ["x": [1]]
  }

  final class Plain: BaseLifecycleViewModel {}

  @Test func `one damaged value affects no other property`() throws {
    let form = Form()
    form.a = 7
    form.b = "text"
    let data = try #require(form.savedState())
    var object = try #require(
      try JSONSerialization.jsonObject(with: data) as? [String: Any]
    )
    object["a"] = 5
    let damaged = try JSONSerialization.data(withJSONObject: object)
    let again = BaseLifecycleViewModel.restoring(damaged) { Form() }
    #expect(again.a == 0)
    #expect(again.b == "text")
  }

  @Test func `nil and empty collections are restored`() throws {
    let form = Form()
    form.c = nil
    form.d = [:]
    let again = BaseLifecycleViewModel.restoring(form.savedState()) { Form() }
    #expect(again.c == nil)
    #expect(again.d == [:])
  }

  @Test func `a child added later is restored, even if its screen has a parent by then`() throws {
    let screen = Plain()
    let child = Form()
    child.b = "text"
    screen.addChild(child)
    let data = try #require(screen.savedState())
    let again = BaseLifecycleViewModel.restoring(data) { Plain() }
    let host = Plain()
    host.addChild(again)
    let late = Form()
    again.addChild(late)
    #expect(late.b == "text")
  }

  @Test func `values that nobody has taken are saved again, also by an ancestor`() throws {
    let screen = Plain()
    let child = Form()
    child.b = "text"
    screen.addChild(child)
    let data = try #require(screen.savedState())
    let again = BaseLifecycleViewModel.restoring(data) { Plain() }
    #expect(again.savedState() != nil)
    let host = Plain()
    host.addChild(again)
    #expect(host.savedState() != nil)
  }

  @Test func `two files whose observers write each other have their newest values after a flush`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "promise-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (one, two) = (
      SavedFile.file(folder.appending(path: "1.json")),
      SavedFile.file(folder.appending(path: "2.json"))
    )
    var (a, b): (Saved<Int>?, Saved<Int>?) = (
      Saved(wrappedValue: 0, one), Saved(wrappedValue: 0, two)
    )
    let bag = DisposeBag()
    a?.projectedValue.observe { [weak b] v in if v < 5 { b?.wrappedValue = v } }.addTo(bag)
    b?.projectedValue.observe { [weak a] v in if v > 0 { a?.wrappedValue = v + 1 } }.addTo(bag)
    a?.wrappedValue = 1
    await SavedFile.flushAll()
    let values = (a?.wrappedValue, b?.wrappedValue)
    bag.dispose()
    (a, b) = (nil, nil)
    await mainActorQueueDrained()
    let (c, d) = (Saved(wrappedValue: -1, one), Saved(wrappedValue: -1, two))
    #expect(values == (5, 4))
    #expect((c.wrappedValue, d.wrappedValue) == (5, 4))
  }

  // MARK: Arrays and flows

  /// Changes an array of a subject twice, and expects that it is not copied in between.
  private func expectChangeInPlace(
    isObserved: Bool,
    observe: () -> any Disposable,
    mutate: ((inout [Int]) -> UInt) -> UInt?
  ) {
    let token = isObserved ? observe() : nil
    let addresses = [-1, -2].map { value in
      mutate { array in
        array[0] = value
        return array.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
      }
    }
    #expect(addresses[0] == addresses[1])
    #expect(addresses[0] != nil)
    token?.dispose()
  }

  @Test(arguments: [false, true])
  func `mutate changes an array in place`(isObserved: Bool) {
    let subject = InitializedSubject(wrappedValue: Array(0..<1000))
    expectChangeInPlace(isObserved: isObserved) {
      subject.observe { _ in }
    } mutate: {
      subject.mutate($0)
    }
  }

  @Test(arguments: [false, true])
  func `mutate of an uninitialized subject changes an array in place`(isObserved: Bool) {
    let subject = UninitializedSubject<[Int]>()
    subject.current = .value(Array(0..<1000))
    expectChangeInPlace(isObserved: isObserved) {
      subject.observe { _ in }
    } mutate: {
      subject.mutate($0)
    }
  }

  @Test func `a combination of nothing ends its observations`() async {
    let log = ReleaseLog()
    _ = combine([BasicObservable<Int>]()) { $0.count }.observe(log.observer())
    _ = InitializedObservable(wrappedValue: 1)
      .flatMapLatest { InitializedObservable(wrappedValue: $0) }.observe(log.observer())
    await mainActorQueueDrained()
    await mainActorQueueDrained()
    #expect(log.count == 2)
  }

  @Test func `the predicate of a retry is not called after a cancellation`() async throws {
    let asked = Tally()
    let gate = Gate()
    let source = ScriptedSequence<Int>()
    let sequence = source.retry(
      maxAttempts: .max,
      if: { _ in
        asked.add()
        await gate.passIgnoringCancellation()
        return true
      },
      backoff: { _ in .zero },
      clock: ImmediateClock()
    )
    let task = Task { @MainActor in
      var iterator = sequence.makeAsyncIterator()
      return try await iterator.next(isolation: #isolation)
    }
    await until(source.requestCount == 1)
    source.fail(SourceError())
    await until(asked.value == 1)
    task.cancel()
    gate.open()
    #expect(try await task.value == nil)
    #expect(source.runCount == 1)
  }

  enum Page: NavigationDestination { case list }

  @Test func `a child added later to a screen of a nested stack is restored`() throws {
    final class Shop: BaseLifecycleViewModel {
      var page: Plain?
      let makesChild: Bool
      lazy var pages = NavigationDriver(root: Page.list) { [unowned self] _, _ in
        let page = Plain()
        self.page = page
        return page
      }
      init(makesChild: Bool) {
        self.makesChild = makesChild
        super.init()
        addChild(pages)
      }
    }
    var shop: Shop?
    func driver(_ snapshot: NavigationSnapshot<Page>?) -> NavigationDriver<Page> {
      let driver = NavigationDriver(root: Page.list, restoring: snapshot) { _, _ in
        let made = Shop(makesChild: false)
        shop = made
        return made
      }
      driver.start()
      return driver
    }
    let first = driver(nil)
    let child = Form()
    child.b = "text"
    shop?.page?.addChild(child)
    let data = try first.snapshot().data()
    let second = driver(try NavigationSnapshot<Page>(data))
    let late = Form()
    shop?.page?.addChild(late)
    #expect(late.b == "text")
    _ = (first, second)
  }

  @Test func `an observer of an observable of a whileSubscribed flow starts and stops the source`()
    async
  {
    let source = ScriptedSequence<Int>()
    let flow = source.stateIn(scope, initial: 0, start: .whileSubscribed(grace: .zero))
    let observable = InitializedObservable(flow).map { $0 }
    let token = observable.observe { _ in }
    await mainActorQueueDrained()
    #expect(flow.subscriptionCount.value == 1)
    #expect(source.runCount == 1)
    token.dispose()
  }

  @Test func `a part of a part of a missing value has none, and a write changes nothing`() {
    let whole = UninitializedSubject<User>()
    let street = whole[\.address][\.street]
    var seen = 0
    let token = whole.observe { _ in seen += 1 }
    street.current = .value("x")
    #expect(street.mutate { $0 = "y" } == nil)
    #expect(whole.current == .nothing)
    #expect(seen == 1)
    whole.current = .value(User())
    street.current = .value("x")
    #expect(whole.current.valueOrNil?.address.street == "x")
    #expect(seen == 3)
    street.current = .value("x")
    #expect(seen == 3)
    token.dispose()
  }

  @Test func `a mutate of a part that changes nothing calls nobody`() {
    let whole = UninitializedSubject<User>()
    whole.current = .value(User())
    let street = whole[\.address][\.street]
    var seen = 0
    let token = whole.observe { _ in seen += 1 }
    #expect(street.mutate { $0.count } == 1)
    #expect(seen == 1)
    token.dispose()
  }

  @Test func `a saved property that a late write of another thread changed is in the saved state`()
    async throws
  {
    let form = Form()
    let subject = form.$b
    await Task.detached { subject.post("posted") }.value
    form.b = form.b
    let again = BaseLifecycleViewModel.restoring(form.savedState()) { Form() }
    #expect(again.b == form.b)
  }

  // MARK: More

  final class Late: BaseLifecycleViewModel {
    @Saved("z") var z = 1
    init(after other: Form) {
      _ = other.savedState()
      super.init()
    }
  }

  @Test func `a property is saved although another state was saved while its owner was made`() {
    let late = Late(after: Form())
    #expect(late.savedState() != nil)
  }

  @Test func `all spellings of a location name one file`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "promise-\(UUID())")
    let plain = SavedFile.file(folder.appending(path: "1 é.json"))
    #expect(SavedFile.file(folder.appending(path: "a/../1 é.json")) == plain)
    #expect(SavedFile.file(folder.appending(path: "./1 é.json")) == plain)
    #expect(SavedFile.file(URL(filePath: folder.path + "//1 é.json")) == plain)
    #expect(
      SavedFile.file(
        URL(
          filePath: "1 é.json",
          relativeTo: folder.appending(path: "x", directoryHint: .notDirectory)
        )
      ) == plain
    )
    #expect(SavedFile.file(URL(string: "file://" + folder.path + "/1%20%C3%A9.json")!) == plain)
  }

  @Test func `a view of a default or a part is not drawn for an equal value`() {
    let nick = DefaultSubject(default: "Anonymous")
    let user = InitializedSubject(wrappedValue: User())
    let changes = trackedReads {
      _ = nick.current
      _ = user[\.address][\.street].current
      _ = user[\.address].map(\.street).current
      _ = combine(nick, user) { $0.count + $1.address.street.count }.current
      _ = user.filter { $0.name == "n" }.map { $0.address.street }.current
    }
    nick.current = "Anonymous"
    user.mutate { $0.name = "m" }
    user[\.address].mutate { $0.city = "d" }
    #expect(changes.count == 0)
    user[\.address][\.street].current = "t"
    #expect(changes.count == 1)
  }

  @Test func `a second write in a notification of a tracker is the value that stays`() {
    let subject = InitializedSubject(wrappedValue: 0)
    let double = subject.map { $0 * 2 }
    var seen: [Int] = []
    let token = double.observe { seen.append($0) }
    withObservationTracking {
      _ = double.current
    } onChange: {
      MainActor.assumeIsolated { subject.current = 99 }
    }
    subject.current = 1
    #expect(subject.current == 99)
    #expect(seen.last == 198)
    token.dispose()
  }

  @Test func `a loaded value survives a reload that its own work asks for`() async {
    final class Model: BaseLifecycleViewModel {
      var runs = 0
      lazy var value: Loader<Int> = load { [unowned self] in try await work() }
      func work() async throws -> Int {
        runs += 1
        let run = runs
        if run == 1 { value.reload() }
        return run
      }
    }
    let model = Model()
    model.didResume()
    _ = model.value
    await until(model.value.current.value != nil)
    #expect(model.value.current.value == 2)
  }

  @Test
  func `the observers of a subject whose last reference an observer drops are called to the end`()
    async
  {
    var subject: InitializedSubject<Int>? = InitializedSubject(wrappedValue: 0)
    let log = ReleaseLog()
    var seen: [Int] = []
    _ = subject?.observe(log.observer { if $0 == 1 { subject = nil } })
    _ = subject?.observe(log.observer { seen.append($0) })
    let derived = subject?.map { $0 + 1 }
    subject?.current = 1
    await mainActorQueueDrained()
    await mainActorQueueDrained()
    #expect(seen == [0, 1])
    #expect(derived?.current == 2)
    #expect(log.count == 2)
  }
}
