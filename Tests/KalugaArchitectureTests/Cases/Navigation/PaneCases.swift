import KalugaArchitecture
import Testing

/// Reports about lists and details that are shown side by side or as one path.
@MainActor
struct PaneCases {
  private typealias Post = NavigationPanesTests.Post

  private func driver(_ path: Post..., isWide: Bool = false) -> NavigationDriver<Post> {
    let stack = BackStack(root: path[0], Array(path.dropFirst()))
    let driver = NavigationDriver(restoring: NavigationSnapshot(stack: stack)) { _, _ in
      BaseLifecycleViewModel()
    }
    driver.isWide = isWide
    driver.start()
    return driver
  }

  private func expect(_ driver: NavigationDriver<Post>, _ picture: String) {
    #expect("\(driver.stack.current)" == picture)
  }

  /// Volker88/Sensor-App#149, idoodler/LabImporter#43: a change of the width resets the path of each
  /// tab.
  @Test func `each tab keeps its path while the width changes`() throws {
    let driver = driver(.inbox, .mail)
    try driver.perform(.tabs([.inbox, .folders]))
    try driver.perform(.selectTab(1))
    try driver.perform(.push(.drafts))
    try driver.perform(.showDetail(.other))
    driver.isWide = true
    expect(driver, "{[inbox ‖ mail] | *[folders, drafts ‖ other]}")
    driver.isWide = false
    expect(driver, "{[inbox, mail] | *[folders, drafts, other]}")
  }

  /// wordpress-mobile/WordPress-iOS#18021: turned to landscape and back, the app shows a detail that
  /// the user has not chosen.
  @Test func `a window that gets wide and narrow opens no detail`() {
    let driver = driver(.inbox)
    driver.isWide = true
    expect(driver, "[inbox]")
    #expect(driver.topViewModel?.stage.current == .resumed)
    driver.isWide = false
    expect(driver, "[inbox]")
  }

  /// microsoft/Windows-universal-samples#343: back from a detail, wide and narrow again, and the detail
  /// is there again.
  @Test func `a detail that the user has left does not return with the width`() throws {
    let driver = driver(.inbox, .mail)
    try driver.back()
    driver.isWide = true
    driver.isWide = false
    expect(driver, "[inbox]")
  }

  /// DroidKaigi/conference-app-2025#539: back on the second of two lists removes both, and closes
  /// the app.
  @Test func `back leaves one list after the other`() throws {
    let driver = driver(.folders, .inbox, .drafts, .mail, isWide: true)
    try driver.back()
    expect(driver, "[folders, inbox ‖ mail]")
    try driver.back()
    expect(driver, "[folders ‖ mail]")
    #expect(!driver.canGoBack.current)
  }

  /// android/nav3-recipes#248: a detail opens a related one, from which the user goes back to it.
  @Test func `a detail that a detail pushes is left by back`() throws {
    let driver = driver(.inbox, .mail, isWide: true)
    try driver.perform(.push(.other))
    expect(driver, "[inbox ‖ mail, other]")
    try driver.back()
    expect(driver, "[inbox ‖ mail]")
  }

  /// AppCreativity/Kliva#52: after another row was chosen, back must be tapped twice in a narrow window.
  @Test func `one way back leads from the newest detail to the list`() throws {
    let driver = driver(.inbox, isWide: true)
    for detail in [Post.mail, .other, .mail] { try driver.perform(.showDetail(detail)) }
    driver.isWide = false
    expect(driver, "[inbox, mail]")
    try driver.back()
    expect(driver, "[inbox]")
  }

  /// CommunityToolkit/WindowsCommunityToolkit#4767: back throws if a narrow window shows only the detail.
  @Test func `a window that got narrow over a detail has a way back to the list`() throws {
    let driver = driver(.inbox, .mail, isWide: true)
    #expect(!driver.canGoBack.current)
    driver.isWide = false
    #expect(driver.canGoBack.current)
    try driver.back()
    expect(driver, "[inbox]")
  }

  /// element-hq/element-ios#4960: another row replaces everything that was stacked on the detail.
  @Test func `another detail closes all screens of the old one`() throws {
    let driver = driver(.inbox, .mail, .attachment, isWide: true)
    try driver.perform(.showDetail(.other))
    expect(driver, "[inbox ‖ other]")
  }

  /// NatashaTheRobot/UISplitViewControllerDemo#7: a screen is pushed on the list, and the rotation
  /// crashes.
  @Test func `a screen that is pushed on the list stays under the detail in a narrow window`()
    throws
  {
    let driver = driver(.inbox, .mail, isWide: true)
    let stack = driver.stack.current
    let list = stack.entries[0].id
    expect(driver, "[inbox ‖ mail]")
    let pushed = try stack.applying(.push(.drafts), from: list)
    #expect("\(pushed)" == "[inbox, drafts ‖ mail]")
    try driver.open([.inbox, .drafts, .mail])
    driver.isWide = false
    try driver.back()
    expect(driver, "[inbox, drafts]")
  }

  /// uchicago-mobi/MPCS51030-2019-Winter-Forum#79: a phone shows the empty detail first.
  @Test func `a narrow host begins with the list`() {
    let driver = driver(.inbox)
    #expect(driver.stack.current.top.destination == .inbox)
    #expect(driver.stack.current.layers[0].startOfDetail == nil)
  }

  /// A restored detail whose list is gone begins the path, and is then no detail.
  @Test func `a detail without a list is an ordinary first screen`() throws {
    let driver = driver(.mail, .attachment, isWide: true)
    expect(driver, "[mail, attachment]")
    try driver.perform(.showDetail(.other))
    expect(driver, "[mail, attachment ‖ other]")
  }
}
