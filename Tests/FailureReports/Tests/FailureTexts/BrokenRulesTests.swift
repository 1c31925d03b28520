import KalugaArchitecture
import KalugaStores
import Synchronization
import Testing

@testable import KalugaArchitectureTestUtils

/// Tests what the conformance suites report about implementations that break rules.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct BrokenRulesTests {
  /// Long enough to check the rules that are kept, even on a busy machine.
  private let limit = Duration.milliseconds(250)

  private func check(
    _ make: @escaping @MainActor () -> any Navigator<RequestedAction>
  ) async -> String {
    await message {
      try await expectNavigatorConformance(
        accepting: [RequestedAction.first, .second],
        refusing: .forbidden,
        limit: limit
      ) { onNavigate in
        let navigator = make()
        (navigator as? BrokenNavigator)?.onNavigate = onNavigate
        return NavigatorUnderTest(navigator)
      }
    }
  }

  @Test(arguments: NavigatorRule.allCases.map { ($0, false) } + [(.refusalChangesNothing, true)])
  func `a navigator that breaks a rule is reported with the rule`(
    _ rule: NavigatorRule,
    cancels: Bool
  ) async {
    // The rules that are not broken are checked as well.
    defer { if rule == .release { BrokenNavigator.kept = [] } }
    let text = await check { BrokenNavigator(rule, cancels: cancels) }
    #expect(text.hasPrefix("BrokenNavigator breaks 1 rule(s) of navigators:\n"), "\(text)")
    #expect(text.contains("\n- \(rule): \(rule.rawValue); "), "\(text)")
  }

  @Test func `all broken rules are listed at once`() async {
    let text = await check { NeverNavigator() }
    let broken = NavigatorRule.allCases.filter { text.contains("\n- \($0): ") }
    #expect(
      Set(broken) == [
        .transitionEnds, .endsAsDone, .refusalIsTold, .refusalChangesNothing, .droppedTicket,
        .endsWithHost,
      ],
      "\(text)"
    )
  }

  @Test(arguments: RouterRule.allCases)
  func `a router that breaks a rule is reported with the rule`(_ rule: RouterRule) async {
    defer { if rule == .release { BrokenRouter.kept = [] } }
    let text = await message {
      try await expectRouterConformance(opening: RouterPlace.first, .second, limit: limit) {
        let router = BrokenRouter(rule)
        let host = RouterHost { [weak router] in router?.hostDidEnd() }
        return RouterUnderTest(router, host: host)
      }
    }
    #expect(text.hasPrefix("BrokenRouter breaks 1 rule(s) of routers:\n"), "\(text)")
    #expect(text.contains("\n- \(rule): \(rule.rawValue); "), "\(text)")
  }

  @Test(arguments: StoreRule.allCases.map { ($0, ["ended"]) } + [(.keepsLastState, [])])
  func `a store that breaks a rule is reported with the rule`(
    _ rule: StoreRule,
    lastState: [String]
  ) async {
    defer { if rule == .release { BrokenStore.kept = [] } }
    let text = await message {
      try await expectStoreConformance(
        changing: [.first, .second],
        leaving: .nothing,
        publishing: [.tell("a"), .tell("b")],
        working: .work,
        limit: limit
      ) { BrokenStore(rule, lastState: lastState) }
    }
    #expect(text.hasPrefix("BrokenStore breaks 1 rule(s) of stores:\n"), "\(text)")
    #expect(text.contains("\n- \(rule): \(rule.rawValue); "), "\(text)")
  }

  @Test func `a store that reverses the labels of a turn breaks a rule`() async {
    let text = await message {
      try await expectStoreConformance(
        changing: [.first],
        publishing: [.tell("a"), .tell("b")],
        limit: limit
      ) { BrokenStore(.labelsOnce, reversesLabels: true) }
    }
    #expect(
      text.hasSuffix(
        "breaks 1 rule(s) of stores:\n- labelsOnce: \(StoreRule.labelsOnce.rawValue); of 2, a consumer "
          + "received [\"a\", \"b\"], and later ones [\"b\", \"a\"]"
      ),
      "\(text)"
    )
  }
}

enum RequestedAction: NavigationAction {
  case first, second, forbidden
}

/// A navigator whose requests never end.
private final class NeverNavigator: Navigator {
  func navigate<Result>(
    _ request: NavigationRequest<RequestedAction, Result>
  ) throws(NavigationError) -> NavigationTicket<Result> {
    NavigationPromise().ticket
  }
}

/// A navigator that keeps all rules except one.
private final class BrokenNavigator: Navigator {
  static var kept: [BrokenNavigator] = []

  var onNavigate: @MainActor () -> Void = {}
  private let broken: NavigatorRule
  private let cancels: Bool
  private let shared = NavigationPromise<Never>()
  private weak var last: AnyObject?
  private var hasLast = false
  private var hasRefused = false
  private var isNavigating = false
  private var onRelease: [@Sendable () -> Void] = []

  /// If `cancels` is true, requests after a refused one are cancelled; otherwise they never end.
  init(_ broken: NavigatorRule, cancels: Bool) {
    (self.broken, self.cancels) = (broken, cancels)
    if broken == .release { Self.kept.append(self) }
  }

