import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Reports about screens under dialogs and half-height sheets.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct VisibleCases {
  private let log = Log<String>()

  private func driver(
    restoring data: Data? = nil,
    whenMade: @escaping @MainActor (Place, VisibleNarratingViewModel) -> Void = { _, _ in }
  ) throws -> NavigationDriver<Place> {
    let snapshot = try data.map { try NavigationSnapshot<Place>($0) }
    let driver = NavigationDriver(root: Place.home, restoring: snapshot) { [log] place, _ in
      let screen = VisibleNarratingViewModel("\(place)", log)
      whenMade(place, screen)
      return screen
    }
    driver.start()
    return driver
  }

  /// badoo/RIBs#44: an alert of the system must not pause what it is about for good, and an inactive
  /// app must keep the dialog itself alive.
  @Test func `a dialog and the screen below stay visible while the system covers the app`() throws {
    let driver = try driver()
    try driver.perform(.present(.sheet, style: .popover))
    try driver.perform(.ask(.discard))
    driver.hostState = .inactive
    driver.hostState = .active
    try driver.answer(Discard.keep)
    #expect(log.text == "(home +home -home (sheet +sheet -sheet +sheet")
  }

  /// badoo/RIBs#347: a screen that counts its impressions must know that an overlay covers it.
  @Test func `a screen is notified when an overlay covers it, and when the overlay closes`() throws
  {
    let driver = try driver()
    try driver.perform(.present(.sheet, style: .overlay()))
    try driver.perform(.dismiss())
    #expect(log.text == "(home +home -home (sheet +sheet -sheet )sheet ×sheet +home")
  }

  /// ikarenkov/Modo#65: a child that is ready while its parent is only visible is resumed with it.
  @Test func `a child that is added to a visible screen is resumed with it`() throws {
    let child = VisibleNarratingViewModel("child", log)
    var home: BaseLifecycleViewModel?
    let driver = try driver { place, screen in if place == .home { home = screen } }
    try driver.perform(.ask(.discard))
    home?.addChild(child)
    #expect(child.stage.current == .visible)
    try driver.answer(Discard.keep)
    #expect(log.text == "(home +home -home (child +home +child")
  }

  /// wealthfront/magellan#272: a dialog that a screen requests as soon as it is shown.
  @Test func `a question that a screen asks as soon as it is visible is asked once`() async throws {
    var driver: NavigationDriver<Place>?
    let made = try self.driver { place, screen in
      guard place == .a else { return }
      screen.whenVisible = { _ in _ = try? driver?.perform(.ask(.discard)) }
    }
    driver = made
    try made.perform(.push(.a))
    #expect("\(made.stack.current)" == "[home, a] ? (discard | keep)")
    try made.answer(Discard.keep)
    #expect("\(made.stack.current)" == "[home, a]")
    #expect(log.text == "(home +home -home )home (a +a -a +a")
    driver = nil
  }

  /// android/nav3-recipes#154: home, detail, a sheet, a detail again, and back to the sheet.
  @Test func `back from a screen that a sheet has opened leads to the sheet`() throws {
    for open in [NavigationSpec<Place>.push(.b), .present(.b), .present(.b, covering: .partly)] {
      let driver = try driver()
      try driver.perform(.push(.a))
      try driver.perform(.present(.sheet, covering: .partly))
      try driver.perform(open)
      try driver.back()
      #expect("\(driver.stack.current)" == "[home, a] ▸ partly [sheet]")
      #expect(driver.topViewModel?.stage.current == .resumed)
      try driver.back()
      #expect("\(driver.stack.current)" == "[home, a]")
      driver.end()
    }
  }

  /// pointfreeco/swift-composable-architecture#1991: a sheet closes itself and asks over its opener.
  ///
  /// The next presentation works as the first.
  @Test func `a sheet that closes and asks in one request leaves the question over the base`()
    async throws
  {
    let driver = try driver()
    try driver.perform(.present(.sheet))
    let ticket = try driver.perform(
      .steps([.dismiss(), .ask(.discard)]),
      action: "close",
      for: Discard.self
    )
    #expect("\(driver.stack.current)" == "[home] ? (discard | keep)")
    try driver.answer(Discard.discard)
    #expect(try await ticket.result == .discard)
    try driver.perform(.present(.sheet))
    #expect("\(driver.stack.current)" == "[home] ▸ [sheet]")
  }

  /// commons-app/apps-android-commons#6783: a dialog that was answered comes back after a restart.
  @Test func `a restored app asks a question again only if it was not answered`() throws {
    let driver = try driver()
    try driver.perform(.ask(.discard))
    let asked = try self.driver(restoring: driver.snapshot().data())
    #expect("\(asked.stack.current)" == "[home] ? (discard | keep)")
    try asked.answer(Discard.keep)
    let answered = try self.driver(restoring: asked.snapshot().data())
    #expect("\(answered.stack.current)" == "[home]")
  }

  /// google/accompanist#1725: a sheet and what is below it must follow the app to the background.
  @Test func `a sheet and the screen below are hidden with the app and come back in their stages`()
    throws
  {
    let driver = try driver()
    try driver.perform(.present(.sheet, covering: .partly))
    let before = log.all.count
    driver.hostState = .inactive
    driver.hostState = .background
    driver.hostState = .inactive
    driver.hostState = .active
    let story = log.all.dropFirst(before).joined(separator: " ")
    #expect(story == "-sheet )sheet )home (home (sheet +sheet")
  }

  /// toggl/android#458: what a restored screen under a dialog follows must arrive again.
  @Test func `a restored screen under a sheet follows its sources`() async throws {
    let flow = MutableStateFlow(1)
    let first = try driver()
    try first.perform(.present(.sheet, covering: .partly))
    let received = Log<Int>()
    let later = try driver(restoring: first.snapshot().data()) { place, screen in
      if place == .home { screen.collectWhileVisible(flow) { received.append($0) } }
    }
    await until(received.all == [1], "the restored screen follows nothing")
    flow.value = 2
    await until(received.all == [1, 2], "the restored screen follows nothing any more")
    later.end()
    #expect("\(later.stack.current)" == "[home] ▸ partly [sheet]")
  }

  /// raamcosta/compose-destinations#591: side effects only on the current screen, also under a dialog.
  @Test func `what a screen follows while resumed waits under a dialog`() async throws {
    let flow = MutableStateFlow(1)
    let (resumed, visible) = (Log<Int>(), Log<Int>())
    let driver = try driver { place, screen in
      guard place == .home else { return }
      screen.collectWhileResumed(flow) { resumed.append($0) }
      screen.collectWhileVisible(flow) { visible.append($0) }
    }
    await until(resumed.all == [1] && visible.all == [1])
    try driver.perform(.present(.sheet, style: .popover))
    flow.value = 2
    await until(visible.all == [1, 2])
    #expect(resumed.all == [1])
    try driver.perform(.dismiss())
    await until(resumed.all == [1, 2])
    driver.end()
  }

  /// grahammendick/navigation#760: a map pushes under a sheet that is not modal, and the sheet stays.
  @Test func `a screen pushes and goes back under a sheet that stays`() throws {
    let stage = try OriginStage("[home]")
    try stage.driver.perform(.present(.sheet, covering: .partly))
    try stage.screen(.home).ask(.push(.a))
    let sheet = try stage.screen(.sheet)
    #expect(sheet.stage.current == .resumed)
    try stage.screen(.a).ask(.pop())
    #expect(stage.stack == "[home] ▸ partly [sheet]")
    #expect(try stage.screen(.sheet) === sheet)
  }

  /// A question that is asked at each resume would be asked again after each answer.
  @Test func `a question asked in onResume is asked again after its answer, as the page says`()
    throws
  {
    var driver: NavigationDriver<Place>?
    let made = try self.driver { place, screen in
      guard place == .a else { return }
      screen.whenResumed = { _ in _ = try? driver?.perform(.ask(.discard)) }
    }
    driver = made
    try made.perform(.push(.a))
    try made.answer(Discard.keep)
    #expect("\(made.stack.current)" == "[home, a] ? (discard | keep)")
    driver = nil
  }
}
