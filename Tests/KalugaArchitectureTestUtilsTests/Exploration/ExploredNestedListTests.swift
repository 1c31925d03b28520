import KalugaArchitecture
import KalugaSessions
import Testing

@testable import KalugaArchitectureTestUtils

/// Explorations of an app whose list has a stack of its own.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ExploredNestedListTests {
  @Test func `the user goes back in the stack of a list beside its detail`() async throws {
    let walker = AppWalker(ignoring: []) { snapshot, _ in FilterApp(snapshot) }
    let explorer = AppExplorer(walker, maximumStates: 100, maximumDepth: 50)
    let exploration = try await explorer.explore()
    #expect(exploration.findings == [])
    #expect(exploration.isComplete)
    // The list with each of the filters, alone and beside the mail.
    #expect(exploration.stateCount == 4)
    for (events, expected) in [
      ([.move(.mail), .wide, .move(.unread)], true),
      ([.move(.mail), .wide, .move(.unread), .back], false),
    ] as [([AppEvent<FilterApp.Move>], Bool)] {
      let canGoBack = try await walker.walk(events) { $0.walk.app.driver.canGoBack.current }
      #expect(canGoBack == expected)
    }
  }
}

/// An app with an inbox, which has a stack of filters, and a mail beside it.
@MainActor
private final class FilterApp: ExploredApp {
  enum Screen: NavigationDestination {
    case inbox, mail

    var isDetail: Bool { self == .mail }
  }

  enum Filter: NavigationDestination { case all, unread }

  enum Move: AppMove { case mail, unread }

  private struct Request: NavigationAction {}

  private final class List: NavigatingViewModel<Request> {
    let filters = NavigationDriver(root: Filter.all) { _, _ in BaseLifecycleViewModel() }

    init(_ navigator: any Navigator<Request>) {
      super.init(navigator: navigator)
      addChild(filters)
    }

    func show() throws(NavigationError) { try navigator.navigate(Request()) }
  }

  let driver: NavigationDriver<Screen>

  init(_ snapshot: NavigationSnapshot<Screen>?) {
    driver = NavigationDriver(root: .inbox, restoring: snapshot) { screen, driver in
      if screen == .mail { return BaseLifecycleViewModel() }
      return List(StackNavigator(driver) { _ in .showDetail(.mail) })
    }
  }

  private var list: List? {
    let list = driver.viewModel(of: driver.stack.current.entries[0].id) as? List
    return driver.stack.current.isWide || driver.topViewModel === list ? list : nil
  }

  var moves: [Move] {
    guard let list else { return [] }
    return [.mail] + (list.filters.stack.current.top.destination == .all ? [.unread] : [])
  }

  func perform(_ move: Move) throws {
    switch move {
    case .mail: try list?.show()
    case .unread: try list?.filters.perform(.push(.unread))
    }
  }
}
