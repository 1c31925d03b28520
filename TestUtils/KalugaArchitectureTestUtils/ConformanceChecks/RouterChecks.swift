import KalugaArchitecture

/// The checks behind the conformance suite of routers, and what they found.
@MainActor
final class RouterChecks<Destination: Codable & Hashable & Sendable> {
  typealias Make = @MainActor () throws -> RouterUnderTest<Destination>
  private typealias Screen = CheckedScreen<Destination>
  private typealias Request = @MainActor () async throws(NavigationError) -> Void

  /// What happened instead, by the rule that it breaks; the first finding for each.
  private(set) var violations: [RouterRule: String] = [:]
  private(set) var name = "the router"
  /// Whether a screen of this check was not accepted: then nothing that follows says anything.
  private var isBlocked = false

  private let first: Destination
  private let second: Destination
  private let limit: Duration
  private let makeUnderTest: Make

  init(_ first: Destination, _ second: Destination, limit: Duration, make: @escaping Make) {
    self.first = first
    self.second = second
    self.limit = limit
    makeUnderTest = make
  }

  // MARK: The rules

  func checkPush() async throws {
    let test = try make()
    let lower = Screen(first)
    let upper = Screen(second)
    await push(lower, on: test)
    await push(upper, on: test)
    expect([lower.stage, upper.stage] == [.paused, .resumed], .showsViewModels, "after a push")
    await carryOut(.popTellsBack, "pop") { () throws(NavigationError) in
      try await test.router.pop()
    }
    expect(upper.hasLeft(.back) && lower.isOpen, .popTellsBack, "\(upper) and \(lower)")
    expect([lower.stage, upper.stage] == [.resumed, .cleared], .showsViewModels, "after a pop")
  }

  func checkPopToRoot() async throws {
    let test = try make()
    let left = Order()
    let screens = [Screen(first), Screen(second, left), Screen(first, left)]
    await setRoot(screens[0], on: test)
    await push(screens[1], on: test)
    await push(screens[2], on: test)
    await carryOut(.popToRootTellsBack, "popToRoot") { () throws(NavigationError) in
      try await test.router.popToRoot()
    }
    expect(
      screens[0].isOpen && screens[1].hasLeft(.back) && screens[2].hasLeft(.back),
      .popToRootTellsBack,
      "\(screens)"
    )
    expectFromTheTop(left, [screens[1], screens[2]], "popToRoot")
    expectToShow(screens[0], of: screens, "popToRoot")
  }

  func checkPresent() async throws {
    let test = try make()
    let left = Order()
    let screens = [Screen(first), Screen(second, left), Screen(first, left)]
    await setRoot(screens[0], on: test)
    await present(screens[1], on: test)
    await push(screens[2], on: test)
    await carryOut(.dismissTellsClosed, "dismiss") { () throws(NavigationError) in
      try await test.router.dismiss()
    }
    expect(
      screens[0].isOpen && screens[1].hasLeft(.closed) && screens[2].hasLeft(.closed),
      .dismissTellsClosed,
      "\(screens)"
    )
    expectFromTheTop(left, [screens[1], screens[2]], "dismiss")
    expectToShow(screens[0], of: screens, "dismiss")
  }

  func checkSetRoot() async throws {
    let test = try make()
    let left = Order()
    let screens = [Screen(first, left), Screen(second, left), Screen(first)]
    await push(screens[0], on: test)
    await present(screens[1], on: test)
    await setRoot(screens[2], on: test)
    expect(
      screens[0].hasLeft(.closed) && screens[1].hasLeft(.closed) && screens[2].isOpen,
      .setRootTellsClosed,
      "\(screens)"
    )
    expectFromTheTop(left, [screens[0], screens[1]], "setRoot")
    expectToShow(screens[2], of: screens, "setRoot")
  }

