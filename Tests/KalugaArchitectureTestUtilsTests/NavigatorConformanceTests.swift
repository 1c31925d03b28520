import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaTerminal
import Testing

enum CheckedAction: NavigationAction {
  case first
  case second
  case forbidden
}

enum CheckedScreen: Codable, Hashable, Sendable {
  case home
  case first
  case second
}

@MainActor
struct NavigatorConformanceTests {
  private typealias UnderTest = NavigatorUnderTest<CheckedAction>

  private let refusal = NavigationError.refused(action: "forbidden", reason: "never")

  private func check(
    refusing refused: CheckedAction? = .forbidden,
    limit: Duration = .seconds(5),
    _ make: @escaping @MainActor (@escaping @MainActor () -> Void) -> UnderTest
  ) async throws -> Set<NavigatorRule> {
    try await expectNavigatorConformance(
      accepting: [.first, .second],
      refusing: refused,
      limit: limit,
      of: make
    )
  }

  private func spec(
    _ action: CheckedAction
  ) throws(NavigationError) -> NavigationSpec<CheckedScreen> {
    switch action {
    case .first: .push(.first)
    case .second: .present(.second)
    case .forbidden: throw refusal
    }
  }

  private func makeDriver() -> NavigationDriver<CheckedScreen> {
    let driver = NavigationDriver(root: CheckedScreen.home) { _, _ in BaseLifecycleViewModel() }
    driver.start()
    return driver
  }

  // MARK: The navigators of this package

  @Test func `a stack navigator conforms, with requests from its mapping`() async throws {
    let checked = try await check { onNavigate in
      let driver = makeDriver()
      let navigator = StackNavigator(driver) { (action: CheckedAction) throws(NavigationError) in
        onNavigate()
        return try spec(action)
      }
      return UnderTest(navigator, host: driver)
    }
    #expect(checked == Set(NavigatorRule.allCases))
  }

  @Test func `a stack navigator conforms, with requests from inside transitions`() async throws {
    let checked = try await check { onNavigate in
      let driver = makeDriver()
      _ = driver.onTransition { _ in onNavigate() }
      return UnderTest(StackNavigator(driver, mapping: spec), host: driver)
    }
    #expect(checked == Set(NavigatorRule.allCases))
  }

  @Test func `a stack navigator conforms whose driver asks guards`() async throws {
    let checked = try await check { onNavigate in
      let driver = makeDriver()
      _ = driver.addGuard { [refusal] spec, _ in
        onNavigate()
        if case .popToRoot = spec { return .refuse(reason: "\(refusal)") }
        return .proceed
      }
      let navigator = StackNavigator(driver) { (action: CheckedAction) in
        switch action {
        case .first: .push(.first)
        case .second: .present(.second)
        case .forbidden: .popToRoot
        }
      }
      return UnderTest(navigator, host: driver)
    }
    #expect(checked == Set(NavigatorRule.allCases))
  }

  @Test func `a terminal navigator conforms`() async throws {
    let checked = try await check { onNavigate in
      let driver = makeDriver()
      let printer = TransitionPrinter(output: StringSink())
      let navigator = TerminalNavigator(driver, printer: printer) {
        (action: CheckedAction) throws(NavigationError) in
        onNavigate()
        return try spec(action)
      }
      return UnderTest(navigator, host: driver)
    }
    #expect(checked == Set(NavigatorRule.allCases))
  }

  @Test func `a closure navigator conforms`() async throws {
    let checked = try await check { onNavigate in
      UnderTest(
        ClosureNavigator { (action: CheckedAction) throws(NavigationError) in
          onNavigate()
          _ = try spec(action)
        }
      )
    }
    #expect(checked == Set(NavigatorRule.allCases))
  }

