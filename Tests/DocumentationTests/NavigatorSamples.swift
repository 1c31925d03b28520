// The Swift blocks of the article on writing a navigator, word for word.
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaTerminal
import Testing

enum PlayerNavigation: NavigationAction, Equatable {
  case song(Song)
  case queue
  case store
}

struct Song: Codable, Hashable, NavigationBundleContent {
  var title: String

  static let bundleSpec = NavigationBundleSpec(
    Song.init(title:),
    NavigationBundleSpecRow("title", \Song.title, .string)
  )
}

enum PlayerScreen: Codable, Hashable, Sendable {
  case library, song(Song), queue
}

@MainActor
final class TransitionPage {
  private(set) var items: [String] = []

  func follow<Destination>(_ driver: NavigationDriver<Destination>) -> any Disposable {
    driver.onTransition { [weak self] transition in
      let rows = transition.rows.isEmpty ? "" : " \(transition.rows.bundleDescription)"
      self?.items.append("<li>\(transition.kind) \(transition.toName)\(rows)</li>")
    }
  }
}

@MainActor
final class SpokenNavigator: Navigator {
  private let say: (String) -> Void

  init(say: @escaping (String) -> Void) { self.say = say }

  func navigate<Result>(
    _ request: NavigationRequest<PlayerNavigation, Result>
  ) throws(NavigationError) -> NavigationTicket<Result> {
    switch request.action {
    case .song(let song): say("now playing \(song.title)")
    case .queue: say("this is the queue")
    case .store: throw .refused(action: "store", reason: "there is no network")
    }
    let ticket = NavigationTicket<Result>()
    // A voice gives nothing back: who waits for a result learns at once that there is none.
    ticket.settle(Result.self == Never.self ? .done : .cancelled(.closed))
    return ticket
  }
}

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct OwnNavigatorTests {
  @Test func `the spoken navigator keeps the rules`() async throws {
    try await expectNavigatorConformance(
      accepting: [PlayerNavigation.song(Song(title: "Gloria")), .queue],
      refusing: .store
    ) { onNavigate in
      NavigatorUnderTest(SpokenNavigator { _ in onNavigate() })
    }
  }

  @Test func `the page has the items that the article shows`() throws {
    let page = TransitionPage()
    let driver = NavigationDriver(root: PlayerScreen.library) { _, _ in BaseLifecycleViewModel() }
    let following = page.follow(driver)
    let navigator = StackNavigator(driver) { (action: PlayerNavigation) throws(NavigationError) in
      switch action {
      case .song(let song): .push(.song(song))
      case .queue: .present(.queue)
      case .store: throw .refused(action: "store", reason: "there is no network")
      }
    }
    driver.start()
    try navigator.navigate(.song(Song(title: "Gloria")))
    try navigator.navigate(.queue)

    let article = try Documentation.text(
      "Sources/KalugaTerminal/KalugaTerminal.docc/Articles/writing-a-navigator.md"
    )
    let shown = Documentation.blocks("text", of: article).first
    #expect(shown == page.items.map { $0 + "\n" }.joined())

    following.dispose()
    driver.end()
    #expect(throws: NavigationError.noHost(action: "queue")) { try navigator.navigate(.queue) }
  }
}
