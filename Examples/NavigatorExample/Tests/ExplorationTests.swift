import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaSessions
import NavigatorExampleFeatures
import Testing

@testable import NavigatorExample

@MainActor
struct ExplorationTests {
  @Test func `every state of the app is in order`() async throws {
    let exploration = try await exploreApp { snapshot, _ in ExampleUnderTest(snapshot) }
    let report = "81 states, 273 events, at most 10 events deep: these are all states"
    #expect("\(exploration)" == report)
    #expect(Demo.report == report)
    expectAtlas(exploration.atlas, goldenFile: "Transcripts/atlas.dot")
  }
}

/// The example, driven by what its user does.
@MainActor
private final class ExampleUnderTest: ExploredApp {
  enum Move: AppMove {
    case name(String)
    case number(String)
    case details
    case inverse
    case finish
    case sheet
    case subPage
    case close
    case tabs
    case tab(Int)
  }

  let driver: NavigationDriver<Destination>

  init(_ snapshot: NavigationSnapshot<Destination>?) {
    let factory = ScreenFactory(ticker: ManualTicker())
    driver = NavigationDriver(root: .home, restoring: snapshot, screen: factory.makeViewModel)
  }

  var screenNames: [String] { ["home", "details", "sheet", "subPage", "about"] }

  var links: DeepLinks<Destination>? { .example }

  /// What the user has just done wrong, and how often About was shown.
  var unsavedValues: Set<String> { ["HomeViewModel.message", "AboutViewModel.visits"] }

  var moves: [Move] {
    let layers = driver.stack.current.layers
    let tabs = layers.last?.tabs.count ?? 1
    var moves: [Move] =
      switch driver.topViewModel {
      case is HomeViewModel: [.name("Ab"), .number("12"), .details, .sheet]
      case is DetailsViewModel: [.inverse, .finish]
      case is SheetViewModel: [.subPage, .close]
      case is SubPageViewModel: [.close]
      default: []
      }
    if layers.count == 1, tabs == 1 { moves.append(.tabs) }
    return tabs > 1 ? moves + (0..<tabs).map { .tab($0) } : moves
  }

  func perform(_ move: Move) async throws {
    switch (move, driver.topViewModel) {
    case (.name(let text), let home as HomeViewModel): home.name = text
    case (.number(let text), let home as HomeViewModel): home.number = text
    case (.details, let home as HomeViewModel): try home.detailsTapped()
    case (.sheet, let home as HomeViewModel): try home.sheetTapped()
    case (.inverse, let details as DetailsViewModel): details.inverseTapped()
    case (.finish, let details as DetailsViewModel): try details.finishTapped()
    case (.subPage, let sheet as SheetViewModel): try sheet.subTapped()
    case (.close, let sheet as SheetViewModel): try sheet.closeTapped()
    case (.close, let page as SubPageViewModel): try page.closeTapped()
    case (.tabs, _): try driver.perform(.tabs([.home, .about]), action: "tabs")
    case (.tab(let number), _): try driver.perform(.selectTab(number), action: "tab")
    default: throw MoveError(move: move)
    }
  }

  struct MoveError: Error { let move: Move }
}
