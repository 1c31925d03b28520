import KalugaArchitecture
import Testing

/// Attempts to break what the hosts promise about lists and details, and reports about such hosts.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct BrokenPromisesOfPanes {
  /// wordpress-mobile/WordPress-iOS#10014: a link to a post opens it in the column of the list.
  @Test(arguments: PaneHost.allCases)
  func `a link opens its detail in the column of details`(_ host: PaneHost) async throws {
    let scene = host.scene([.folders])
    try scene.perform(.open(root: .folders, [.inbox, .mail]))
    await scene.expectShown("[folders, inbox ‖ mail]", ["inbox", "mail"])
    try scene.perform(.open(root: .folders, [.inbox, .other, .attachment]))
    await scene.expectShown("[folders, inbox ‖ other, attachment]", ["inbox", "attachment"])
  }

  /// wordpress-mobile/WordPress-iOS#25782: a link in the detail does nothing in two columns.
  @Test(arguments: PaneHost.allCases)
  func `a screen that the detail pushes is in its column`(_ host: PaneHost) async throws {
    let scene = host.scene()
    try scene.viewModel(.mail).navigator.navigate(PostAction(spec: .push(.attachment)))
    await scene.expectShown("[inbox ‖ mail, attachment]", ["inbox", "attachment"])
    scene.isWide = false
    await scene.expectShown("[inbox, mail, attachment]", ["attachment"])
  }

  /// mattgemmell/MGSplitViewController#60: a sheet that was presented in one orientation cannot be
  /// dismissed in the other.
  @Test(arguments: PaneHost.allCases, [true, false])
  func `a sheet is dismissed in another width than it was presented in`(
    _ host: PaneHost,
    _ isWide: Bool
  ) async throws {
    let scene = host.scene(isWide: isWide)
    try scene.perform(.present(.inbox), .showDetail(.other))
    scene.settle()
    scene.isWide = !isWide
    await scene.expectShown(
      isWide ? "[inbox, mail] ▸ [inbox, other]" : "[inbox ‖ mail] ▸ [inbox ‖ other]"
    )
    scene.dismissSheet()
    await scene.expectShown(isWide ? "[inbox, mail]" : "[inbox ‖ mail]")
  }

  @Test(arguments: PaneHost.allCases)
  func `a way back that a guard refuses in the list is drawn again`(_ host: PaneHost) async throws {
    let scene = host.scene([.folders, .inbox, .mail])
    let token = scene.driver.addGuard { _, _ in .refuse(reason: "not now") }
    scene.swipeBack(inColumn: 0)
    await scene.expectShown("[folders, inbox ‖ mail]", ["inbox", "mail"])
    token.dispose()
    scene.swipeBack(inColumn: 0)
    await scene.expectShown("[folders ‖ mail]", ["folders", "mail"])
  }

  @Test(arguments: PaneHost.allCases)
  func `the list pushes and replaces screens while its detail stays`(_ host: PaneHost) async throws
  {
    let scene = host.scene()
    let mail = try scene.viewModel(.mail)
    try scene.viewModel(.inbox).navigator.navigate(PostAction(spec: .push(.sheet)))
    await scene.expectShown("[inbox, sheet ‖ mail]", ["sheet", "mail"])
    try scene.viewModel(.sheet).navigator.navigate(PostAction(spec: .replace(.attachment)))
    await scene.expectShown("[inbox, attachment ‖ mail]", ["attachment", "mail"])
    let steps = NavigationSpec<Post>.steps([.pop(), .push(.sheet), .showDetail(.other)])
    try scene.viewModel(.attachment).navigator.navigate(PostAction(spec: steps))
    await scene.expectShown("[inbox, sheet ‖ other]", ["sheet", "other"])
    #expect(mail.stage.current == .cleared)
    scene.swipeBack(inColumn: 0)
    await scene.expectShown("[inbox ‖ other]", ["inbox", "other"])
  }

  @Test(arguments: PaneHost.allCases)
  func `the only screen of the list is replaced while its detail stays`(
    _ host: PaneHost
  ) async throws {
    let scene = host.scene()
    try scene.perform(.push(.attachment))
    try scene.viewModel(.inbox).navigator.navigate(PostAction(spec: .replace(.folders)))
    await scene.expectShown("[folders ‖ mail, attachment]", ["folders", "attachment"])
    scene.swipeBack(inColumn: 1)
    await scene.expectShown("[folders ‖ mail]", ["folders", "mail"])
  }

  @Test(arguments: PaneHost.allCases)
  func `the user swipes back in both columns under a sheet that covers partly`(
    _ host: PaneHost
  ) async throws {
    let scene = host.scene([.folders, .inbox, .mail])
    try scene.perform(.push(.attachment), .present(.sheet, covering: .partly))
    let path = scene.driver.stack.current.shownPaths[0]
    scene.driver.hostDidShow([path[0]])
    await until(scene.picture == "[folders ‖ mail, attachment] ▸ [sheet]")
    scene.driver.hostDidShow([path[2]])
    await until(scene.picture == "[folders ‖ mail] ▸ [sheet]")
    #expect(scene.problems == [])
  }

  @Test(arguments: PaneHost.allCases)
  func `a tab with a detail is made when it is first selected`(_ host: PaneHost) async throws {
    let stack = try BackStack<Post>(root: .folders)
      .applying(.tabs([.folders, .inbox]))
      .applying(.pushInTab(.mail, of: .inbox))
    let driver = NavigationDriver(
      restoring: NavigationSnapshot(stack: stack),
      configuration: NavigationConfiguration(hiddenTabs: .lazily)
    ) { post, driver in PostViewModel(post, driver) }
    let scene = host.scene(driver)
    scene.settle()
    let mail = try #require(stack.entries.first { $0.destination == .mail })
    #expect(driver.viewModel(of: mail.id) == nil)
    scene.selectTab(1)
    await scene.expectShown("{[folders] | *[inbox ‖ mail]}", ["inbox", "mail"])
    scene.isWide = false
    await scene.expectShown("{[folders] | *[inbox, mail]}", ["mail"])
  }

  @Test(arguments: PaneHost.allCases)
  func `the user continues in a column after a width that changed during a swipe`(
    _ host: PaneHost
  ) async throws {
    let scene = host.scene([.folders, .inbox, .mail])
    try scene.perform(.push(.attachment))
    scene.beginSwipeBack()
    scene.isWide = false
    scene.isWide = true
    scene.finishSwipeBack()
    await Task {}.value
    scene.settle()
    await scene.expectShown("\(scene.driver.stack.current)")
    try scene.perform(.showDetail(.other))
    await scene.expectShown("\(scene.driver.stack.current)")
  }

  @Test(arguments: PaneHost.allCases)
  func `requests of lists in any order are drawn as the stack says`(
    _ host: PaneHost
  ) async throws {
    for seed in 1...6 {
      var random = SeededRandom(seed: UInt64(seed))
      let scene = host.scene([.folders, .inbox, .mail])
      for _ in 0..<30 {
        let layers = scene.driver.stack.current.layers
        let path = layers[layers.count - 1].path
        let list = path.prefix(layers[layers.count - 1].startOfDetail ?? path.count)
        let top = list.last.flatMap { scene.driver.viewModel(of: $0.id) as? PostViewModel }
        let spec: NavigationSpec<Post>? =
          switch random.below(11) {
          case 0: .push([.folders, .inbox][random.below(2)])
          case 1: .replace([.folders, .inbox][random.below(2)])
          case 2: .pop()
          case 3: .push([.mail, .other][random.below(2)])
          case 4, 5: .showDetail([.mail, .other][random.below(2)])
          case 6: .steps([.replace(.inbox), .showDetail(.mail), .push(.attachment)])
          case 7: .bringToFront([.folders, .mail, .other][random.below(3)])
          case 8: .finish()
          default: nil
          }
        if let spec {
          _ = try? top?.navigator.navigate(PostAction(spec: spec))
        } else {
          scene.isWide.toggle()
        }
        if random.below(3) == 0 { scene.settle() }
        await scene.expectShown("\(scene.driver.stack.current)")
      }
    }
  }
}
