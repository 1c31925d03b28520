import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Reports about loading, pages, polling and repeated attempts of other libraries.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LoadingCases {
  private let model = BaseLifecycleViewModel()
  private let repository = FakeRepository()
  private let clock = ManualClock()
  private let gate = Gate()
  private let log = Log<String>()

  // MARK: Values

  // rrousselGit/riverpod#1862, #4328: after a failure the last value is gone, or while the value is
  // loaded again, the failure is still there.
  @Test func `a failed load keeps the last value, and the next load forgets the error`() async {
    let loader = model.load { [repository] in try await repository.find("a") }
    model.didResume()
    await repository.answer(0, .success("one"))
    await model.scope.waitUntilEmpty()
    let failing = loader.reload()
    await repository.answer(1, .failure(SourceError()))
    await failing?.value
    #expect(loader.current.value == "one")
    #expect(loader.current.error is SourceError)
    let again = loader.reload()
    #expect(loader.current == .loading(previous: "one"))
    await repository.answer(2, .success("two"))
    await again?.value
    #expect(loader.current == .loaded("two"))
    model.clear()
  }

  // rrousselGit/riverpod#2097: after a logout that fails to load, the last user is still there.
  @Test func `what was loaded for a user is gone after the logout`() async {
    let user = UninitializedSubject<String>()
    user.current = .value("ada")
    let letters = model.load(latest: user, repository.find)
    model.didResume()
    await repository.answer(0, .success("letters to ada"))
    await model.scope.waitUntilEmpty()
    user.current = .nothing
    #expect(letters.current == .idle)
    user.current = .value("grace")
    #expect(letters.current == .loading(previous: nil))
    await repository.answer(1, .failure(SourceError()))
    await model.scope.waitUntilEmpty()
    #expect(letters.current.value == nil)
    model.clear()
  }

  // MARK: Pages

  // kuuuurt/multiplatform-paging#35: a refresh adds the pages once more.
  @Test func `a reload replaces the pages, and the next one follows the first`() async {
    let pager = Pager(in: model.scope, startingAt: 0) { page in (["\(page)"], next: page + 1) }
    for _ in 0..<3 { await pager.loadNext()?.value }
    #expect(pager.current.items == ["0", "1", "2"])
    await pager.reload()?.value
    await pager.loadNext()?.value
    #expect(pager.current.items == ["0", "1"])
  }

  // android/codelab-android-paging#156: after a refresh, the next page is asked for three times.
  @Test func `an end of a list that asks too often loads each page once`() async {
    let pager = Pager(in: model.scope, startingAt: 0) { [log] page in
      log.append("\(page)")
      return (["\(page)"], next: page + 1)
    }
    let endIsVisible = pager.observe { [weak pager] list in
      if list.items.count < 3 { for _ in 0..<3 { pager?.loadNext() } }
    }
    await model.scope.waitUntilEmpty()
    #expect(log.all == ["0", "1", "2"])
    pager.reload()
    await model.scope.waitUntilEmpty()
    #expect(log.all == ["0", "1", "2", "0", "1", "2"])
    #expect(pager.current.items == ["0", "1", "2"])
    endIsVisible.dispose()
  }

  // MARK: Polling

  // TanStack/query#2558: the interval elapses while a failed request is retried.
  @Test func `the interval of polling begins after the last attempt`() async {
    model.poll(every: .seconds(1), clock: clock) { [log, clock] in
      try await retry(maxAttempts: 3, backoff: { _ in .seconds(10) }, clock: clock) {
        log.append("\(clock.now.offset)")
        if log.count < 3 { throw SourceError() }
      }
    }
    model.didResume()
    await clock.run(for: .seconds(21))
    #expect(log.all == ["0.0 seconds", "10.0 seconds", "20.0 seconds", "21.0 seconds"])
    model.clear()
  }

  // TanStack/query#8353: what polls in the background stops at a failure, because its attempts wait
  // for the foreground.
  @Test func `polling while visible repeats failed requests under a question`() async {
    model.poll(every: .seconds(60), during: .visible, clock: clock) { [log, clock] in
      try await retry(maxAttempts: 3, backoff: { _ in .seconds(10) }, clock: clock) {
        log.append("\(clock.now.offset)")
        if log.count < 3 { throw SourceError() }
      }
    }
    model.didResume()
    await clock.run(for: .seconds(5))
    model.didBecomeVisible()
    await clock.run(for: .seconds(75))
    #expect(log.all == ["0.0 seconds", "10.0 seconds", "20.0 seconds", "80.0 seconds"])
    model.clear()
  }

  // apollographql/apollo-client#5960: a manual reload disturbs the polling.
  @Test func `a manual reload replaces that of the polling, which continues`() async {
    let status = model.load { [repository] in try await repository.find("status") }
    model.poll(every: .seconds(60), clock: clock) { [weak status] in
      await status?.reload()?.value
    }
    model.didResume()
    await until(repository.calls.count == 1)
    status.reload()
    await repository.answer(1, .success("by hand"))
    await until(status.current == .loaded("by hand"))
    await clock.run(for: .seconds(60))
    await repository.answer(2, .success("polled"))
    await until(status.current == .loaded("polled"))
    #expect(repository.calls.count == 3)
    model.clear()
  }

  // MARK: Attempts

  // aponysus/redress#33: a cancellation is repeated like a failure, and a time limit is taken for
  // one.
  @Test func `an attempt that takes too long is repeated, and a cancelled one is not`() async throws
  {
    let task = Task { [clock, gate, log] in
      try await retry(maxAttempts: .max, backoff: { _ in .seconds(2) }, clock: clock) {
        log.append("\(clock.now.offset)")
        try await withTimeout(.seconds(5), clock: clock) { try await gate.pass() }
      }
    }
    for attempt in 1...2 {
      try await gate.waitForArrivals(1)
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(5))
      await until(clock.deadlines == [.init(offset: .seconds(attempt * 7))])
      clock.advance(by: .seconds(2))
    }
    try await gate.waitForArrivals(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(log.all == ["0.0 seconds", "7.0 seconds", "14.0 seconds"])
  }

  // Moniepoint/dart-flow#33: the attempts go on after the time limit.
  // App-vNext/Polly#2278: the error is that of an attempt, and not that of the limit.
  @Test func `a time limit ends the attempts inside it, with its own error`() async throws {
    let task = Task { [clock, log] in
      try await withTimeout(.seconds(3), clock: clock) {
        try await retry(maxAttempts: .max, backoff: { _ in .seconds(2) }, clock: clock) {
          log.append("\(clock.now.offset)")
          throw SourceError()
        }
      }
    }
    for _ in 0..<3 {
      try await clock.waitForSleepers(2)
      clock.advance(by: .seconds(1))
    }
    await #expect(throws: TimeoutError(limit: .seconds(3))) { try await task.value }
    clock.advance(by: .seconds(60))
    await mainActorQueueDrained()
    #expect(log.all == ["0.0 seconds", "2.0 seconds"])
    #expect(clock.deadlines == [])
  }

  // electron-userland/electron-builder#10126: a cancelled wait lasts until its end, and one more
  // attempt follows.
  @Test func `a cancellation ends the wait between two attempts at once`() async throws {
    let task = Task { [clock, log] in
      try await retry(maxAttempts: 5, clock: clock) {
        log.append("attempt")
        throw SourceError()
      }
    }
    try await clock.waitForSleepers(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(log.count == 1)
  }

  // avast/retry-go#110: with unlimited attempts, the condition for a retry is not evaluated.
  @Test func `an error that the condition rejects ends unlimited attempts`() async {
    await #expect(throws: SourceError()) {
      try await retry(maxAttempts: .max, if: { !($0 is SourceError) }, clock: clock) { [log] in
        log.append("attempt")
        throw SourceError()
      }
    }
    #expect(log.count == 1)
  }

  // redux-saga/redux-saga#1560: what a cancelled request does at its end hides the spinner of the next.
  @Test func `the end of cancelled work comes before the beginning of the next`() async throws {
    let isLoading = InitializedSubject(wrappedValue: false)
    let states = ValueRecorder(isLoading)
    let latest = LatestWork(in: model.scope)
    let request: @MainActor () async -> Void = { [gate] in
      isLoading.current = true
      defer { isLoading.current = false }
      await gate.passIgnoringCancellation()
    }
    latest.run(request)
    try await gate.waitForArrivals(1)
    latest.run(request)
    gate.open()
    await model.scope.waitUntilEmpty()
    #expect(states.values == [false, true, false, true, false])
  }

  // MARK: No end

  // swiftlang/swift#59174, #80791: a wait of unlimited duration returns at once.
  @Test(arguments: Endless.allCases)
  func `a wait without an end lasts until it is cancelled`(wait: Endless) async {
    // In a separate process, which `ContinuousClock` may stop.
    await #expect(processExitsWith: .success) { [wait] in
      await LoadingCases.begin(wait)
    }
  }

  enum Endless: Codable, CaseIterable {
    case grace, debounce, throttle, poll, latest, retry, retriedSequence, timeout
  }

  private static func begin(_ wait: Endless) async {
    let forever = Duration.seconds(Int64.max)
    let scope = TaskScope()
    let number = InitializedSubject(wrappedValue: 0)
    switch wait {
    case .grace:
      let source = MutableStateFlow(1)
      let start = FlowStart.whileSubscribed(grace: forever)
      let shared = source.stateIn(scope, initial: 0, start: start)
      _ = try? await shared.first { $0 == 1 }
      for _ in 0..<20 { await mainActorQueueDrained() }
      #expect(source.subscriptionCount.value == 1)
      source.value = 2
      await until(shared.value == 2)
    case .debounce, .throttle:
      let delayed =
        wait == .debounce ? number.debounced(for: forever) : number.throttled(for: forever)
      let token = delayed.observe { _ in }
      for value in 1...3 { number.current = value }
      for _ in 0..<20 { await mainActorQueueDrained() }
      #expect(delayed.current == (wait == .debounce ? 0 : 1))
      token.dispose()
    case .poll:
      let model = BaseLifecycleViewModel()
      model.poll(every: forever) { number.current += 1 }
      model.didResume()
      for _ in 0..<20 { await mainActorQueueDrained() }
      #expect(number.current == 1)
      model.clear()
      await model.scope.waitUntilEmpty()
    case .retry:
      scope.launch {
        try await KalugaArchitecture.retry(maxAttempts: 2, backoff: { _ in forever }) {
          number.current += 1
          throw SourceError()
        }
      }
      for _ in 0..<20 { await mainActorQueueDrained() }
      #expect(number.current == 1)
    case .retriedSequence:
      let failing = AsyncThrowingStream<Int, any Error> { throw SourceError() }
      scope.launch {
        for try await _ in failing.retry(maxAttempts: 2, backoff: { _ in forever }) {}
      }
      for _ in 0..<20 { await mainActorQueueDrained() }
    case .timeout:
      let gate = Gate()
      scope.launch { try await withTimeout(forever) { try await gate.pass() } }
      try? await gate.waitForArrivals(1)
      for _ in 0..<20 { await mainActorQueueDrained() }
    case .latest:
      LatestWork(in: scope, debounce: forever).run { number.current = 1 }
      for _ in 0..<20 { await mainActorQueueDrained() }
      #expect(number.current == 0)
    }
    scope.cancel()
    await scope.waitUntilEmpty()
  }
}