  func checkClose() async throws {
    let test = try make()
    let left = Order()
    let screens = [Screen(first), Screen(second, left), Screen(first, left)]
    await setRoot(screens[0], on: test)
    await push(screens[1], on: test)
    await push(screens[2], on: test)
    await carryOut(.closesWithAllOver, "close") { () throws(NavigationError) in
      try await screens[1].routed.close().transitioned()
    }
    expect(
      screens[0].isOpen && screens[1].cancellation != nil && screens[2].cancellation != nil,
      .closesWithAllOver,
      "\(screens)"
    )
    expectFromTheTop(left, [screens[1], screens[2]], "close")
    if screens[2].cancellation != nil { expectToShow(screens[0], of: screens, "close") }
  }

  func checkRefusals() async throws {
    let test = try make()
    let root = Screen(first)
    await setRoot(root, on: test)
    let impossible = [
      ("pop of the first screen", popping(test.router)),
      ("dismiss of nothing", dismissing(test.router)),
    ]
    for (what, request) in impossible {
      if case .failure? = await result(request) { continue }
      violate(.refusalIsTold, "\(what) did not")
    }
    let next = Screen(second)
    let after = await result { () throws(NavigationError) in
      try await test.router.push(next.routed)
    }
    expect(
      root.isOpen && next.isOpen && after == .success(Done()),
      .refusalChangesNothing,
      "\(root) and \(next)"
    )
  }

  func checkOrder() async throws {
    let test = try make()
    let screens = [Screen(first), Screen(second), Screen(first)]
    await setRoot(screens[0], on: test)
    let requests = [
      pushing(screens[1], test.router), pushing(screens[2], test.router), popping(test.router),
    ]
    // The tasks begin in this order, and none of them waits for another one.
    let running = requests.map { request in Task { @MainActor in await result(request) } }
    var results: [Result<Done, NavigationError>?] = []
    for task in running { results.append(await task.value) }
    expect(
      results.allSatisfy { $0 == .success(Done()) } && screens[1].isOpen
        && screens[2].cancellation != nil,
      .requestsInOrder,
      "push, push and pop left \(screens)"
    )
  }

  func checkHostEnd() async throws {
    let test = try make()
    let left = Order()
    let screens = [Screen(first, left), Screen(second, left)]
    await push(screens[0], on: test)
    await present(screens[1], on: test)
    test.endHost()
    let areTold = await wait(atMost: limit) { screens.allSatisfy { $0.hasLeft(.hostEnded) } }
    expect(areTold, .endsWithHost, "\(screens)")
    expectFromTheTop(left, screens, "the end of the host")
    if areTold { expectToShow(nil, of: screens, "the end of the host") }
    let late = Screen(first)
    let after = await result { () throws(NavigationError) in
      try await test.router.push(late.routed)
    }
    if case .failure(.noHost)? = after { return }
    violate(.refusesWithoutHost, "push ended with \(after.map { "\($0)" } ?? "nothing")")
  }

  func checkRelease() async throws {
    weak let router: (any Router<Destination>)?
    weak let viewModel: BaseLifecycleViewModel?
    do {
      let test = try make()
      router = test.router
      await setRoot(Screen(second), on: test)
      do {
        let screen = Screen(first)
        viewModel = screen.viewModel
        await push(screen, on: test)
      }
      _ = await result { () throws(NavigationError) in try await test.router.pop() }
      // While the router lives; what is being resumed may hold it a little longer.
      if await !wait(atMost: limit, until: { viewModel == nil }) {
        violate(.release, "a view model that has left lives after \(limit)")
      }
    }
    if await !wait(atMost: limit, until: { router == nil }) {
      violate(.release, "the router still lives after \(limit)")
    }
  }

  // MARK: The tools

  private func make() throws -> RouterUnderTest<Destination> {
    let test = try makeUnderTest()
    isBlocked = false
    name = "\(type(of: test.router))"
    return test
  }

  private func violate(_ rule: RouterRule, _ what: String) {
    guard !isBlocked else { return }
    isBlocked = rule == .acceptsItsScreens
    violations[rule] = violations[rule] ?? what
  }

  private func expect(_ condition: Bool, _ rule: RouterRule, _ what: String) {
    if !condition { violate(rule, what) }
  }

  /// Of screens that have left together, given from the bottom, those on top were told first.
  private func expectFromTheTop(_ left: Order, _ screens: [Screen], _ what: String) {
    guard left.names.count == screens.count else { return }
    expect(
      left.names == screens.reversed().map(\.name),
      .tellsFromTheTop,
      "\(what) told \(left.names.joined(separator: " first, then "))"
    )
  }

