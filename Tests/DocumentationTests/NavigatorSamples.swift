// The Swift blocks of the article on writing a navigator, word for word.
import Foundation
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

func json<Destination>(
  of transition: NavigationTransition<Destination>
) throws(NavigationBundleError) -> Data {
  try UntypedNavigationBundle(rows: transition.rows).json(for: .showing)
}

extension NavigationRequest where Action == PlayerNavigation, Result == Song {
  static var pickSong: Self { Self(.queue) }
}

@MainActor
final class FormNavigator: Navigator {
  private let show: (String) -> Void
  // Sendable, because a `deinit` may run on any thread.
  private var open: [@Sendable ((any Sendable)?) -> Void] = []

  init(show: @escaping (String) -> Void) { self.show = show }

  func navigate<Result>(
    _ request: NavigationRequest<PlayerNavigation, Result>
  ) throws(NavigationError) -> NavigationTicket<Result> {
    switch request.action {
    case .song(let song): show("<h1>\(song.title)</h1>")
    case .queue: show("<form><input name='title'></form>")
    case .store: throw .refused(action: "store", reason: "there is no network")
    }
    let ticket = NavigationTicket<Result>()
    if Result.self == Never.self {
      ticket.settle(.done)
    } else {
      ticket.transitionDidEnd()  // the screen is there, and its result is not
      open.append { value in
        ticket.settle((value as? Result).map { .finished($0) } ?? .cancelled(.closed))
      }
    }
    return ticket
  }

  func submitted(_ song: Song) { open.popLast()?(song) }

  deinit {
    for end in open { end(nil) }
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

  @Test func `the navigator of forms keeps the rules, and gives results`() async throws {
    try await expectNavigatorConformance(
      accepting: [PlayerNavigation.song(Song(title: "Gloria")), .queue],
      refusing: .store
    ) { onNavigate in
      NavigatorUnderTest(FormNavigator { _ in onNavigate() })
    }

    var pages: [String] = []
    let navigator = FormNavigator { pages.append($0) }
    let ticket = try navigator.navigate(.pickSong)
    try await ticket.transitioned()
    #expect(pages == ["<form><input name='title'></form>"])
    navigator.submitted(Song(title: "Gloria"))
    try await #expect(ticket.result == Song(title: "Gloria"))
  }

  @Test func `transitions as JSON leave out what is private`() throws {
    let driver = NavigationDriver(root: OrderScreen.shop) { _, _ in BaseLifecycleViewModel() }
    var lines: [String] = []
    let following = driver.onTransition { transition in
      lines.append((try? json(of: transition)).map { String(decoding: $0, as: UTF8.self) } ?? "-")
    }
    let navigator = StackNavigator(driver) { (action: OrderNavigation) in
      switch action {
      case .order(let order): .push(.order(order))
      case .help: .present(.help)
      case .back: .pop()
      }
    }
    driver.start()
    try navigator.navigate(.order(Order(number: 7, note: "\"now\"", card: "1234")))
    #expect(lines == ["{}", #"{"note":"\"now\"","number":7}"#])
    following.dispose()
    driver.end()
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
