import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct RouterConformanceTests {
  private func check(
    limit: Duration = .seconds(5),
    _ make: @escaping @MainActor () -> RouterUnderTest<CheckedScreen>
  ) async throws {
    try await expectRouterConformance(opening: [.first, .second], limit: limit, of: make)
  }

  @Test(arguments: [false, true])
  func `the router of a driver conforms, with a guard and without`(_ isGuarded: Bool) async throws {
    try await check {
      let driver = NavigationDriver(root: CheckedScreen.home) { _, _ in BaseLifecycleViewModel() }
      driver.start()
      if isGuarded { _ = driver.addGuard { _, _ in .proceed } }
      return RouterUnderTest(StackRouter(driver)) { driver.end() }
    }
  }

  @Test func `a router with a stack of its own conforms`() async throws {
    try await check {
      let router = ListRouter()
      return RouterUnderTest(router) { [weak router] in router?.end() }
    }
  }

  @Test func `flows run on a router with a stack of its own`() async throws {
    final class Flow: Coordinator<CheckedScreen, Int> {
      override func start() async throws(NavigationError) {
        try await router.push(CheckedScreen.first)
        try await router.push(CheckedScreen.second)
        finish(42)
      }
    }
    #expect(await Flow().run(on: ListRouter()) == .finished(42))
  }

  @Test(arguments: RouterRule.allCases)
  func `a router that breaks a rule is told which`(_ rule: RouterRule) async throws {
    // Other rules are checked at the same time.
    defer { if rule == .release { ListRouter.kept = [] } }
    let error = await failureText {
      // Time enough for all that is not broken, also on a busy machine.
      try await check(limit: .milliseconds(250)) {
        let router = ListRouter(breaking: rule)
        return RouterUnderTest(router) { [weak router] in router?.end() }
      }
    }
    let text = error ?? ""
    #expect(text.contains("ListRouter breaks 1 rule(s) of routers:\n"), "\(text)")
    #expect(text.contains("\n- \(rule.rawValue): \(rule.text); "), "\(text)")
    #expect(text.contains("RouterConformanceTests.swift:"), "\(text)")
  }

  @Test(
    arguments: [RouterRule.showsViewModels, .tellsFromTheTop],
    ["setRoot", "dismiss", "popToRoot", "close", "end"]
  )
  func `a rule that is broken in one request only is found`(
    _ rule: RouterRule,
    _ request: String
  ) async throws {
    let error = await failureText {
      try await check {
        let router = ListRouter(breaking: rule, in: request)
        return RouterUnderTest(router) { [weak router] in router?.end() }
      }
    }
    #expect(error?.contains("breaks 1 rule(s) of routers:\n- \(rule.rawValue): ") == true)
  }

  @Test func `a check without two different screens is refused`() async {
    let error = await failureText {
      try await expectRouterConformance(opening: [CheckedScreen.first, .first]) {
        RouterUnderTest(ListRouter()) {}
      }
    }
    #expect(error?.contains("there are no two different screens to check the router with") == true)
  }

  @Test func `what making the router throws comes out`() async {
    let refusal = NavigationError.refused(action: "make", reason: "never")
    await #expect(throws: refusal) {
      try await expectRouterConformance(opening: [CheckedScreen.first, .second]) { throw refusal }
    }
  }
}

extension CheckedScreen: Presentable {
  var destination: CheckedScreen { self }
}
