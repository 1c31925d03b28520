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

  private func makeDriver(
    restoring snapshot: NavigationSnapshot<Place>? = nil
  ) -> NavigationDriver<Place> {
    let driver = NavigationDriver(root: Place.home, restoring: snapshot) { place, driver in
      place == .sheet ? Reader() : OriginScreen(place, driver)
    }
    driver.start()
    return driver
  }

  private func reader(of driver: NavigationDriver<Place>) throws -> Reader {
    let entry = driver.stack.current.entries.last { $0.destination == .sheet }
    let id = try #require(entry).id
    return try #require(driver.viewModel(of: id) as? Reader)
  }

  // johnpatrickmorgan/TCACoordinators#14, johnpatrickmorgan/FlowStacks#23: a push by the parent
  // takes the child's stack back to its first screen.
  @Test func `a push over a nested stack keeps it`() throws {
    let driver = makeDriver()
    try driver.perform(.push(.sheet))
    let pages = try reader(of: driver).pages
    try pages.perform(.push(.b))
    try driver.perform(.push(.c))
    #expect("\(pages.stack.current)" == "[a, b]")
    for expected in ["[home, sheet] [a, b]", "[home, sheet] [a]", "[home] [a]"] {
      try driver.back()
      #expect("\(driver.stack.current) \(pages.stack.current)" == expected)
    }
  }

  // bumble-tech/appyx#60: the back handlers of nested stacks are ignored after the app was in the
  // background.
  @Test func `nested stacks go back first, also after the app was in the background`() throws {
    let driver = makeDriver()
    try driver.perform(.push(.sheet))
    let pages = try reader(of: driver).pages
    try pages.perform(.push(.b))
    for state in [HostState.inactive, .background, .inactive, .active] { driver.hostState = state }
    try driver.back()
    #expect("\(driver.stack.current) \(pages.stack.current)" == "[home, sheet] [a]")
    driver.hostState = .background
    try pages.perform(.push(.c))
    driver.hostState = .active
    #expect(pages.topScreen?.stage.current == .resumed)
    try driver.back()
    #expect("\(driver.stack.current) \(pages.stack.current)" == "[home, sheet] [a]")
  }

  // arkivanov/Decompose#863: back leaves a screen of the nested stack, and not the sheet over it.
  @Test func `back closes a sheet before the nested stack under it goes back`() throws {
    let driver = makeDriver()
    try driver.perform(.push(.sheet))
    let pages = try reader(of: driver).pages
    try pages.perform(.push(.b))
    try driver.perform(.present(.c))
    try driver.back()
    #expect("\(driver.stack.current) \(pages.stack.current)" == "[home, sheet] [a, b]")
  }

  // react-navigation/react-navigation#9472, flutter/flutter#154608: nothing asks the handlers of a
  // nested stack when the user leaves it, least of all those in a hidden tab.
  @Test func `a nested form in a hidden tab is asked before the user leaves`() throws {
    let driver = makeDriver()
    try driver.perform(.push(.sheet))
    let pages = try reader(of: driver).pages
    try pages.perform(.tabs([.a, .b]))
    try pages.perform(.push(.c))
    let form = try #require(pages.topScreen as? OriginScreen)
    try pages.perform(.selectTab(1))
    let token = pages.onBack(on: form.part) { .intercept }
    #expect(try driver.back() == nil)
    driver.path.current = Array(driver.path.current.dropLast())
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
  // of the first time is shown again.
  @Test func `a root that comes back at once is new, with a new nested stack`() throws {
    let driver = makeDriver()
    try driver.perform(.setRoot(.sheet))
    let old = try reader(of: driver)
    try old.pages.perform(.push(.b))
    try driver.perform(.setRoot(.a))
    try driver.perform(.setRoot(.sheet))
    let new = try reader(of: driver)
    #expect(new !== old)
    #expect("\(new.pages.stack.current)" == "[a]")
    #expect(new.pages.topScreen?.stage.current == .resumed)
    #expect(throws: NavigationError.noHost(action: "push")) {
      try old.pages.perform(.push(.c))
    }
  }

  // bumble-tech/appyx#235, adrielcafe/voyager#238, xxfast/Decompose-Router#100: nested stacks are
  // lost with the process, or with the second one.
  @Test func `stacks in stacks come back from two later processes, even if they are covered`()
    throws
  {
    var driver = makeDriver()
    try driver.perform(.push(.sheet))
    let pages = try reader(of: driver).pages
    try pages.perform(.push(.sheet))
    try reader(of: pages).pages.perform(.push(.b))
    try pages.perform(.push(.b))
    try driver.perform(.present(.c))
    for _ in 0..<2 {
      let data = try driver.snapshot().data()
      driver = makeDriver(restoring: try NavigationSnapshot(data))
    }
    #expect("\(driver.stack.current)" == "[home, sheet] ▸ [c]")
    let middle = try reader(of: driver).pages
    #expect("\(middle.stack.current)" == "[a, sheet, b]")
    #expect("\(try reader(of: middle).pages.stack.current)" == "[c, b]")
    #expect(middle.topScreen?.stage.current != .resumed)
    try driver.back()
    #expect(middle.topScreen?.stage.current == .resumed)
  }

  // adrielcafe/voyager#118: a sheet that was hidden comes back after the process has ended.
  @Test func `a sheet that the user has closed does not come back in a later process`() throws {
    let driver = makeDriver()
    try driver.perform(.present(.sheet))
    try reader(of: driver).pages.perform(.push(.b))
    try driver.hostDidDismiss(driver.stack.current.layers[1].id)
    let later = makeDriver(restoring: try NavigationSnapshot(try driver.snapshot().data()))
    #expect("\(later.stack.current)" == "[home]")
    try later.perform(.present(.sheet))
    #expect("\(try reader(of: later).pages.stack.current)" == "[a]")
  }
}
