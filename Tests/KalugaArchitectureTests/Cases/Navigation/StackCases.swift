import KalugaArchitecture
import Testing

/// Reports about the stacks of other libraries.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct StackCases {
  private typealias Place = Cases.Place
  private typealias Screen = Cases.Screen

  private func makeDriver(
    _ root: Place = .home,
    _ rest: [Place] = [],
    configuration: NavigationConfiguration = NavigationConfiguration()
  ) throws -> NavigationDriver<Place> {
    try Cases.makeDriver(root, rest, configuration: configuration)
  }

  // MARK: The screen that asks

  // react-navigation/react-navigation#6864: a double tap on a button that goes back leaves two
  // screens.
  @Test(
    arguments: [.allow, .refuseWhileRunning, .refuseOnTop] as [NavigationConfiguration.Duplicates]
  )
  func `a second tap on the back button of a screen that has left does not close another screen`(
    _ duplicates: NavigationConfiguration.Duplicates
  ) throws {
    let driver = try makeDriver(
      .home,
      [.list, .details],
      configuration: NavigationConfiguration(duplicates: duplicates)
    )
    let details = try #require(driver.top)
    try details.navigator.navigate(.back)
    _ = try? details.navigator.navigate(.back)
    #expect(driver.shown == "[home, list]")
  }

  // The same kind: a result given twice.
  @Test func `a second tap on Done does not close the opener`() async throws {
    let driver = try makeDriver(.home, [.list])
    let list = try #require(driver.top)
    try list.navigate(.pick(.details), resultTo: list.picked)
    let details = try #require(driver.top)
    try details.navigator.navigate(.done(1))
    _ = try? details.navigator.navigate(.done(2))
    await list.requestsDidEnd()
    #expect(driver.shown == "[home, list]")
    #expect(list.results == [1])
  }

  // The same kind: an answer of the network arrives after the user has left.
  @Test func `a screen that has left opens nothing`() throws {
    let driver = try makeDriver(.home, [.list])
    let list = try #require(driver.top)
    try driver.back()
    _ = try? list.navigator.navigate(.to(.details))
    #expect(driver.shown == "[home]")
  }

  // The same kind: a covered screen goes back and closes the one that covers it.
  @Test func `a covered screen that goes back does not close the sheet over it`() throws {
    let driver = try makeDriver(.home, [.list])
    let list = try #require(driver.top)
    try driver.perform(.present(.settings))
    _ = try? list.navigator.navigate(.back)
    #expect(driver.shown.contains("settings"))
  }

  @Test func `closing by entry closes only once`() throws {
    let driver = try makeDriver(.home, [.list, .details])
    let id = driver.stack.current.top.id
    try driver.perform(.closeEntry(id))
    #expect(throws: NavigationError.self) { try driver.perform(.closeEntry(id)) }
    #expect(driver.shown == "[home, list]")
  }

  // MARK: Results of screens that are replaced

  // flutter/flutter#141251, flutter/flutter#34319, auto_route#2251: A awaits B, B is replaced by C,
  // C returns.
  @Test func `a result comes from the screen that has replaced the asked one, to a ticket`()
    async throws
  {
    let driver = try makeDriver()
    let home = try #require(driver.top)
    let ticket = try home.navigator.navigate(.pick(.step1))
    try driver.top?.navigator.navigate(.swap(.step2))
    try driver.top?.navigator.navigate(.done(7))
    #expect(driver.shown == "[home]")
    #expect(try await ticket.result == 7)
  }

  @Test func `a result comes from the screen that has replaced the asked one, to a closure`()
    async throws
  {
    let driver = try makeDriver()
    let home = try #require(driver.top)
    try home.navigate(.pick(.step1), resultTo: home.picked)
    try driver.top?.navigator.navigate(.swap(.step2))
    try driver.top?.navigator.navigate(.done(7))
    await home.requestsDidEnd()
    #expect(home.results == [7])
  }

  @Test func `an awaited request ends when the screen that has replaced the asked one closes`()
    async throws
  {
    let driver = try makeDriver()
    let home = try #require(driver.top)
    let ticket = try home.navigator.navigate(.pick(.step1))
    try driver.top?.navigator.navigate(.swap(.step2))
    #expect(await settled(ticket) == nil)
    try driver.top?.navigator.navigate(.back)
    #expect(await ticket.outcome == .cancelled(.back))
  }

  // The same kind: a wizard whose second page replaces everything above the opener.
  @Test func `a wizard that goes on with replaceAbove can still give its result`() async throws {
    let driver = try makeDriver()
    let home = try #require(driver.top)
    try home.navigate(.pick(.step1), resultTo: home.picked)
    try driver.perform(.replaceAbove(.home, with: .step2))
    try driver.perform(.pop(result: NavigationResult(7, .integer)))
    await home.requestsDidEnd()
    #expect(home.results == [7])
  }

  // MARK: The life of screens

  // slackhq/circuit#1342, slackhq/circuit#1439, voyager#390: the state of screens when tabs are
  // switched.
  @Test func `switching tabs keeps the state of both stacks`() throws {
    let driver = NavigationDriver(tabs: [Place.home, .settings]) { Screen($0, $1) }
    driver.start()
    try driver.perform(.push(.item(1)))
    let item = try #require(driver.top)
    item.text = "typed"
    try driver.perform(.selectTab(1))
    #expect(item.pauses == 1 && item.stage.current != .cleared)
    try driver.perform(.push(.about))
    try driver.perform(.selectTab(0))
    #expect(driver.top === item)
    #expect(driver.top?.text == "typed")
    #expect(driver.shown == "{*[home, item] | [settings, about]}")
  }

  // voyager#293, voyager#437: pop and then push in one go must end the popped screen.
  @Test func `pop and push in one go clears the screen that has left`() throws {
    let driver = try makeDriver(.home, [.list])
    let list = try #require(driver.top)
    try driver.perform(.pop())
    try driver.perform(.push(.list))
    #expect(list.stage.current == .cleared)
    #expect(driver.top !== list)
    #expect(driver.top?.text == "")
  }

  // voyager#396: the screens of a nested stack must end when the outer stack is replaced.
  @Test func `replacing the root clears nested stacks and ends their requests`() async throws {
    final class Outer: BaseLifecycleViewModel {
      let inner = NavigationDriver(root: Place.home) { Screen($0, $1) }

      init() {
        super.init()
        addChild(inner)
      }
    }
    let outer = NavigationDriver(root: Place.home) { place, driver in
      if place == .list { Outer() } else { Screen(place, driver) }
    }
    outer.start()
    try outer.perform(.push(.list))
    let holder = try #require(outer.topScreen as? Outer)
    let first = try #require(holder.inner.top)
    let ticket = try first.navigator.navigate(.pick(.item(1)))
    let innerScreens = holder.inner.screens
    try outer.perform(.push(.details))
    try outer.perform(.setRoot(.login))
    #expect(innerScreens.map(\.stage.current) == [.cleared, .cleared])
    let outcome = await ticket.outcome
    guard case .cancelled = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  // Users log out and in: the same first screen must be new.
  @Test func `the same root is a new screen`() throws {
    let driver = try makeDriver(.home, [.list])
    let first = try #require(driver.screens.first)
    try driver.perform(.setRoot(.home))
    #expect(driver.top !== first)
    #expect(first.stage.current == .cleared)
  }

  // MARK: Going back

  // khonshu#80, MSE-Ridesafe#16: back twice in quick succession on the second screen.
  @Test func `back twice at the second screen refuses the second one`() throws {
    let driver = try makeDriver(.home, [.list])
    try driver.back()
    #expect(throws: NavigationError.self) { try driver.back() }
    #expect(driver.shown == "[home]")
  }

  // FlowStacks: go back to the screen of an item whose arguments have changed meanwhile.
  @Test func `going back to a screen by its kind`() throws {
    let driver = try makeDriver(.home, [.item(1), .about])
    try driver.perform(.update(driver.stack.current.entries[1].id, to: .item(2)))
    let item = driver.stack.current.entries.lastIndex {
      if case .item = $0.destination { true } else { false }
    }
    let above = driver.stack.current.entries[try #require(item) + 1]
    try driver.perform(.closeEntry(above.id))
    #expect(driver.shown == "[home, item]")
  }

  // A driver whose host has no way to ask whether back would do something.
  @Test func `a handler at the first screen of a second tab can select the first tab`() throws {
    let driver = NavigationDriver(tabs: [Place.home, .settings]) { Screen($0, $1) }
    driver.start()
    try driver.perform(.selectTab(1))
    let token = driver.onBack { [weak driver] in
      guard let driver, driver.stack.current.layers.count == 1,
        driver.stack.current.layers[0].selected != 0,
        driver.stack.current.layers[0].path.count == 1
      else { return .proceed }
      _ = try? driver.perform(.selectTab(0))
      return .intercept
    }
    #expect(try driver.back() == nil)
    #expect(driver.shown == "{*[home] | [settings]}")
    token.dispose()
  }

  // iOS: the binding of a sheet writes late. A host reports the dismissal of a sheet that the app
  // has replaced.
  @Test func `a late report that a sheet has closed does not close the next one`() throws {
    let driver = try makeDriver()
    try driver.perform(.present(.settings))
    let settings = driver.stack.current.top.id
    try driver.perform(.replacePresented(.about))
    #expect(driver.stack.current.top.id != settings)
    // The callback of the first sheet arrives only now.
    try driver.hostDidDismiss(settings)
    #expect(driver.shown == "[home] ▸ [about]")
  }
}

/// In the serialized suite of the tests that replace the handler of the whole process.
extension ArchitectureDiagnosticsTests {
  // flutter/flutter#141251, as above: the value must not be thrown away.
  @Test func `the result of a screen that replaces the asked one arrives, and nothing is reported`()
    async throws
  {
    let driver = try Cases.makeDriver()
    let home = try #require(driver.top)
    let reports = await Self.diagnostics(about: "step") {
      #expect(throws: Never.self) {
        try home.navigate(.pick(.step1), resultTo: home.picked)
        try driver.top?.navigator.navigate(.swap(.step2))
        try driver.top?.navigator.navigate(.done(7))
      }
      await home.requestsDidEnd()
    }
    #expect(home.results == [7])
    #expect(reports.isEmpty)
  }
}
