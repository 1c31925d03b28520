import KalugaArchitecture
import KalugaCoordinators

/// Screens that are opened, and a request that removes the upper ones.
struct RouterScenario {
  enum Opening: String {
    case push, present, setRoot
  }

  enum Removal: String {
    case pop, popToRoot, dismiss, setRoot, close
  }

  let openings: [Opening]
  let removal: Removal
  /// How many screens stay, from the lowest on.
  let staying: Int

  static let all = [
    RouterScenario(openings: [.setRoot, .push], removal: .pop, staying: 1),
    RouterScenario(openings: [.setRoot, .push, .push], removal: .popToRoot, staying: 1),
    RouterScenario(openings: [.setRoot, .present, .push], removal: .dismiss, staying: 1),
    RouterScenario(openings: [.setRoot, .push, .present], removal: .close, staying: 1),
    RouterScenario(openings: [.setRoot, .push, .present], removal: .setRoot, staying: 0),
  ]
}

/// Checks the rules of routers, and collects the violations.
@MainActor
final class RouterChecks<Destination: NavigationDestination> {
  typealias Make = @MainActor () throws -> RouterUnderTest<Destination>
  private typealias Screen = CheckedScreen<Destination>

  private(set) var report = ConformanceReport<RouterRule>()
  private let destinations: [Destination]
  private let limit: Duration
  private let makeUnderTest: Make

  init(_ first: Destination, _ second: Destination, limit: Duration, make: @escaping Make) {
    destinations = [first, second]
    self.limit = limit
    makeUnderTest = make
  }

  // MARK: The rules

  func checkRemoval(_ scenario: RouterScenario) async throws {
    let test = try make()
    let order = EndOrder()
    var screens: [Screen] = []
    for opening in scenario.openings {
      guard let screen = await open(opening, screens.count, on: test.router, order) else { return }
      screens.append(screen)
      expectOnTop(screen, of: screens, "after \(opening)")
    }
    let what = scenario.removal.rawValue
    let next = scenario.removal == .setRoot ? await open(.setRoot, 1, on: test.router) : nil
    switch scenario.removal {
    case .pop: await expectDone(.pop(), on: test.router)
    case .popToRoot: await expectDone(.popToRoot(), on: test.router)
    case .dismiss: await expectDone(.dismiss(), on: test.router)
    case .close: await expectClosed(screens[scenario.staying])
    case .setRoot: if next == nil { return }
    }
    let (staying, leaving) = (screens[..<scenario.staying], screens[scenario.staying...])
    guard staying.allSatisfy(\.isOpen), leaving.allSatisfy({ $0.reason != nil }) else {
      return violate(.removesScreens, "\(what) left \(screens)")
    }
    let isBack = scenario.removal == .pop || scenario.removal == .popToRoot
    if !leaving.allSatisfy({ $0.reason == (isBack ? .back : .closed) }) {
      violate(.reasons, "\(what) left \(screens)")
    }
    if order.indices != leaving.indices.reversed() {
      violate(.upperFirst, "\(what) reported \(order.indices.map { screens[$0] })")
    }
    if let top = next ?? staying.last { expectOnTop(top, of: screens, "after \(what)") }
  }

  func checkRefusals() async throws {
    let test = try make()
    guard let root = await open(.setRoot, 0, on: test.router) else { return }
    for spec in [NavigationSpec<Destination>.pop(), .dismiss()] {
      if case .failure? = await result(of: spec, on: test.router) { continue }
      violate(.refusalIsTold, "\(spec.kind) with nothing to remove did not")
    }
    let next = Screen(destinations[1])
    let end = await result(of: .push(destinations[1]), opening: next, on: test.router)
    if !root.isOpen || end != .success(true) {
      violate(.refusalChangesNothing, "push left \([root, next])")
    }
  }

  func checkOrder() async throws {
    let test = try make()
    guard let root = await open(.setRoot, 0, on: test.router) else { return }
    let screens = [Screen(destinations[1]), Screen(destinations[0])]
    // The tasks begin in this order, and none waits for another.
    let requests = [
      start(.push(destinations[1]), opening: screens[0], on: test.router),
      start(.push(destinations[0]), opening: screens[1], on: test.router),
      start(.pop(), on: test.router),
    ]
    var areDone = true
    for request in requests {
      if case .success? = await value(atMost: limit, of: { await request.value }) { continue }
      areDone = false
    }
    if !areDone || !root.isOpen || !screens[0].isOpen || screens[1].reason == nil {
      violate(.requestsInOrder, "push, push and pop left \([root] + screens)")
    }
  }

  func checkHostEnd() async throws {
    var test: RouterUnderTest<Destination>? = try make()
    guard test?.host != nil, let router = test?.router else { return }
    var screens: [Screen] = []
    for opening in [RouterScenario.Opening.setRoot, .push, .present] {
      guard let screen = await open(opening, screens.count, on: router) else { return }
      screens.append(screen)
    }
    test = nil
    if await !wait(atMost: limit, until: { screens.allSatisfy { $0.reason == .hostEnded } }) {
      violate(.endsWithHost, "\(screens) after \(limit)")
    }
    let late = Screen(destinations[0])
    let end = await result(of: .push(destinations[0]), opening: late, on: router)
    guard case .failure(.noHost)? = end, late.reason != nil else {
      return violate(.refusesWithoutHost, "\(late), and \(end.map { "\($0)" } ?? "no end")")
    }
  }

