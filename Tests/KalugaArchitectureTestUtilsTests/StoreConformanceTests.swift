import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

enum CheckedIntent: Sendable {
  case first
  case second
  case nothing
  case tell(String)
  case work
}

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct StoreConformanceTests {
  private typealias Checked = any Store<CheckedIntent, [String], String>

  private func check(
    limit: Duration = .seconds(5),
    _ make: @escaping @MainActor () throws -> Checked
  ) async throws -> Set<StoreRule> {
    try await expectStoreConformance(
      changing: [.first, .second],
      leaving: .nothing,
      publishing: [.tell("a"), .tell("b")],
      working: .work,
      limit: limit,
      of: make
    )
  }

  private func makeStore() -> ReducerStore<CheckedIntent, [String], String, String> {
    ReducerStore(initialState: []) {
      $0.append($1)
    } execute: { intent, context in
      switch intent {
      case .first: context.dispatch("first")
      case .second: context.dispatch("second")
      case .nothing: break
      case .tell(let text): context.publish(text)
      case .work: context.latest("work") { $0.dispatch("work") }
      }
    }
  }

  // MARK: The stores of this package

  @Test func `a reducer store conforms`() async throws {
    #expect(try await check { makeStore() } == Set(StoreRule.allCases))
  }

  @Test func `a reducer store conforms whose work comes from another thread`() async throws {
    let checked = try await check {
      ReducerStore<CheckedIntent, [String], String, String>(initialState: []) {
        if !$1.isEmpty { $0.append($1) }
      } execute: { intent, context in
        switch intent {
        case .tell(let text): context.publish(text)
        case .work:
          context.dispatch("begun")
          context.launch { effect in
            let text = await Task.detached { "work" }.value
            effect.dispatch(text)
          }
        case .nothing: context.dispatch("")
        default: context.dispatch("\(intent)")
        }
      }
    }
    #expect(checked == Set(StoreRule.allCases))
  }

  @Test func `a logging store conforms`() async throws {
    #expect(try await check { LoggingStore(makeStore()) { _ in } } == Set(StoreRule.allCases))
  }

  @Test func `what is left out is not checked`() async throws {
    let checked = try await expectStoreConformance(changing: [CheckedIntent.first]) { makeStore() }
    #expect(
      checked == [.changesAtOnce, .oneStorage, .endsIntents, .keepsLastState, .release]
    )
  }

  // MARK: Broken ones

  @Test(arguments: StoreRule.allCases)
  func `a store that breaks a rule is told which`(_ rule: StoreRule) async throws {
    defer { if rule == .release { BrokenStore.kept = [] } }
    let error = await failureText {
      // Time enough for all that is not broken, also on a busy machine.
      _ = try await check(limit: .milliseconds(250)) { BrokenStore(rule) }
    }
    let text = error ?? ""
    #expect(text.contains("BrokenStore breaks 1 rule(s) of stores:\n"), "\(text)")
    #expect(text.contains("\n- \(rule.rawValue): \(rule.text); "), "\(text)")
    #expect(text.contains("StoreConformanceTests.swift:"), "\(text)")
  }

  @Test func `a store that goes back to its first state at the end is found`() async throws {
    let error = await failureText {
      try await expectStoreConformance(changing: [CheckedIntent.first]) {
        ForgetfulStore()
      }
    }
    #expect(error?.contains("\n- keepsLastState: ") == true)
  }

  @Test func `a check without a changing intent is refused`() async {
    let error = await failureText {
      try await expectStoreConformance(changing: []) { makeStore() }
    }
    #expect(error?.contains("there is no intent that changes the state") == true)
  }

  @Test func `what making the store throws comes out`() async {
    struct Failure: Error {}
    await #expect(throws: Failure.self) { try await check { throw Failure() } }
  }
}

/// A store that is as new after its end.
private final class ForgetfulStore: Store {
  private let subject = InitializedSubject<[String]>(wrappedValue: [])
  private let isDisposed = Lock(false)

  var state: InitializedObservable<[String]> { subject }
  var labels: StoreLabels<String> { StoreLabels(EventChannel()) }

  func send(_ intent: CheckedIntent) {
    if !isDisposed.withLock({ $0 }) { subject.current += ["\(intent)"] }
  }

  nonisolated func dispose() {
    isDisposed.withLock { $0 = true }
    MainActor.assumeIsolated { subject.current = [] }
  }
}

/// A store that keeps all rules but one.
private final class BrokenStore: Store {
  static var kept: [BrokenStore] = []

  private let broken: StoreRule
  private let subject: InitializedSubject<[String]>
  private let channel = EventChannel<String>()
  private let isDisposed = Lock(false)
  private let scope = TaskScope()
  private var queue: [CheckedIntent] = []
  private var isBusy = false

  init(_ broken: StoreRule) {
    self.broken = broken
    subject = InitializedSubject(
      wrappedValue: [],
      conflation: broken == .equalStatesDropped ? .never : .equal
    )
    if broken == .release { Self.kept.append(self) }
  }

  var state: InitializedObservable<[String]> {
    // A snapshot is no storage: nobody is told.
    broken == .oneStorage ? InitializedObservable(wrappedValue: subject.current) : subject
  }

  var labels: StoreLabels<String> {
    if broken == .labelsKept { return StoreLabels(EventChannel()) }
    return StoreLabels(channel)
  }

  func send(_ intent: CheckedIntent) {
    if isBusy, broken == .reentrantIntents { return }
    guard !isBusy || broken == .intentsNotNested else {
      queue.append(intent)
      return
    }
    isBusy = true
    handle(intent)
    while !queue.isEmpty { handle(queue.removeFirst()) }
    isBusy = false
  }

  private func handle(_ intent: CheckedIntent) {
    let isDisposed = isDisposed.withLock { $0 }
    switch intent {
    case .second where broken == .changesAtOnce: break
    case .first, .second: if !isDisposed || broken == .endsIntents { append("\(intent)") }
    case .nothing: if !isDisposed { subject.current = subject.current }
    case .tell(let text):
      guard !isDisposed || broken == .endsLabels else { return }
      channel.send(text)
      if broken == .labelsOnce { channel.send(text) }
    case .work: if !isDisposed, broken != .workArrives { work() }
    }
  }

  private func append(_ text: String) {
    subject.current += [text]
  }

  private func work() {
    if broken == .endsWork {
      Task { [weak self, subject] in
        subject.current += ["work"]
        self?.queue = []
      }
    } else {
      scope.launch { [weak self] in
        try Task.checkCancellation()
        self?.append("work")
      }
    }
  }

  nonisolated func dispose() {
    let isFirst = isDisposed.withLock { isDisposed in
      defer { isDisposed = true }
      return !isDisposed
    }
    scope.cancel()
    if broken == .keepsLastState, isFirst {
      MainActor.assumeIsolated { subject.current = ["ended"] }
    }
  }
}