  deinit {
    for release in onRelease { release() }
  }

  func navigate<Result>(
    _ request: NavigationRequest<RequestedAction, Result>
  ) throws(NavigationError) -> NavigationTicket<Result> {
    let promise = NavigationPromise<Result>()
    let ticket = promise.ticket
    if request.action == .forbidden { return refuse(promise) }
    if broken == .refusalChangesNothing, hasRefused {
      if cancels { promise.settle(.cancelled(.closed)) }
      return ticket
    }
    if broken == .acceptsItsActions, request.action == .second {
      throw .refused(action: "second", reason: "today")
    }
    if broken == .reentrantRequest, isNavigating { return ticket }
    isNavigating = true
    onNavigate()
    isNavigating = false
    if broken == .droppedTicket, hasLast, last == nil { return ticket }
    last = ticket
    hasLast = true
    return settle(promise)
  }

  private func refuse<Result>(_ promise: NavigationPromise<Result>) -> NavigationTicket<Result> {
    hasRefused = true
    if broken == .refusalIsTold {
      promise.settle(.done)
    } else {
      if broken == .refusalEndsTransition { promise.transitionDidEnd() }
      promise.settle(.refused(.refused(action: "forbidden", reason: "never")))
    }
    return promise.ticket
  }

  private func settle<Result>(_ promise: NavigationPromise<Result>) -> NavigationTicket<Result> {
    let hasResult = Result.self != Never.self
    switch broken {
    case .ownTicket where !hasResult:
      shared.settle(.done)
      return shared.ticket as? NavigationTicket<Result> ?? promise.ticket
    case .transitionEnds where hasResult:
      // A request cannot have a result without its transition, so this one ends with its host.
      onRelease.append { promise.settle(.cancelled(.hostEnded)) }
    case .endsAsDone where !hasResult: promise.settle(.cancelled(.closed))
    case .cancelledWait where hasResult: promise.settle(.cancelled(.waitCancelled))
    case .endsWithHost where hasResult: promise.transitionDidEnd()
    default: promise.settle(hasResult ? .cancelled(.closed) : .done)
    }
    return promise.ticket
  }
}

enum StoreIntent: Sendable {
  case first, second, nothing, work
  case tell(String)
}

/// A store that keeps all rules except one.
final class BrokenStore: Store {
  static var kept: [BrokenStore] = []

  private let broken: StoreRule
  private let lastState: [String]
  private let reversesLabels: Bool
  private let subject: InitializedSubject<[String]>
  private let channel = EventChannel<String>()
  private let isDisposed = Atomic(false)
  private let scope = TaskScope()
  private var queue: [StoreIntent] = []
  private var isBusy = false
  private var labelsOfTurn: [String] = []

  /// If `reversesLabels` is true, the labels of a turn come in the reverse order instead of twice.
  init(_ broken: StoreRule, lastState: [String] = ["ended"], reversesLabels: Bool = false) {
    self.broken = broken
    self.lastState = lastState
    self.reversesLabels = reversesLabels
    subject = InitializedSubject(
      wrappedValue: [],
      changePolicy: broken == .equalStatesDropped ? .everyWrite : .equatable
    )
    if broken == .release { Self.kept.append(self) }
  }

  var state: InitializedObservable<[String]> {
    // A copy of the state, whose observers are never called.
    broken == .oneStorage ? InitializedObservable(wrappedValue: subject.current) : subject
  }

  var labels: StoreLabels<String> {
    StoreLabels(broken == .labelsKept ? EventChannel() : channel)
  }

  func send(_ intent: StoreIntent) {
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

  private func handle(_ intent: StoreIntent) {
    let isDisposed = isDisposed.load(ordering: .acquiring)
    switch intent {
    case .second where broken == .changesAtOnce: break
    case .first, .second:
      if !isDisposed || broken == .endsIntents { subject.current += ["\(intent)"] }
    case .nothing: if !isDisposed { subject.current = subject.current }
    case .tell(let text):
      guard !isDisposed || broken == .endsLabels else { return }
      if reversesLabels { return publishInReverse(text) }
      channel.send(text)
      if broken == .labelsOnce { channel.send(text) }
    case .work: if !isDisposed, broken != .workArrives { work() }
    }
  }

  private func publishInReverse(_ text: String) {
    labelsOfTurn.insert(text, at: 0)
    scope.launch { [weak self] in
      for label in self?.labelsOfTurn ?? [] { self?.channel.send(label) }
      self?.labelsOfTurn = []
    }
  }

  private func work() {
    if broken == .endsWork {
      Task { [weak self, subject] in
        subject.current += ["work"]
        self?.queue = []
      }
    } else {
      scope.launch { [subject] in
        try Task.checkCancellation()
        subject.current += ["work"]
      }
    }
  }

  nonisolated func dispose() {
    let isFirst = !isDisposed.exchange(true, ordering: .acquiringAndReleasing)
    scope.cancel()
    if broken == .keepsLastState, isFirst {
      MainActor.assumeIsolated { subject.current = lastState }
    }
  }
}
