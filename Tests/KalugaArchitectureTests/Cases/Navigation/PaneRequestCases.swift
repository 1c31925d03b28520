import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Reports about what a list and its detail request, and when; `b` and `c` are details.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct PaneRequestCases {
  private func wide(_ picture: String) throws -> OriginStage {
    let stage = try OriginStage(picture)
    stage.driver.isWide = true
    return stage
  }

  /// woocommerce/woocommerce-ios#12086: a tap on another row replaces a form with unsaved changes
  /// without a question.
  @Test(arguments: [Discard.discard, .keep])
  func `a guard asks before another row replaces unsaved changes`(_ answer: Discard) async throws {
    let stage = try wide("[home, b]")
    let driver = stage.driver
    try stage.screen(.b).text = "Dear"
    let asking = driver.addGuard { [weak driver] spec, stack in
      guard case .showDetail = spec, stack.question == nil,
        (driver?.topViewModel as? OriginScreen)?.text.isEmpty == false
      else { return .proceed }
      return .redirect(.ask(.discard))
    }
    let ticket = try stage.screen(.home).ask(.showDetail(.c))
    #expect(await ticket.outcome == .done)
    #expect(stage.stack == "[home ‖ b] ? (discard | keep)")
    #expect(try stage.screen(.b).stage.current == .visible)
    _ = await (try driver.answer(answer)).outcome
    if answer == .discard { try stage.screen(.b).text = "" }
    _ = await (try stage.screen(.home).ask(.showDetail(.c))).outcome
    #expect(stage.stack == (answer == .discard ? "[home ‖ c]" : "[home ‖ b] ? (discard | keep)"))
    asking.dispose()
  }

  /// dmfs/opentasks#641, wordpress-mobile/WordPress-Android#346: a row is deleted in the list, and its
  /// detail stays.
  @Test func `a list closes the detail of a row that it deletes`() throws {
    let stage = try wide("[home, b, sheet]")
    try stage.screen(.home).ask(.close(.b))
    #expect(stage.stack == "[home]")
    #expect(try stage.screen(.home).stage.current == .resumed)
    // The row of a detail that is not open.
    #expect(throws: NavigationError.notOnStack(screen: "c", stack: ["home"])) {
      try stage.screen(.home).ask(.close(.c))
    }
  }

  /// tsutsu3/pi-hole-client#724: the detail deletes what it shows, and stays open only in two columns.
  @Test(arguments: [true, false])
  func `a detail that has deleted its row closes itself in each width`(_ isWide: Bool) throws {
    let stage = try wide("[home, b, sheet]")
    stage.driver.isWide = isWide
    try stage.screen(.b).ask(.finish())
    #expect(stage.stack == "[home]")
    #expect(try stage.screen(.home).stage.current == .resumed)
  }

  /// herrerad85/tallybook#296: the detail is closed in two columns, and a rotation shows an empty one.
  @Test func `a narrow window shows the list after its detail was closed`() throws {
    let stage = try wide("[home, b]")
    try stage.driver.perform(.pop())
    stage.driver.isWide = false
    #expect(stage.driver.topViewModel === (try stage.screen(.home)))
    #expect(!stage.driver.canGoBack.current)
  }

  /// DroidKaigi/conference-app-2026#344: a tap on the selected tab turns the list and its detail round,
  /// and the next way back closes the app.
  @Test func `a second tap on a tab keeps the detail beside the first list`() throws {
    let stage = try wide("{*[home, a, b] | [sheet]}")
    for _ in 0..<2 {
      stage.driver.hostDidSelect(stage.driver.stack.current.layers[0].path[0].id)
      #expect(stage.stack == "{*[home ‖ b] | [sheet]}")
    }
    stage.driver.isWide = false
    stage.driver.hostDidSelect(stage.driver.stack.current.layers[0].path[0].id)
    #expect(stage.stack == "{*[home] | [sheet]}")
  }

  /// lionheart/openradar-mirror#19804: one finger rests on a row and another taps, and as many details
  /// are pushed.
  @Test(arguments: [true, false])
  func `taps on several rows at once open one detail`(_ isWide: Bool) async throws {
    let stage = try wide("[home, a]")
    stage.driver.isWide = isWide
    let list = try stage.screen(.a)
    let asking = SlowGuard(stage.driver)
    var tickets: [NavigationTicket<Never>] = []
    for detail in [Place.b, .c, .b, .c] { tickets.append(try list.ask(.showDetail(detail))) }
    await asking.holdsRequest()
    asking.open()
    for (index, ticket) in tickets.enumerated() {
      let outcome = await ticket.outcome
      if isWide || index == 0 {
        #expect(outcome == .done)
      } else {
        #expect(outcome == .refused(.screenIsCovered(screen: "a", action: "StackAction")))
      }
    }
    #expect(stage.stack == (isWide ? "[home, a ‖ c]" : "[home, a, b]"))
  }

  /// nextcloud/talk-ios#922: a notification opens another detail during the transition to the first one,
  /// and it ends up in the column of the list.
  @Test(arguments: Moment.allCases)
  func `a detail that is opened during the transition to another replaces it`(
    _ moment: Moment
  ) throws {
    let stage = Stage(try BackStack("[home, a, b]"))
    stage.driver.isWide = true
    stage.once(at: moment) { stage in
      _ = try? stage.driver.open([.home, .a, .c])
    }
    try stage.perform(.showDetail(.c))
    #expect(stage.stack == "[home, a ‖ c]")
    #expect(stage.screen(.a)?.stage.current == .visible)
    #expect(stage.screen(.c)?.stage.current == .resumed)
    #expect(stage.screens.count == 3)
  }

  /// futuredapp/FuntastyKit#72, WSDOT/wsdot-ios-app#13: each detail that was shown stays in memory.
  @Test func `a detail is released when it is replaced`() throws {
    let stage = Stage(try BackStack("[home]"))
    stage.driver.isWide = true
    for turn in 0..<20 {
      try stage.perform(.showDetail(turn.isMultiple(of: 2) ? .b : .c))
      try stage.perform(.push(.sheet))
      if turn.isMultiple(of: 3) { stage.driver.isWide.toggle() }
    }
    #expect(stage.screens.count == 3)
  }

  /// buresdv/Cork#419, Esri/arcgis-maps-sdk-swift-toolkit#1129: the task of a detail begins, is cancelled
  /// and begins again, from the second row on.
  @Test(arguments: [true, false])
  func `each detail begins its work once, and the work of the list continues`(_ isWide: Bool) throws
  {
    let log = Log<String>()
    let driver = NavigationDriver(root: Place.home) { place, _ in
      VisibleNarratingViewModel("\(place)", log)
    }
    driver.isWide = isWide
    driver.start()
    for detail in [Place.b, .c, .b] {
      try driver.perform(.showDetail(detail))
      if !isWide { try driver.back() }
    }
    let details = log.all.filter { !$0.hasSuffix("home") }
    let once = ["(b", "+b", "-b", ")b", "×b", "(c", "+c", "-c", ")c", "×c", "(b", "+b"]
    #expect(details == once + (isWide ? [] : ["-b", ")b", "×b"]))
    let homes = log.all.filter { $0.hasSuffix("home") }
    if isWide { #expect(homes == ["(home", "+home", "-home"]) }
    driver.end()
  }

  /// hanskokx/flutter_adaptive_scaffold_example#2: the list loses its place when a row is shown.
  @Test func `the list keeps its content while details are opened and closed`() throws {
    let stage = try wide("[home, a]")
    let list = try stage.screen(.a)
    list.text = "row 40"
    for isWide in [true, false, true] {
      stage.driver.isWide = isWide
      try stage.driver.perform(.showDetail(.b))
      try stage.driver.perform(.showDetail(.c))
      try stage.driver.perform(.pop())
    }
    #expect(try stage.screen(.a) === list)
    #expect(list.text == "row 40")
  }

  /// mozilla-lockwise/lockwise-ios#852, MacMagazine/app-iOS#99: back from the detail in a narrow
  /// window, a tap on the same row does nothing.
  @Test func `the row of a detail that was left can be opened again in each width`() throws {
    let stage = try wide("[home, b]")
    for isWide in [false, true, false] {
      stage.driver.isWide = isWide
      _ = try? stage.driver.perform(.close(.b))
      try stage.screen(.home).ask(.showDetail(.b))
      #expect(stage.stack == (isWide ? "[home ‖ b]" : "[home, b]"))
    }
  }

  /// mattgemmell/MGSplitViewController#77, #60: a sheet disappears with a rotation, or can no longer be
  /// dismissed.
  @Test(arguments: [true, false])
  func `a sheet returns its result in another width than it was asked in`(
    _ isWide: Bool
  ) async throws {
    let stage = try wide("[home, b]")
    stage.driver.isWide = isWide
    let detail = try stage.screen(.b)
    try detail.askForNumber(.present(.sheet))
    stage.driver.isWide = !isWide
    try stage.screen(.sheet).ask(.dismiss(result: OriginStage.number(7)))
    await detail.requestsDidEnd()
    #expect(detail.numbers == [7])
    #expect(detail.stage.current == .resumed)
  }

  /// Haptic-Apps/Slide-iOS#1132: a link in a row replaces the list, and opens a second time in the
  /// detail.
  @Test func `a list opens a link as its detail, from each part of its pane`() throws {
    let stage = try wide("[home, a]")
    try stage.screen(.a).ask(.showDetail(.b))
    try stage.screen(.a).ask(.push(.sheet))
    try stage.screen(.sheet).ask(.showDetail(.c))
    #expect(stage.stack == "[home, a, sheet ‖ c]")
    #expect(throws: NavigationError.screenIsCovered(screen: "a", action: "StackAction")) {
      try stage.screen(.a).ask(.showDetail(.b))
    }
  }

  /// android/nav3-recipes#262: a detail belongs to one list, and must leave with it.
  @Test(arguments: [true, false])
  func `a list that opens another list, or closes, can take its detail along`(
    _ isWide: Bool
  ) throws {
    let stage = try wide("[home, a, b, sheet]")
    let list = try stage.screen(.a)
    try list.ask(.steps([.close(.b), .push(.home)]))
    #expect(stage.stack == "[home, a, home]")
    try stage.driver.perform(.pop())
    try list.ask(.showDetail(.c))
    stage.driver.isWide = isWide
    try list.ask(.finish())
    #expect(stage.stack == "[home]")
  }

  /// wix/react-native-navigation#5632: a window that is dragged to less than 70 percent crashes, if both
  /// sides have a stack.
  @Test func `paths of any length in both panes become one path, and are left one by one`() throws {
    let stage = try wide("[home, a, home, b, sheet, c, b]")
    #expect(stage.stack == "[home, a, home ‖ b, sheet, c, b]")
    stage.driver.isWide = false
    var pictures: [String] = []
    while stage.driver.canGoBack.current {
      try stage.driver.back()
      pictures.append(stage.stack)
    }
    #expect(pictures.count == 6)
    #expect(pictures.last == "[home]")
  }
}