  /// The view model on top is resumed, and those of all other screens have been cleared.
  private func expectToShow(_ top: Screen?, of screens: [Screen], _ what: String) {
    expect(
      screens.allSatisfy { $0.stage == ($0 === top ? .resumed : .cleared) },
      .showsViewModels,
      "after \(what)"
    )
  }

  private func push(_ screen: Screen, on test: RouterUnderTest<Destination>) async {
    await open(screen, "push") { () throws(NavigationError) in
      try await test.router.push(screen.routed)
    }
  }

  private func present(_ screen: Screen, on test: RouterUnderTest<Destination>) async {
    await open(screen, "present") { () throws(NavigationError) in
      try await test.router.present(screen.routed)
    }
  }

  private func setRoot(_ screen: Screen, on test: RouterUnderTest<Destination>) async {
    await open(screen, "setRoot") { () throws(NavigationError) in
      try await test.router.setRoot(screen.routed)
    }
  }

  // Not written where they are used: 6.3.1 crashes on such closures in an array.

  private func pushing(_ screen: Screen, _ router: any Router<Destination>) -> Request {
    { () throws(NavigationError) in try await router.push(screen.routed) }
  }

  private func popping(_ router: any Router<Destination>) -> Request {
    { () throws(NavigationError) in try await router.pop() }
  }

  private func dismissing(_ router: any Router<Destination>) -> Request {
    { () throws(NavigationError) in try await router.dismiss() }
  }

  private func open(_ screen: Screen, _ what: String, _ request: @escaping Request) async {
    await carryOut(.acceptsItsScreens, what) { () throws(NavigationError) in
      try await request()
      // In the very job in which it returns.
      self.expect(screen.isOpen, .opensBeforeReturn, "\(what) returned, and \(screen)")
    }
  }

  private func carryOut(
    _ rule: RouterRule,
    _ what: String,
    _ request: @escaping Request
  ) async {
    switch await result(request) {
    case .success?: break
    case .failure(let error)?: violate(rule, "\(what) threw: \(error)")
    case nil: violate(rule, "\(what) did not return within \(limit)")
    }
  }

  /// How a request ended, or nil if that takes too long.
  private func result(_ request: @escaping Request) async -> Result<Done, NavigationError>? {
    let end = Settlement<Void>()
    let task = Task { @MainActor () async -> Result<Done, NavigationError> in
      defer { end.settle(()) }
      do throws(NavigationError) {
        try await request()
        return .success(Done())
      } catch {
        return .failure(error)
      }
    }
    guard await wait(for: end, atMost: limit) else {
      task.cancel()
      return nil
    }
    return await task.value
  }
}

/// A `Void` that can be compared.
private struct Done: Equatable {}

/// In which order screens were told.
@MainActor
private final class Order {
  var names: [String] = []
}

/// A screen of the checks, with a view model of its own.
@MainActor
private final class CheckedScreen<Destination: Codable & Hashable & Sendable> {
  private final class ViewModel: BaseLifecycleViewModel {}

  private struct Presented: Presentable {
    let destination: Destination
    let viewModel: BaseLifecycleViewModel?
  }

  let name: String
  let viewModel: BaseLifecycleViewModel
  let routed: RoutedScreen<Destination>

  init(_ destination: Destination, _ order: Order? = nil) {
    name = caseName(of: destination)
    viewModel = ViewModel()
    routed = RoutedScreen(Presented(destination: destination, viewModel: viewModel))
    routed.whenLeft { [name] _ in order?.names.append(name) }
  }

  var isOpen: Bool { routed.isOpen }
  var stage: LifecycleStage { viewModel.stage.current }
  var cancellation: NavigationCancellation? { routed.cancellation }

  func hasLeft(_ reason: NavigationCancellation) -> Bool { cancellation == reason }
}

extension CheckedScreen: @MainActor CustomStringConvertible {
  var description: String {
    let state = isOpen ? "open" : cancellation.map { "left as \($0)" } ?? "not open"
    return "'\(name)' is \(state)"
  }
}
