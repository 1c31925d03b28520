import KalugaArchitecture
import Testing

/// Drivers that begin with tabs.
@MainActor
struct NavigationTabsTests {
  let journal = Journal()

  private func makeDriver(
    restoring snapshot: NavigationSnapshot<Place>? = nil
  ) -> NavigationDriver<Place> {
    NavigationDriver(tabs: [.home, .a], selected: 1, restoring: snapshot) { [journal] place, _ in
      JournalScreen("\(place)", journal)
    }
  }

  @Test func `a driver begins with its tabs, and resumes only the screen of the selected one`() {
    let driver = makeDriver()
    var kinds: [String] = []
    let following = driver.onTransition { kinds.append($0.kind) }
    #expect("\(driver.stack.current)" == "{[home] | *[a]}")
    driver.start()
    #expect(kinds == ["start"])
    #expect(journal.take() == ["resume a"])
    #expect(driver.stack.current.entries.allSatisfy { driver.viewModel(of: $0.id) != nil })
    following.dispose()
    driver.end()
    #expect(journal.take() == ["pause a", "clear a", "clear home"])
  }

  @Test func `a saved stack wins over the tabs of a driver, which can change later`() throws {
    let saved = try BackStack("{*[b, home] | [c]}")
    let driver = makeDriver(restoring: NavigationSnapshot(stack: saved))
    driver.start()
    #expect(driver.stack.current == saved)
    #expect(journal.take() == ["resume home"])
    try driver.perform(.tabs([.b, .a]), action: "update")
    #expect("\(driver.stack.current)" == "{*[b, home] | [a]}")
    #expect(journal.take() == ["clear c"])
    driver.end()
  }

  @Test(
    .timeLimit(.minutes(5)),
    .enabled(if: _isDebugAssertConfiguration(), "a release build stops without a text")
  )
  func `an impossible selection stops the program at the call site`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) { @MainActor in
      _ = NavigationDriver(tabs: [Place.home], selected: 1) { _, _ in BaseLifecycleViewModel() }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("selected must be the index of one of the 1 tabs, found 1"))
    #expect(output.contains("NavigationTabsTests.swift"))
  }

  // MARK: Names

  @Test func `of two tabs with equal first screens, the first is named, and both are kept`() throws
  {
    let driver = NavigationDriver(tabs: [Place.a, .a], selected: 1) { _, _ in
      BaseLifecycleViewModel()
    }
    driver.start()
    let second = driver.topViewModel
    try driver.perform(.pushInTab(.b, of: .a))
    #expect("\(driver.stack.current)" == "{[a, b] | *[a]}")
    try driver.perform(.tabs([.a, .a]))
    #expect("\(driver.stack.current)" == "{*[a, b] | [a]}")
    driver.hostDidSelect(driver.stack.current.layers[0].tabs[1][0].id)
    #expect(driver.topViewModel === second)
    try driver.open([.c], inTab: .a)
    #expect("\(driver.stack.current)" == "{*[a, c] | [a]}")
  }

  @Test func `a tab whose first screen was updated is named by the new destination`() throws {
    let driver = makeDriver()
    driver.start()
    let id = driver.stack.current.layers[0].tabs[0][0].id
    try driver.perform(.update(id, to: .c))
    #expect(throws: NavigationError.noTab(of: "home", tabs: ["c", "a"])) {
      try driver.open([.b], inTab: .home)
    }
    try driver.perform(.steps([.update(id, to: .sheet), .openInTab([.b], of: .sheet)]))
    #expect("\(driver.stack.current)" == "{*[sheet, b] | [a]}")
    try driver.perform(.tabs([.a, .sheet]))
    #expect("\(driver.stack.current)" == "{*[a] | [sheet, b]}")
  }
}
