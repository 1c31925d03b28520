import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// What an action asks of the host beside its screens.
@MainActor
struct NavigationEffectTests {
  private struct Browser: NavigationEffect, NavigationBundleContent, Codable, Hashable {
    var url: String

    static let bundleSpec = NavigationBundleSpec<Self>.codable()
  }

  private enum Permission: NavigationEffect {
    typealias Answer = Bool
    case camera
  }

  private enum Action: NavigationAction, Equatable {
    case website(String)
    case camera
  }

  private let stage = Stage(BackStack(root: .home))

  private var navigator: StackNavigator<Action, Place> {
    StackNavigator(stage.driver) { action in
      switch action {
      case .website(let url): .launch(Browser(url: url))
      case .camera: .launch(Permission.camera)
      }
    }
  }

  private let permission = NavigationRequest<Action, Bool>(.camera)

  @Test func `an effect is carried out, appears as an effect, and leaves the stack unchanged`()
    async throws
  {
    var seen: [String] = []
    _ = stage.driver.onTransition {
      seen.append("\($0.kind) \($0.effectName ?? "") \($0.rows.bundleDescription) \($0.picture)")
    }
    _ = stage.driver.onEffect(Browser.self) { seen.append("open \($0.url)") }
    let ticket = try navigator.navigate(.website("x"))
    #expect(await ticket.outcome == .done)
    #expect(seen == [#"launch browser {url: "x"} [home]"#, "open x"])
    #expect(stage.happened() == "")
  }

  @Test(arguments: [true, false])
  func `the answer of the host is the result of the request`(_ answer: Bool) async throws {
    _ = stage.driver.onEffect(Permission.self) { _ in !answer }
    // The newest counts.
    let token = stage.driver.onEffect(Permission.self) { _ in answer }
    #expect(await (try navigator.navigate(permission)).outcome == .finished(answer))
    #expect(await (try navigator.navigate(.camera)).outcome == .done)
    token.dispose()
    #expect(await (try navigator.navigate(permission)).outcome == .finished(!answer))
  }

  @Test func `an effect without a handler, or with another answer, is refused with a typed error`()
    async throws
  {
    #expect(throws: NavigationError.noHandler(effect: "browser")) {
      try navigator.navigate(.website("x"))
    }
    _ = stage.driver.onEffect(Browser.self) { _ throws(NavigationError) in
      throw .refused(action: "browser", reason: "no app opens this link")
    }
    let refused = try navigator.navigate(.website("x"))
    let error = NavigationError.refused(action: "browser", reason: "no app opens this link")
    #expect(await refused.outcome == .refused(error))
    let mismatch = NavigationError.unexpectedResult(
      screen: "browser",
      expected: "Int",
      found: "()"
    )
    #expect(throws: mismatch) {
      try navigator.navigate(NavigationRequest<Action, Int>(.website("x")))
    }
    // During a transition, it is known only when its turn comes.
    var ticket: NavigationTicket<Bool>?
    stage.once(at: .follow) { [navigator, permission] _ in
      ticket = try? navigator.navigate(permission)
    }
    try stage.perform(.push(.a))
    #expect(await ticket?.outcome == .refused(.noHandler(effect: "camera")))
  }

  @Test func `an effect takes its turn, and later requests do not wait for its answer`()
    async throws
  {
    let gate = Gate()
    _ = stage.driver.onEffect(Permission.self) { _ in
      try? await gate.pass()
      return true
    }
    var kinds: [String] = []
    _ = stage.driver.onTransition { kinds.append($0.kind) }
    var ticket: NavigationTicket<Bool>?
    stage.once(at: .pause) { [navigator, permission] stage in
      ticket = try? navigator.navigate(permission)
      _ = try? stage.perform(.push(.b))
    }
    try stage.perform(.push(.a))
    #expect(kinds == ["push", "launch", "push"])
    #expect(stage.stack == "[home, a, b]")
    gate.open()
    #expect(await ticket?.outcome == .finished(true))
  }

  @Test func `an effect under a presented stack is carried out too`() async throws {
    _ = stage.driver.onEffect(Permission.self) { _ in true }
    try stage.perform(.present(.sheet))
    let ticket = try stage.open(.below(.launch(Permission.camera)), for: Bool.self)
    #expect(await ticket.outcome == .finished(true))
  }

  @Test func `a handler that is disposed before its task begins is not called`() async throws {
    let token = stage.driver.onEffect(Permission.self) { _ in true }
    let ticket = try navigator.navigate(permission)
    token.dispose()
    #expect(await ticket.outcome == .refused(.noHandler(effect: "camera")))
  }

  @Test func `an effect that is carried out ends with its driver`() async throws {
    let gate = Gate()
    _ = stage.driver.onEffect(Permission.self) { _ in
      try? await gate.pass()
      return true
    }
    let ticket = try navigator.navigate(permission)
    stage.driver.end()
    #expect(await ticket.outcome == .cancelled(.hostEnded))
    gate.open()
    #expect(throws: NavigationError.noHost(action: "camera")) { try navigator.navigate(.camera) }
  }

  @Test func `a guard decides about effects, and may redirect to one`() async throws {
    _ = stage.driver.onEffect(Permission.self) { _ in true }
    _ = stage.driver.addGuard { spec, _ in
      switch spec {
      case .launch(let effect as Browser): .refuse(reason: "not \(effect.url)")
      case .push(.a): .redirect(.launch(Permission.camera))
      default: .proceed
      }
    }
    let refused = try navigator.navigate(.website("x"))
    #expect(await refused.outcome == .refused(.refused(action: "website", reason: "not x")))
    #expect(await (try stage.perform(.push(.a))).outcome == .done)
    #expect(await (try stage.open(.push(.a), for: Bool.self)).outcome == .finished(true))
    #expect(stage.stack == "[home]")
  }

  @Test func `a nested stack uses the handlers of the stack around it`() async throws {
    let inner = NavigationDriver(root: Place.a) { _, _ in BaseLifecycleViewModel() }
    try #require(stage.driver.topViewModel).addChild(inner)
    _ = stage.driver.onEffect(Permission.self) { _ in true }
    let ticket = try inner.perform(.launch(Permission.camera), action: "camera", for: Bool.self)
    #expect(await ticket.outcome == .finished(true))
  }
}