  @Test func `a recording navigator conforms, and calls nobody`() async throws {
    let checked = try await check(refusing: nil) { _ in UnderTest(RecordingNavigator()) }
    let refusals: Set = [
      NavigatorRule.refusalIsTold, .refusalEndsTransition, .refusalChangesNothing,
    ]
    #expect(
      checked == Set(NavigatorRule.allCases).subtracting(refusals).subtracting([.reentrantRequest])
    )
  }

  // MARK: Broken ones

  @Test(arguments: NavigatorRule.allCases)
  func `a navigator that breaks a rule is told which`(_ rule: NavigatorRule) async throws {
    // Other rules are checked at the same time.
    defer { if rule == .release { BrokenNavigator.kept = [] } }
    let error = await failureText {
      // Time enough for all that is not broken, also on a busy machine.
      _ = try await check(limit: .milliseconds(250)) { onNavigate in
        UnderTest(BrokenNavigator(rule, onNavigate))
      }
    }
    let text = error ?? ""
    #expect(text.contains("BrokenNavigator breaks 1 rule(s) of navigators:\n"), "\(text)")
    #expect(text.contains("\n- \(rule.rawValue): \(rule.text); "), "\(text)")
    #expect(text.contains("NavigatorConformanceTests.swift:"), "\(text)")
  }

  @Test func `all broken rules are listed at once`() async throws {
    let error = await failureText {
      _ = try await check(limit: .milliseconds(250)) { _ in UnderTest(NeverNavigator()) }
    }
    let text = error ?? ""
    let rules = NavigatorRule.allCases.filter { text.contains("\n- \($0.rawValue): ") }
    #expect(
      Set(rules) == [
        .transitionEnds, .endsAsDone, .refusalIsTold, .refusalChangesNothing, .droppedTicket,
        .endsWithHost,
      ],
      "\(text)"
    )
  }

  @Test func `a navigator that cancels everything after a refusal is found`() async {
    let error = await failureText {
      _ = try await check(limit: .milliseconds(250)) { _ in UnderTest(OffendedNavigator()) }
    }
    #expect(error?.contains("\n- refusalChangesNothing: ") == true)
  }

  @Test func `a check without an accepted action is refused`() async {
    let error = await failureText {
      try await expectNavigatorConformance(accepting: []) { _ in
        UnderTest(RecordingNavigator<CheckedAction>())
      }
    }
    #expect(error?.contains("there is no accepted action to check the navigator with") == true)
  }

  @Test func `what making the navigator throws comes out`() async {
    await #expect(throws: refusal) {
      try await expectNavigatorConformance(accepting: [CheckedAction.first]) { _ in throw refusal }
    }
  }
}

/// A navigator that goes on after a refusal, but nowhere.
private final class OffendedNavigator: Navigator {
  private var hasRefused = false

  func navigate<Result>(
    _ request: NavigationRequest<CheckedAction, Result>
  ) throws(NavigationError) -> NavigationTicket<Result> {
    if request.action == .forbidden {
      hasRefused = true
      throw .refused(action: "forbidden", reason: "never")
    }
    let ticket = NavigationTicket<Result>()
    ticket.settle(hasRefused ? .cancelled(.closed) : .done)
    return ticket
  }
}

/// A navigator whose requests never end.
private final class NeverNavigator: Navigator {
  func navigate<Result>(
    _ request: NavigationRequest<CheckedAction, Result>
  ) throws(NavigationError) -> NavigationTicket<Result> {
    NavigationTicket()
  }
}

/// A navigator that keeps all rules but one.
private final class BrokenNavigator: Navigator {
  static var kept: [BrokenNavigator] = []

  private let broken: NavigatorRule
  private let onNavigate: @MainActor () -> Void
  private let shared = NavigationTicket<Never>()
  private weak var last: AnyObject?
  private var hasLast = false
  private var hasRefused = false
  private var isNavigating = false
  private var onRelease: [@Sendable () -> Void] = []

  init(_ broken: NavigatorRule, _ onNavigate: @escaping @MainActor () -> Void) {
    self.broken = broken
    self.onNavigate = onNavigate
    if broken == .release { Self.kept.append(self) }
  }

  deinit {
    for release in onRelease { release() }
  }

  func navigate<Result>(
    _ request: NavigationRequest<CheckedAction, Result>
  ) throws(NavigationError) -> NavigationTicket<Result> {
    let ticket = NavigationTicket<Result>()
    if request.action == .forbidden { return refuse(ticket) }
    if broken == .refusalChangesNothing, hasRefused { return ticket }
    if broken == .acceptsItsActions, request.action == .second {
      throw .refused(action: "second", reason: "today")
    }
    if broken == .reentrantRequest, isNavigating { return ticket }
    isNavigating = true
    onNavigate()
    isNavigating = false
    if broken == .droppedTicket, isLastDropped { return ticket }
    last = ticket
    hasLast = true
    return settle(ticket)
  }

  private var isLastDropped: Bool { hasLast && last == nil }

  private func refuse<Result>(_ ticket: NavigationTicket<Result>) -> NavigationTicket<Result> {
    hasRefused = true
    if broken == .refusalIsTold {
      ticket.settle(.done)
    } else {
      if broken == .refusalEndsTransition { ticket.transitionDidEnd() }
      ticket.settle(.refused(.refused(action: "forbidden", reason: "never")))
    }
    return ticket
  }

  private func settle<Result>(_ ticket: NavigationTicket<Result>) -> NavigationTicket<Result> {
    let hasResult = Result.self != Never.self
    switch broken {
    case .ownTicket where !hasResult:
      shared.settle(.done)
      return shared as? NavigationTicket<Result> ?? ticket
    case .transitionEnds where hasResult:
      // A request without result cannot end without its transition. This one ends with its host.
      onRelease.append { ticket.settle(.cancelled(.hostEnded)) }
    case .endsAsDone where !hasResult: ticket.settle(.cancelled(.closed))
    case .cancelledWait where hasResult: ticket.settle(.cancelled(.waitCancelled))
    case .endsWithHost where hasResult: ticket.transitionDidEnd()
    default: ticket.settle(hasResult ? .cancelled(.closed) : .done)
    }
    return ticket
  }
}
