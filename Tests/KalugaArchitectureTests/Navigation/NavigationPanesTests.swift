import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Lists and their details, side by side or as one path.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct NavigationPanesTests {
  enum Post: String, NavigationDestination, CaseIterable {
    case folders, inbox, drafts, mail, other, attachment, sheet

    var isDetail: Bool { self == .mail || self == .other }
  }

  private typealias Stack = BackStack<Post>
  typealias Spec = NavigationSpec<Post>

  /// A screen with a navigator of its own.
  private final class PostScreen: NavigatingViewModel<PostAction> {
    let post: Post
    let log: Log<String>

    init(_ post: Post, _ log: Log<String>, _ driver: NavigationDriver<Post>) {
      (self.post, self.log) = (post, log)
      super.init(navigator: StackNavigator(driver) { $0.spec })
    }

    func ask(_ spec: Spec) throws(NavigationError) -> NavigationTicket<Never> {
      try navigator.navigate(PostAction(spec: spec))
    }

    override func onVisible(scope: TaskScope) { log.append("(\(post)") }
    override func onResume(scope: TaskScope) { log.append("+\(post)") }
    override func onPause() { log.append("-\(post)") }
    override func onHidden() { log.append(")\(post)") }
    override func onCleared() { log.append("×\(post)") }
  }

  private struct PostAction: NavigationAction { let spec: Spec }

  private let log = Log<String>()

  private func driver(
    _ path: [Post],
    isWide: Bool = true,
    restoring snapshot: NavigationSnapshot<Post>? = nil
  ) -> NavigationDriver<Post> {
    let stack = Stack(root: path[0], Array(path.dropFirst()))
    let driver = NavigationDriver(restoring: snapshot ?? NavigationSnapshot(stack: stack)) {
      [log] post, driver in PostScreen(post, log, driver)
    }
    driver.isWide = isWide
    driver.start()
    return driver
  }

  private func screen(_ post: Post, of driver: NavigationDriver<Post>) throws -> PostScreen {
    let entry = try #require(driver.stack.current.entries.last { $0.destination == post })
    return try #require(driver.viewModel(of: entry.id) as? PostScreen)
  }

  // MARK: The operation

  nonisolated static let operations: [([Post], [Spec], String?)] = [
    ([.inbox], [.showDetail(.mail)], "[inbox, mail]"),
    ([.inbox, .mail], [.showDetail(.other)], "[inbox, other]"),
    ([.inbox, .mail, .attachment], [.showDetail(.other)], "[inbox, other]"),
    ([.inbox, .mail, .attachment], [.showDetail(.mail)], "[inbox, mail]"),
    ([.folders, .inbox, .mail], [.showDetail(.other)], "[folders, inbox, other]"),
    // A second detail belongs to the pane of the first one.
    ([.inbox, .mail], [.push(.other), .showDetail(.other)], "[inbox, other]"),
    // The first screen of a path is never a detail.
    ([.mail], [.showDetail(.other)], "[mail, other]"),
    ([.inbox], [.present(.sheet), .showDetail(.mail)], "[inbox] ▸ [sheet, mail]"),
    ([.inbox], [.showDetail(.attachment)], nil),
  ]

  @Test(arguments: operations, [false, true])
  func `a detail takes the place of the one that is open, in each width`(
    _ row: ([Post], [Spec], String?),
    _ isWide: Bool
  ) throws {
    let driver = driver(row.0, isWide: isWide)
    guard let expected = row.2 else {
      let reason = "'attachment' is not a detail; let isDetail of Post be true for it, or push it"
      #expect(throws: NavigationError.refused(action: "showDetail", reason: reason)) {
        for spec in row.1 { try driver.perform(spec) }
      }
      return
    }
    for spec in row.1 { try driver.perform(spec) }
    driver.isWide = false
    #expect("\(driver.stack.current)" == expected)
  }

  @Test func `showing the detail that is open closes only the screens above it`() throws {
    let driver = driver([.inbox, .mail])
    try driver.perform(.push(.attachment))
    let mail = try screen(.mail, of: driver)
    try driver.perform(.showDetail(.mail))
    #expect(try screen(.mail, of: driver) === mail)
    var transitions = 0
    let following = driver.onTransition { _ in transitions += 1 }
    try driver.perform(.showDetail(.mail))
    #expect(transitions == 0)
    following.dispose()
  }

  // MARK: Stages

  /// A path and operations on it, and the stages of the screens in a wide and in a narrow host.
  nonisolated static let stages:
    [([Post], [Spec], [Post: LifecycleStage], [Post: LifecycleStage])] =
      [
        ([.inbox], [], [.inbox: .resumed], [.inbox: .resumed]),
        (
          [.inbox, .mail], [], [.inbox: .visible, .mail: .resumed],
          [.inbox: .paused, .mail: .resumed]
        ),
        (
          [.folders, .inbox, .mail], [.push(.attachment)],
          [.folders: .paused, .inbox: .visible, .mail: .paused, .attachment: .resumed],
          [.folders: .paused, .inbox: .paused, .mail: .paused, .attachment: .resumed]
        ),
        (
          [.inbox, .mail], [.present(.sheet, covering: .partly)],
          [.inbox: .visible, .mail: .visible, .sheet: .resumed],
          [.inbox: .paused, .mail: .visible, .sheet: .resumed]
        ),
        (
          [.inbox, .mail], [.present(.sheet)],
          [.inbox: .paused, .mail: .paused, .sheet: .resumed],
          [.inbox: .paused, .mail: .paused, .sheet: .resumed]
        ),
      ]

  @Test(arguments: stages)
  func `a list beside its detail is visible, and the detail is resumed`(
    _ path: [Post],
    _ specs: [Spec],
    _ wide: [Post: LifecycleStage],
    _ narrow: [Post: LifecycleStage]
  ) throws {
    let driver = driver(path)
    for spec in specs { try driver.perform(spec) }
    for (isWide, expected) in [(true, wide), (false, narrow), (true, wide)] {
      driver.isWide = isWide
      for (post, stage) in expected {
        let found = try screen(post, of: driver).stage.current
        #expect(found == stage || found == .created && stage == .paused, "\(post), \(isWide)")
      }
    }
    driver.hostState = .inactive
    #expect(driver.topViewModel?.stage.current == .visible)
    driver.hostState = .background
    for post in wide.keys {
      let found = try screen(post, of: driver).stage.current
      #expect(found == .paused || found == .created)
    }
  }

  @Test func `a host that gets narrow and wide again keeps the screens and their entries`() throws {
    let driver = driver([.inbox, .mail])
    let entries = driver.stack.current.entries
    let screens = try [Post.inbox, .mail].map { ObjectIdentifier(try screen($0, of: driver)) }
    driver.isWide = false
    #expect("\(driver.stack.current)" == "[inbox, mail]")
    driver.isWide = true
    #expect("\(driver.stack.current)" == "[inbox ‖ mail]")
    #expect(driver.stack.current.entries == entries)
    #expect(
      try [Post.inbox, .mail].map { ObjectIdentifier(try screen($0, of: driver)) } == screens
    )
    #expect(log.text == "(inbox (mail +mail )inbox (inbox")
  }

  // MARK: Requests of the list

  nonisolated static let requests: [(Spec, String)] = [
    (.showDetail(.other), "[folders, inbox ‖ other]"),
    (.push(.drafts), "[folders, inbox, drafts ‖ mail, attachment]"),
    (.replace(.drafts), "[folders, drafts ‖ mail, attachment]"),
    (.pop(), "[folders ‖ mail, attachment]"),
    (.popToRoot(), "[folders ‖ mail, attachment]"),
    (.bringToFront(.folders), "[folders ‖ mail, attachment]"),
    (.steps([.pop(), .push(.drafts)]), "[folders, drafts ‖ mail, attachment]"),
    // A detail that the list pushes takes the place of the open one.
    (.push(.other), "[folders, inbox ‖ other]"),
    (.finish(), "[folders]"),
  ]

  @Test(arguments: requests, [0, 1])
  func `the list beside a detail moves its own pane, and shows details`(
    _ row: (Spec, String),
    _ sheets: Int
  ) async throws {
    let driver = driver([.folders, .inbox, .mail])
    try driver.perform(.push(.attachment))
    let list = try screen(.inbox, of: driver)
    for _ in 0..<sheets { try driver.perform(.present(.sheet, covering: .partly)) }
    let above = sheets == 0 ? "" : " ▸ partly [sheet]"
    #expect(await (try list.ask(row.0)).outcome == .done)
    let isClosed = if case .finish = row.0 { true } else { false }
    #expect("\(driver.stack.current)" == row.1 + (isClosed ? "" : above))
  }

  nonisolated static let requestsOverBoth: [(Spec, String)] = [
    (.present(.sheet), "[folders] ▸ [inbox ‖ mail] ▸ [sheet]"),
    (.replacePresented(.sheet), "[folders] ▸ [sheet]"),
    (.dismiss(), "[folders]"),
    (.ask(.discard), "[folders] ▸ [inbox ‖ mail] ? (discard | keep)"),
    (.steps([.dismiss(), .push(.drafts)]), "[folders, drafts]"),
    (.below(.push(.drafts)), "[folders, drafts] ▸ [inbox ‖ mail]"),
  ]

  @Test(arguments: requestsOverBoth)
  func `a list beside its detail opens and closes what it could alone`(
    _ row: (spec: Spec, stack: String)
  ) async throws {
    let driver = driver([.folders])
    try driver.perform(.present(.inbox))
    try driver.perform(.showDetail(.mail))
    let list = try screen(.inbox, of: driver)
    #expect(await (try list.ask(row.spec)).transitionOutcome == .done)
    #expect("\(driver.stack.current)" == row.stack)
  }

  @Test func `a list beside its detail opens nothing while it is covered`() throws {
    let driver = driver([.inbox, .mail])
    let list = try screen(.inbox, of: driver)
    func expectRefusal(_ spec: Spec) {
      #expect(throws: NavigationError.screenIsCovered(screen: "inbox", action: "PostAction")) {
        try list.ask(spec)
      }
    }
    try driver.perform(.present(.sheet, covering: .partly))
    expectRefusal(.present(.sheet))
    expectRefusal(.dismiss())
    try driver.perform(.dismiss())
    driver.isWide = false
    expectRefusal(.present(.sheet))
    expectRefusal(.showDetail(.other))
  }

  @Test func `a list beside its detail is refused to open itself again`() throws {
    let stack = Stack(root: .inbox, [.drafts, .mail])
    let driver = NavigationDriver(
      restoring: NavigationSnapshot(stack: stack),
      configuration: NavigationConfiguration(duplicates: .refuseOnTop)
    ) { [log] post, driver in PostScreen(post, log, driver) }
    driver.isWide = true
    driver.start()
    try driver.perform(.push(.attachment))
    let list = try screen(.drafts, of: driver)
    #expect(throws: NavigationError.duplicate(screen: "drafts")) { try list.ask(.push(.drafts)) }
    _ = try list.ask(.push(.attachment))
    #expect("\(driver.stack.current)" == "[inbox, drafts, attachment ‖ mail, attachment]")
  }

  @Test func `the only screen of the list cannot be left beside its detail`() throws {
    let driver = driver([.inbox, .mail])
    let list = try screen(.inbox, of: driver)
    for spec in [Spec.pop(), .popToScreen(inclusive: true) { $0 == .inbox }] {
      #expect(throws: NavigationError.nothingToGoBackTo(screen: "inbox")) { try list.ask(spec) }
    }
    try driver.perform(.present(.inbox))
    try driver.perform(.showDetail(.mail))
    let upper = try screen(.inbox, of: driver)
    #expect(throws: NavigationError.nothingToGoBackTo(screen: "inbox")) { try upper.ask(.pop()) }
    #expect("\(driver.stack.current)" == "[inbox ‖ mail] ▸ [inbox ‖ mail]")
  }

  // MARK: Going back

  /// A path, and what it is after each way back, until there is none.
  nonisolated static let waysBack: [([Post], Bool, [String])] = [
    (
      [.folders, .inbox, .mail, .attachment], true,
      [
        "[folders, inbox ‖ mail]", "[folders ‖ mail]",
      ]
    ),
    (
      [.folders, .inbox, .mail, .attachment], false,
      [
        "[folders, inbox, mail]", "[folders, inbox]", "[folders]",
      ]
    ),
    ([.inbox, .mail], true, []),
    ([.inbox, .mail], false, ["[inbox]"]),
    ([.inbox], true, []),
    ([.folders, .inbox], true, ["[folders]"]),
  ]

  @Test(arguments: waysBack)
  func `the user goes back in the detail, and then in the list`(
    _ path: [Post],
    _ isWide: Bool,
    _ expected: [String]
  ) async throws {
    let driver = driver(path, isWide: isWide)
    for picture in expected {
      #expect(driver.canGoBack.current)
      try driver.back()
      #expect("\(driver.stack.current)" == picture)
    }
    #expect(!driver.canGoBack.current)
    #expect(throws: NavigationError.nothingToGoBackTo(screen: "\(path[0])")) { try driver.back() }
  }

  @Test(arguments: [(true, "[folders]"), (false, "[folders] ▸ [inbox]")])
  func `back closes a presented list together with its detail only in a wide host`(
    _ isWide: Bool,
    _ expected: String
  ) throws {
    let driver = driver([.folders], isWide: isWide)
    try driver.perform(.present(.inbox))
    try driver.perform(.showDetail(.mail))
    try driver.back()
    #expect("\(driver.stack.current)" == expected)
  }

  @Test func `a detail closes itself, and another replaces it, without asking the user`()
    throws
  {
    let driver = driver([.inbox, .mail])
    let mail = try screen(.mail, of: driver)
    driver.onBack(on: mail) { .intercept }.addTo(mail.scope)
    _ = try mail.ask(.finish())
    #expect("\(driver.stack.current)" == "[inbox]")
    try driver.perform(.showDetail(.mail))
    let again = try screen(.mail, of: driver)
    driver.onBack(on: again) { .intercept }.addTo(again.scope)
    _ = try screen(.inbox, of: driver).ask(.showDetail(.other))
    #expect("\(driver.stack.current)" == "[inbox ‖ other]")
  }

  @Test func `a nested stack does not follow the width of the stack around it`() throws {
    let inner = NavigationDriver(root: Post.inbox) { _, _ in BaseLifecycleViewModel() }
    let driver = NavigationDriver(root: Post.folders) { _, _ in
      let screen = BaseLifecycleViewModel()
      screen.addChild(inner)
      return screen
    }
    driver.isWide = true
    driver.start()
    try inner.perform(.showDetail(.mail))
    #expect("\(inner.stack.current)" == "[inbox, mail]")
    driver.end()
  }

  @Test func `the user goes back in the stack inside a list after the detail`() throws {
    let inner = NavigationDriver(root: Post.inbox) { _, _ in BaseLifecycleViewModel() }
    let driver = NavigationDriver(root: Post.folders) { post, _ in
      let screen = BaseLifecycleViewModel()
      if post == .folders { screen.addChild(inner) }
      return screen
    }
    driver.isWide = true
    driver.start()
    try inner.perform(.push(.drafts))
    try driver.perform(.showDetail(.mail))
    try driver.perform(.push(.attachment))
    try driver.back()
    #expect("\(driver.stack.current) \(inner.stack.current)" == "[folders ‖ mail] [inbox, drafts]")
    #expect(driver.canGoBack.current)
    try driver.back()
    #expect("\(driver.stack.current) \(inner.stack.current)" == "[folders ‖ mail] [inbox]")
    #expect(!driver.canGoBack.current)
    #expect(throws: NavigationError.nothingToGoBackTo(screen: "folders")) { try driver.back() }
    driver.end()
  }

  @Test func `a host reports the way back of each pane`() throws {
    let driver = driver([.folders, .inbox, .mail, .attachment])
    let path = driver.path.current
    driver.hostDidShow([path[0]])
    #expect("\(driver.stack.current)" == "[folders ‖ mail, attachment]")
    driver.hostDidShow([path[2]])
    #expect("\(driver.stack.current)" == "[folders ‖ mail]")
  }

  // MARK: Data

  @Test func `a wide stack is restored narrow, and the other way round`() throws {
    let wide = driver([.inbox, .mail])
    let data = try wide.snapshot().data()
    let narrow = driver([.sheet], isWide: false, restoring: try NavigationSnapshot(data))
    #expect("\(narrow.stack.current)" == "[inbox, mail]")
    #expect(try narrow.snapshot().data() == data)
    let again = driver([.sheet], restoring: try NavigationSnapshot(try narrow.snapshot().data()))
    #expect("\(again.stack.current)" == "[inbox ‖ mail]")
  }

  @Test func `a snapshot contains no width`() throws {
    let wide = driver([.inbox, .mail])
    let saved = try wide.savedText
    let restored = driver([.sheet], isWide: false, restoring: wide.snapshot())
    #expect("\(restored.stack.current)" == "[inbox, mail]")
    #expect(try screen(.inbox, of: restored).stage.current == .created)
    wide.isWide = false
    #expect(try wide.savedText == saved)
    #expect(wide.snapshot() == restored.snapshot())
  }

  @Test func `a link names the detail by its place in the path`() throws {
    let driver = driver([.inbox, .other])
    try driver.open([.inbox, .mail])
    #expect("\(driver.stack.current)" == "[inbox ‖ mail]")
    #expect(driver.stack.current.layers[0].startOfDetail == 1)
  }

  @Test func `a width that changes in a transition takes effect at its end`() throws {
    let driver = driver([.inbox], isWide: false)
    let following = driver.onTransition { [weak driver] _ in driver?.isWide = true }
    try driver.perform(.showDetail(.mail))
    #expect("\(driver.stack.current)" == "[inbox ‖ mail]")
    #expect(try screen(.inbox, of: driver).stage.current == .visible)
    following.dispose()
  }
}
