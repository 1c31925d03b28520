import KalugaArchitecture
import Testing

/// What goes wrong when one navigates with Kaluga, shown absent.
///
/// Q27 and Q28 are about bundles: `NavigationBundleKalugaTests`.
@MainActor
struct NavigationKalugaTests {
  private enum Action: NavigationAction {
    case perform(NavigationSpec<Place>)

    var spec: NavigationSpec<Place> {
      switch self {
      case .perform(let spec): spec
      }
    }
  }

  private func navigator(_ stage: Stage) -> StackNavigator<Action, Place> {
    StackNavigator(stage.driver) { $0.spec }
  }

  // MARK: Q29

  @Test(
    arguments: [
      .pop(), .popTo(.c), .popTo(.home, inclusive: true), .replaceAbove(.c, with: .a), .dismiss(),
      .close(.c), .close(.home), .tabs([]), .selectTab(1),
    ] as [NavigationSpec<Place>]
  )
  func `Q29: what cannot be done is a typed error in every case, and never silent`(
    _ spec: NavigationSpec<Place>
  ) throws {
    let stage = try Stage(.home)
    let navigator = navigator(stage)
    do throws(NavigationError) {
      try navigator.navigate(.perform(spec))
      Issue.record("\(spec.kind) was accepted")
    } catch {
      #expect(!"\(error)".isEmpty)
    }
    #expect(!navigator.navigateWithSuccess(.perform(spec)))
    var failures: [NavigationError] = []
    navigator.navigateOrElse(.perform(spec)) { failures.append($0) }
    #expect(failures.count == 1)
    #expect(stage.stack == "[home]")
    #expect(stage.journal.take() == [])
  }

  @Test func `Q29: without a host the error says so`() throws {
    let navigator: StackNavigator<Action, Place>
    do {
      let stage = try Stage(.home)
      navigator = self.navigator(stage)
    }
    #expect(throws: NavigationError.noHost(action: "perform")) {
      try navigator.navigate(.perform(.push(.a)))
    }
  }

  // MARK: Q30

  @Test func `Q30: the result of what was presented arrives long after the presentation`()
    async throws
  {
    let stage = try Stage(.home)
    let ticket = try stage.open(.present(.sheet), for: String.self)
    try await ticket.transitioned()
    try stage.perform(.push(.a))
    try stage.perform(.pop())
    try stage.perform(.dismiss(result: NavigationResult("image", .string)))
    #expect(try await ticket.result == "image")
  }

  @Test func `Q30: closing what was presented by hand ends the request as well`() async throws {
    let stage = try Stage(.home)
    let ticket = try stage.open(.present(.sheet), for: String.self)
    try stage.driver.hostDidDismiss()
    #expect(await ticket.outcome == .cancelled(.back))
  }

  // MARK: Q31

  @Test func `Q31: no request replaces another, and an equal one is not ignored`() throws {
    let stage = try Stage(.home)
    let navigator = navigator(stage)
    // All of them while one is running.
    stage.onMake = { [weak stage] screen in
      guard screen.name == "a", stage?.screens.count == 2 else { return }
      for place in [Place.b, .b, .c] {
        #expect(navigator.navigateWithSuccess(.perform(.push(place))))
      }
    }
    try navigator.navigate(.perform(.push(.a)))
    #expect(stage.stack == "[home, a, b, b, c]")
  }

  @Test func `Q31: requests before there is a host wait in order`() throws {
    let driver = NavigationDriver(
      root: Place.home,
      configuration: NavigationConfiguration(beforeStart: .wait(limit: 3))
    ) { _, _ in BaseLifecycleViewModel() }
    let navigator = StackNavigator<Action, Place>(driver) { $0.spec }
    for place in [Place.a, .b, .b] { try navigator.navigate(.perform(.push(place))) }
    driver.start()
    #expect("\(driver.stack.current)" == "[home, a, b, b]")
  }

  @Test(arguments: ["a/b", "a&b=c", "?", "#", "%2F", "", " ", "é😀"])
  func `Q31: no value breaks a route`(_ value: String) throws {
    let spec = OneRow<String>(.string).spec
    let links = DeepLinks(
      scheme: "app",
      host: "host",
      routes: [
        DeepLinkRoute("text", spec) {
          [$0.value]
        } content: {
          $0.first.map { Box(value: $0) }
        }
      ]
    )
    #expect(try links.screens(for: links.link(to: [value])) == [value])
  }

  @Test func `Q31: a result arrives after the transition and not in its middle`() async throws {
    let stage = try Stage(.home)
    let ticket = try stage.open(.push(.a), for: Int.self)
    let home = try #require(stage.screen(.home))
    var stages: [LifecycleStage] = []
    let waiter = Task { @MainActor in
      _ = await ticket.outcome
      stages.append(home.stage.current)
    }
    // It waits before the pop.
    await Task { @MainActor in }.value
    try stage.perform(.pop(result: NavigationResult(1, .integer)))
    #expect(stages.isEmpty)
    await waiter.value
    #expect(stages == [.resumed])
  }

  @Test func `Q31: a request that has nothing to do does not hold up the next`() async throws {
    let stage = try Stage(.home)
    try stage.perform(.present(.sheet))
    let again = try stage.perform(.present(.sheet))
    #expect(await again.outcome == .done)
    try stage.perform(.push(.a))
    #expect(stage.stack == "[home] ▸ [sheet, a]")
  }
}
