import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaSessions
import Testing

/// An app with three tabs that are made when they are first selected, with a link into the second.
@MainActor
private final class TabsApp: ExploredApp {
  enum Screen: NavigationDestination { case home, list, item, rating, shop }

  enum Page: NavigationDestination { case shelf, book }

  enum Move: AppMove {
    case tab(Int)
    case link
    case like
    case rate
    case rated
    case bookOpened
  }

  enum Action: NavigationAction { case rate }

  /// Whether the app forgets to save what it shows in the list.
  nonisolated let hasBug: Bool
  let driver: NavigationDriver<Screen>

  init(_ snapshot: NavigationSnapshot<Screen>?, hasBug: Bool = false) {
    self.hasBug = hasBug
    driver = NavigationDriver(
      tabs: [.home, .list, .shop],
      restoring: snapshot,
      configuration: NavigationConfiguration(hiddenTabs: .lazily)
    ) { screen, driver in
      switch screen {
      case .list: hasBug ? Forgetful() : List()
      case .item: Item(navigator: StackNavigator(driver) { _ in .present(.rating) })
      case .shop: Shop()
      case .home, .rating: BaseLifecycleViewModel()
      }
    }
  }

  final class List: BaseLifecycleViewModel { @Saved("likes") var isLiked = false }

  final class Forgetful: BaseLifecycleViewModel { @InitializedSubject var isLiked = false }

  final class Item: NavigatingViewModel<Action> {
    @Saved("stars") var stars = 0
    let rated = NavigationResultKey<Int>("rated")

    init(navigator: any Navigator<Action>) {
      super.init(navigator: navigator)
      onResult(rated) { [weak self] in self?.stars = $0 }
    }
  }

  final class Shop: BaseLifecycleViewModel {
    let pages = NavigationDriver(root: Page.shelf) { _, _ in BaseLifecycleViewModel() }

    init() {
      super.init()
      addChild(pages)
    }
  }

  var moves: [Move] {
    let layer = driver.stack.current.layers[0]
    let tabs = layer.tabs.indices.filter { $0 != layer.selected }.map { Move.tab($0) }
    return
      switch driver.stack.current.top.destination
    {
    case .list: tabs + [.link, .like]
    case .item: tabs + [.rate]
    case .rating: [.rated]
    case .shop where (driver.topViewModel as? Shop)?.pages.canGoBack.current == false:
      tabs + [.bookOpened]
    case .shop, .home: tabs + [.link]
    }
  }

  var screenNames: [String] { ["home", "list", "item", "rating", "shop", "shelf", "book"] }

  func perform(_ move: Move) throws {
    switch (move, driver.topViewModel) {
    case (.tab(let index), _): try driver.perform(.selectTab(index), action: "tab")
    case (.link, _):
      try driver.perform(.steps([.selectTab(1), .popToRoot(), .push(.item)]), action: "link")
    case (.like, let list as List): list.isLiked.toggle()
    case (.like, let list as Forgetful): list.isLiked.toggle()
    case (.rate, let item as Item):
      try item.navigate(NavigationRequest(.rate), resultTo: item.rated)
    case (.rated, _): try driver.perform(.dismiss(result: NavigationResult(5, .integer)))
    case (.bookOpened, let shop as Shop): try shop.pages.perform(.push(.book))
    default: throw NavigationError.refused(action: "\(move)", reason: "another screen is shown")
    }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LazyTabsTests {
  @Test func `an app with lazy tabs, and with a link into one, shows no problem`() async throws {
    let exploration = try await exploreApp { snapshot, _ in TabsApp(snapshot) }
    #expect(exploration.findings.isEmpty)
    #expect(exploration.isComplete)
  }

  @Test func `random sessions of an app with lazy tabs show no problem`() async throws {
    try await simulateApp(seeds: 1...10) { snapshot, _ in TabsApp(snapshot) }
  }

  @Test func `a value of a lazy tab that is not saved is found`() async throws {
    var kinds: [ExplorationFindingKind] = []
    await withKnownIssue {
      kinds = try await exploreApp(maximumDepth: 3) { snapshot, _ in
        TabsApp(snapshot, hasBug: true)
      }
      .findings.map(\.kind)
    }
    #expect(kinds == [.unsavedValue])
  }

  @Test func `a recorded session of an app with lazy tabs is replayed`() async throws {
    let clock = ManualClock()
    let recorder = SessionRecorder<TabsApp.Move>(clock: clock)
    var app = TabsApp(nil)
    app.driver.start()
    for move in [.link, .tab(0), .tab(1), .rate, .rated] as [TabsApp.Move] {
      recorder.record(.move(move))
      try app.perform(move)
    }
    let item = try #require(app.driver.topViewModel as? TabsApp.Item)
    await item.scope.waitUntilEmpty()
    #expect(item.stars == 5)
    recorder.record(.restart)
    app = try await replaySession(recorder.session.json()) { snapshot, _, _ in TabsApp(snapshot) }
    #expect("\(app.driver.stack.current)" == "{[home] | *[list, item] | [shop]}")
    #expect((app.driver.topViewModel as? TabsApp.Item)?.stars == 5)
    let made = app.driver.stack.current.entries.filter { app.driver.viewModel(of: $0.id) != nil }
    #expect(made.map(\.destination) == [.list, .item])
  }
}
