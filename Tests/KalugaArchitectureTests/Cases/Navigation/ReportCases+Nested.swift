import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Reports about stacks in screens.
extension ReportCases {
  /// A screen with a stack of its own, whose screen `sheet` has one, too.
  private final class Reader: BaseLifecycleViewModel {
    let pages: NavigationDriver<Place>

    init(_ root: Place = .a) {
      pages = NavigationDriver(root: root) { place, driver in
        place == .sheet ? Reader(.c) : OriginScreen(place, driver)
      }
      super.init()
      addChild(pages)
    }
  }

  /// A driver whose screen `sheet` is a reader.
  private func makeDriver(
    restoring snapshot: NavigationSnapshot<Place>? = nil
  ) -> NavigationDriver<Place> {
    let driver = NavigationDriver(root: Place.home, restoring: snapshot) { place, driver in
      place == .sheet ? Reader() : OriginScreen(place, driver)
    }
    driver.start()
    return driver
  }

  /// The driver in the topmost reader.
  private func pages(of driver: NavigationDriver<Place>) throws -> NavigationDriver<Place> {
    let entry = driver.stack.current.entries.last { $0.destination == .sheet }
    let id = try #require(entry).id
    return try #require(driver.viewModel(of: id) as? Reader).pages
  }

  // What covers `[home, sheet([a, b])]`, or nil for a while in the background, and the stacks on the
  // way back. In the reports, a push takes the nested stack back to its first screen, its back handlers
  // are ignored after the background, and back does not close the sheet over it.
  @Test(
    arguments: [
      (
        "johnpatrickmorgan/TCACoordinators#14, johnpatrickmorgan/FlowStacks#23", .push(.c),
        ["[home, sheet([a, b]), c]", "[home, sheet([a, b])]", "[home, sheet([a])]", "[home]"]
      ),
      ("bumble-tech/appyx#60", nil, ["[home, sheet([a, b])]", "[home, sheet([a])]", "[home]"]),
      (
        "arkivanov/Decompose#863", .present(.c),
        ["[home, sheet([a, b])] ▸ [c]", "[home, sheet([a, b])]", "[home, sheet([a])]", "[home]"]
      ),
    ] as [(String, NavigationSpec<Place>?, [String])]
  )
  func `back continues in a nested stack that was covered or in the background`(
    _ number: String,
    _ spec: NavigationSpec<Place>?,
    _ pictures: [String]
  ) throws {
    let driver = makeDriver()
    try driver.perform(.push(.sheet))
    try pages(of: driver).perform(.push(.b))
    if let spec {
      try driver.perform(spec)
    } else {
      for state in [HostState.inactive, .background, .active] { driver.hostState = state }
      #expect(try pages(of: driver).topViewModel?.stage.current == .resumed)
    }
    for picture in pictures {
      #expect(driver.picture == picture)
      if picture != pictures.last { try driver.back() }
    }
  }

  // react-navigation/react-navigation#9472, flutter/flutter#154608: nothing asks the handlers of a
  // nested stack when the user leaves it, least of all those in a hidden tab.
  @Test func `a nested form in a hidden tab is asked before the user leaves`() throws {
    let driver = makeDriver()
    try driver.perform(.push(.sheet))
    let pages = try pages(of: driver)
    try pages.perform(.tabs([.a, .b]))
    try pages.perform(.push(.c))
    let form = try #require(pages.topViewModel as? OriginScreen)
    try pages.perform(.selectTab(1))
    let token = pages.onBack(on: form.part) { .intercept }
    #expect(try driver.back() == nil)
    driver.hostDidShow(first: 1)
    #expect("\(driver.stack.current)" == "[home, sheet]")
    token.dispose()
    try driver.back()
    #expect("\(driver.stack.current)" == "[home]")
  }

  // react-navigation/react-navigation#10761, tomgilder/routemaster#158: whether the user can go
  // back does not follow the nested stack.
  @Test(arguments: ["back", "end", "remove the stack", "remove the part"])
  func `whether the user can go back follows a stack that is nested later`(
    _ end: String
  ) async throws {
    let screen = BaseLifecycleViewModel()
    let driver = NavigationDriver(root: Place.home) { _, _ in screen }
    driver.start()
    var values: [Bool] = []
    let token = driver.canGoBack.observe { values.append($0) }
    let reader = Reader()
    screen.addChild(reader)
    try reader.pages.perform(.push(.b))
    await until(values == [false, true])
    switch end {
    case "back": try driver.back()
    case "end": reader.pages.end()
    case "remove the stack": reader.removeChild(reader.pages)
    default: screen.removeChild(reader)
    }
    await until(values == [false, true, false])
    token.dispose()
  }

  // arkivanov/Decompose#792: the root is replaced twice in quick succession, and the nested stack
  // of the first time is shown again. adrielcafe/voyager#396: it does not end.
  @Test func `a root that comes back at once is new, with a new nested stack`() throws {
    let driver = makeDriver()
    try driver.perform(.setRoot(.sheet))
    let old = try pages(of: driver)
    try old.perform(.push(.b))
    try driver.perform(.setRoot(.a))
    try driver.perform(.setRoot(.sheet))
    #expect(driver.picture == "[sheet([a])]")
    #expect(try pages(of: driver).topViewModel?.stage.current == .resumed)
    #expect(throws: NavigationError.noHost(action: "push")) { try old.perform(.push(.c)) }
  }

  // bumble-tech/appyx#235, adrielcafe/voyager#238, xxfast/Decompose-Router#100: nested stacks are
  // lost with the process, or with the second one. adrielcafe/voyager#118: a sheet that was hidden
  // comes back.
  @Test func `stacks in stacks come back from two later processes, even if they are covered`()
    throws
  {
    var driver = makeDriver()
    try driver.perform(.present(.sheet))
    try driver.hostDidDismiss(driver.stack.current.top.id)
    try driver.perform(.push(.sheet))
    let first = try pages(of: driver)
    try first.perform(.push(.sheet))
    try pages(of: first).perform(.push(.b))
    try first.perform(.push(.b))
    try driver.perform(.present(.c))
    for _ in 0..<2 {
      let data = try driver.snapshot().data()
      driver = makeDriver(restoring: try NavigationSnapshot(data))
    }
    #expect(driver.picture == "[home, sheet([a, sheet([c, b]), b])] ▸ [c]")
    let middle = try pages(of: driver)
    #expect(middle.topViewModel?.stage.current != .resumed)
    try driver.back()
    #expect(middle.topViewModel?.stage.current == .resumed)
  }
}