  func checkRelease() async throws {
    var test: RouterUnderTest<Destination>? = try make()
    weak let router = test?.router
    weak var viewModel: BaseLifecycleViewModel?
    if let router {
      guard await open(.setRoot, 0, on: router) != nil else { return }
      viewModel = await open(.push, 1, on: router)?.viewModel
      await expectDone(.pop(), on: router)
    }
    // While the router lives. Tasks that are being resumed may retain it until they have run.
    if await !wait(atMost: limit, until: { viewModel == nil }) {
      violate(.release, "a view model that has left is still alive after \(limit)")
    }
    test = nil
    if await !wait(atMost: limit, until: { router == nil }) {
      violate(.release, "the router is still alive after \(limit)")
    }
  }

  // MARK: The tools

  private func make() throws -> RouterUnderTest<Destination> {
    let test = try makeUnderTest()
    report.name = "\(type(of: test.router))"
    return test
  }

  private func violate(_ rule: RouterRule, _ what: String) { report.violate(rule, what) }

  private func expectOnTop(_ top: Screen, of screens: [Screen], _ what: String) {
    for screen in screens {
      let expected: LifecycleStage =
        screen === top ? .resumed : screen.isOpen ? .paused : .cleared
      if screen.stage != expected {
        violate(.viewModels, "\(what), the view model of \(screen) is \(screen.stage)")
      }
    }
  }

  /// Opens the screen with this index; returns nil if a rule is broken, so that nothing can follow.
  private func open(
    _ opening: RouterScenario.Opening,
    _ index: Int,
    on router: any Router<Destination>,
    _ order: EndOrder? = nil
  ) async -> Screen? {
    let destination = destinations[index % 2]
    let screen = Screen(destination) { order?.indices.append(index) }
    let spec: NavigationSpec<Destination> =
      switch opening {
      case .push: .push(destination)
      case .present: .present(destination)
      case .setRoot: .setRoot(destination)
      }
    switch await result(of: spec, opening: screen, on: router) {
    case .success(true)?: return screen
    case .success(false)?: violate(.opensBeforeReturn, "\(opening) returned, and \(screen)")
    case .failure(let error)?:
      violate(.acceptsItsScreens, "\(opening) threw: \(error.debugDescription)")
    case nil: violate(.acceptsItsScreens, "\(opening) did not return within \(limit)")
    }
    return nil
  }

  private func expectDone(
    _ spec: NavigationSpec<Destination>,
    on router: any Router<Destination>
  ) async {
    switch await result(of: spec, on: router) {
    case .success?: break
    case .failure(let error)?:
      violate(.removesScreens, "\(spec.kind) threw: \(error.debugDescription)")
    case nil: violate(.removesScreens, "\(spec.kind) did not return within \(limit)")
    }
  }

  private func expectClosed(_ screen: Screen) async {
    do throws(NavigationError) {
      let ticket = try screen.promise.screen.close()
      if await value(atMost: limit, of: { await ticket.transitionOutcome }) == nil {
        violate(.removesScreens, "close did not end within \(limit)")
      }
    } catch {
      violate(.removesScreens, "close threw: \(error.debugDescription)")
    }
  }

  /// Returns whether the screen was open when the request returned; nil after the limit.
  private func result(
    of spec: NavigationSpec<Destination>,
    opening screen: Screen? = nil,
    on router: any Router<Destination>
  ) async -> Result<Bool, NavigationError>? {
    let request = start(spec, opening: screen, on: router)
    return await value(atMost: limit) { await request.value }
  }

  private func start(
    _ spec: NavigationSpec<Destination>,
    opening screen: Screen? = nil,
    on router: any Router<Destination>
  ) -> Task<Result<Bool, NavigationError>, Never> {
    Task { @MainActor in
      do throws(NavigationError) {
        try await router.perform(spec, opening: screen?.promise)
        // In the job in which the request returns.
        return .success(screen?.isOpen ?? true)
      } catch {
        return .failure(error)
      }
    }
  }
}

/// The indices of screens, in the order of their ends.
@MainActor
private final class EndOrder {
  var indices: [Int] = []
}

/// A screen with a view model of the checks.
@MainActor
private final class CheckedScreen<Destination: NavigationDestination> {
  let viewModel = BaseLifecycleViewModel()
  let promise: ScreenPromise<Destination>

  init(_ destination: Destination, onEnd: @escaping @MainActor () -> Void = {}) {
    promise = ScreenPromise(destination, viewModel: viewModel)
    // Throws only if the screen was requested before.
    try? promise.screen.state.whenEnded { _ in onEnd() }
  }

  var isOpen: Bool { promise.screen.isOpen }
  var reason: NavigationCancellation? { promise.screen.cancellation }
  var stage: LifecycleStage { viewModel.stage.current }
}

extension CheckedScreen: @MainActor CustomStringConvertible {
  var description: String {
    let state = isOpen ? "open" : reason.map { "left as \($0)" } ?? "not open"
    return "'\(caseName(of: promise.destination))' \(state)"
  }
}
