import KalugaArchitecture
import Testing

/// Lists and their details, in both hosts.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct PaneTests {
  @Test(arguments: PaneHost.allCases)
  func `a wide host shows the list and its detail`(_ host: PaneHost) async throws {
    let scene = host.scene([.folders, .inbox, .mail])
    #expect(scene.driver.isWide)
    await scene.expectShown("[folders, inbox ‖ mail]", ["inbox", "mail"])
    #expect(try scene.viewModel(.inbox).stage.current == .visible)
    #expect(try scene.viewModel(.mail).stage.current == .resumed)
    try scene.perform(.push(.attachment))
    await scene.expectShown("[folders, inbox ‖ mail, attachment]", ["inbox", "attachment"])
  }

  @Test(arguments: PaneHost.allCases)
  func `a narrow host shows the same entries as a path`(_ host: PaneHost) async {
    let scene = host.scene(isWide: false)
    #expect(!scene.driver.isWide)
    await scene.expectShown("[inbox, mail]", ["mail"])
  }

  @Test(arguments: PaneHost.allCases)
  func `a host without a closure for the empty detail is never wide`(_ host: PaneHost) async {
    let scene = host.scene(hasPanes: false)
    #expect(!scene.driver.isWide)
    await scene.expectShown("[inbox, mail]", ["mail"])
  }

  @Test(arguments: PaneHost.allCases)
  func `the driver of a view model that is not a screen is wide, too`(_ host: PaneHost) async {
    let window = BaseLifecycleViewModel()
    let driver = NavigationDriver<Post>.posts([.inbox, .mail])
    window.addChild(driver)
    let scene = host.scene(driver)
    await scene.expectShown("[inbox ‖ mail]", ["inbox", "mail"])
    scene.isWide = false
    await scene.expectShown("[inbox, mail]", ["mail"])
  }

  @Test(arguments: PaneHost.allCases)
  func `a list without a detail has the empty detail beside it`(_ host: PaneHost) async throws {
    let scene = host.scene([.inbox])
    await scene.expectShown("[inbox]", ["inbox", "none"])
    try scene.perform(.showDetail(.mail))
    await scene.expectShown("[inbox ‖ mail]", ["inbox", "mail"])
    try scene.perform(.popToRoot())
    try scene.perform(.setRoot(.sheet))
    await scene.expectShown("[sheet]", ["sheet"])
  }

  @Test(arguments: PaneHost.allCases)
  func `a tap in the list shows another detail`(_ host: PaneHost) async throws {
    let scene = host.scene()
    try scene.perform(.push(.attachment))
    scene.tap("show other")
    await scene.expectShown("[inbox ‖ other]", ["inbox", "other"])
    scene.tap("show other")
    await scene.expectShown("[inbox ‖ other]", ["inbox", "other"])
  }

  @Test(arguments: PaneHost.allCases)
  func `the user swipes back in each column`(_ host: PaneHost) async throws {
    let scene = host.scene([.folders, .inbox, .mail])
    try scene.perform(.push(.attachment))
    scene.swipeBack(inColumn: 0)
    await scene.expectShown("[folders ‖ mail, attachment]", ["folders", "attachment"])
    scene.swipeBack(inColumn: 1)
    await scene.expectShown("[folders ‖ mail]", ["folders", "mail"])
    #expect(!scene.driver.canGoBack.current)
    #expect(throws: NavigationError.nothingToGoBackTo(screen: "folders")) {
      try scene.driver.back()
    }
    await scene.expectShown("[folders ‖ mail]", ["folders", "mail"])
  }

  @Test(arguments: PaneHost.allCases)
  func `a swipe over several screens stays in its column`(_ host: PaneHost) async throws {
    let scene = host.scene()
    try scene.perform(.push(.attachment), .push(.sheet))
    scene.swipeBack(inColumn: 1, 2)
    await scene.expectShown("[inbox ‖ mail]", ["inbox", "mail"])
  }

  @Test(arguments: PaneHost.allCases)
  func `a way back that the detail refuses is drawn again`(_ host: PaneHost) async throws {
    let scene = host.scene()
    try scene.perform(.push(.attachment))
    let handler = scene.driver.onBack { .intercept }
    scene.swipeBack(inColumn: 1)
    await scene.expectShown("[inbox ‖ mail, attachment]", ["inbox", "attachment"])
    handler.dispose()
  }

  @Test(arguments: PaneHost.allCases)
  func `a window that gets narrow and wide keeps screens, entries and a draft`(
    _ host: PaneHost
  ) async throws {
    let scene = host.scene()
    try scene.perform(.push(.attachment))
    let entries = scene.driver.stack.current.entries
    let mail = try scene.viewModel(.mail)
    mail.draft = "Dear"
    for _ in 0..<2 {
      scene.isWide = false
      await scene.expectShown("[inbox, mail, attachment]", ["attachment"])
      #expect(!scene.driver.isWide)
      scene.isWide = true
      await scene.expectShown("[inbox ‖ mail, attachment]", ["inbox", "attachment"])
    }
    #expect(scene.driver.stack.current.entries == entries)
    #expect(try scene.viewModel(.mail) === mail)
    #expect(mail.draft == "Dear")
    // What the user does afterwards is reported.
    scene.isWide = false
    scene.swipeBack(inColumn: 0, 2)
    await scene.expectShown("[inbox]", ["inbox"])
  }

  @Test(arguments: PaneHost.allCases)
  func `the UIKit host keeps the controllers in each width`(_ host: PaneHost) async throws {
    guard let scene = host.scene() as? UIKitPaneScene else { return }
    scene.isWide = false
    scene.isWide = true
    await scene.expectShown("[inbox ‖ mail]", ["inbox", "mail"])
    #expect(scene.madePosts == [.inbox, .mail])
  }

  @Test(arguments: PaneHost.allCases)
  func `a window changes its width while only a list is shown`(_ host: PaneHost) async throws {
    let scene = host.scene([.inbox], isWide: false)
    await scene.expectShown("[inbox]", ["inbox"])
    scene.isWide = true
    await scene.expectShown("[inbox]", ["inbox", "none"])
    scene.isWide = false
    try scene.perform(.showDetail(.mail))
    await scene.expectShown("[inbox, mail]", ["mail"])
  }

  @Test(arguments: PaneHost.allCases)
  func `a sheet covers both columns, and has columns of its own`(_ host: PaneHost) async throws {
    let scene = host.scene()
    try scene.perform(.present(.inbox))
    await scene.expectShown("[inbox ‖ mail] ▸ [inbox]")
    #expect(scene.titles.contains("none"))
    try scene.perform(.showDetail(.other))
    await scene.expectShown("[inbox ‖ mail] ▸ [inbox ‖ other]")
    #expect(scene.titles.count == 4)
    scene.isWide = false
    await scene.expectShown("[inbox, mail] ▸ [inbox, other]")
    scene.isWide = true
    scene.dismissSheet()
    await scene.expectShown("[inbox ‖ mail]", ["inbox", "mail"])
  }

  @Test(arguments: PaneHost.allCases)
  func `a question is asked over both columns`(_ host: PaneHost) async throws {
    let scene = host.scene()
    try scene.perform(.ask(.discard))
    await until(scene.alerts == ["alert Discard?: It is new. (Discard! | Keep?)"])
    scene.isWide = false
    scene.settle()
    #expect(scene.alerts.count == 1)
    scene.isWide = true
    scene.tap("Keep")
    await scene.expectShown("[inbox ‖ mail]", ["inbox", "mail"])
    #expect(scene.alerts == [])
  }

  @Test(arguments: PaneHost.allCases)
  func `each tab has columns of its own`(_ host: PaneHost) async throws {
    let scene = host.scene([.inbox])
    try scene.perform(.tabs([.inbox, .folders]), .selectTab(1), .selectTab(0), .showDetail(.mail))
    await scene.expectShown("{*[inbox ‖ mail] | [folders]}")
    scene.selectTab(1)
    await scene.expectShown("{[inbox ‖ mail] | *[folders]}", ["folders", "none"])
    scene.tap("show other")
    await scene.expectShown("{[inbox ‖ mail] | *[folders ‖ other]}", ["folders", "other"])
    scene.selectTab(0)
    scene.isWide = false
    await scene.expectShown("{*[inbox, mail] | [folders, other]}", ["mail"])
    scene.isWide = true
    await scene.expectShown("{*[inbox ‖ mail] | [folders ‖ other]}", ["inbox", "mail"])
    try scene.perform(.setRoot(.inbox))
    await scene.expectShown("[inbox]", ["inbox", "none"])
  }

  @Test(arguments: PaneHost.allCases)
  func `a width that changes while the user swipes back is drawn as the stack says`(
    _ host: PaneHost
  ) async throws {
    for isWide in [false, true] {
      let scene = host.scene(isWide: isWide)
      try scene.perform(.push(.attachment))
      scene.beginSwipeBack()
      scene.isWide = !isWide
      scene.finishSwipeBack()
      await Task {}.value
      // A report about a path that is no longer shown changes nothing.
      await scene.expectShown("\(scene.driver.stack.current)")
      #expect(scene.driver.stack.current.isWide == !isWide)
    }
  }

  @Test(arguments: PaneHost.allCases)
  func `requests and widths in any order are drawn as the stack says`(
    _ host: PaneHost
  ) async throws {
    for seed in 1...6 {
      var random = SeededRandom(seed: UInt64(seed))
      let scene = host.scene([.inbox])
      for _ in 0..<25 {
        switch random.below(12) {
        case 0...2: scene.isWide.toggle()
        case 3, 4: try scene.perform(.showDetail([.mail, .other][random.below(2)]))
        case 5: try scene.perform(.push(.attachment))
        case 6: try scene.perform(.push(.inbox))
        case 7: try scene.perform(.popToRoot())
        case 8: try scene.perform(.open(root: .folders, [.inbox, .mail, .attachment]))
        case 9 where scene.driver.stack.current.layers.count < 3:
          try scene.perform(.present(.inbox))
        case 10 where scene.driver.stack.current.layers.count > 1: try scene.perform(.dismiss())
        default:
          if scene.driver.canGoBack.current { try scene.driver.back() }
          scene.settle()
        }
        await scene.expectShown("\(scene.driver.stack.current)")
      }
    }
  }

  @Test(arguments: PaneHost.allCases)
  func `a stack that was saved in one width is restored in the other`(_ host: PaneHost) async {
    for isWide in [false, true] {
      let first = host.scene([.inbox, .mail, .attachment], isWide: isWide)
      let driver = NavigationDriver(restoring: first.driver.snapshot()) { post, driver in
        PostViewModel(post, driver)
      }
      let scene = host.scene(driver, isWide: !isWide)
      await scene.expectShown(isWide ? "[inbox, mail, attachment]" : "[inbox ‖ mail, attachment]")
    }
  }

  @Test(arguments: PaneHost.allCases)
  func `a narrow host after a wide one makes the stack narrow`(_ host: PaneHost) async {
    let driver = NavigationDriver<Post>.posts([.inbox, .mail])
    do {
      let scene = host.scene(driver)
      await scene.expectShown("[inbox ‖ mail]")
    }
    let scene = host.scene(driver, hasPanes: false)
    await scene.expectShown("[inbox, mail]", ["mail"])
    #expect(!driver.isWide)
  }
}
