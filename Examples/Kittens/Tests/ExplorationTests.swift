import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaSessions
import KalugaStores
import KittensFeatures
import Testing

@testable import Kittens

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ExplorationTests {
  @Test func `every state of the app is in order`() async throws {
    // The app saves nothing, so a new process begins with an empty list.
    let exploration = try await exploreApp(ignoring: [.changedByRestart]) { _, _ in
      KittensUnderTest()
    }
    let report = "31 states, 138 events, at most 8 events deep: these are all states"
    #expect("\(exploration)" == report)
    expectAtlas(exploration.atlas, goldenFile: "Transcripts/atlas.dot")
  }
}

/// The app, driven by its user and by a server that answers when the explorer decides.
@MainActor
private final class KittensUnderTest: ExploredApp {
  enum Move: AppMove {
    case more, refresh, tap(Int)
    case answer(isLiked: Bool), cancel
    case loaded, failed
  }

  let driver: NavigationDriver<KittensApp.Screen>
  private let kittens: KittensViewModel
  private let source = EmbeddedKittenDataSource(count: 6)

  init() {
    source.network.value = .slow
    let kittens = KittensViewModel(source: source, log: { _ in }, say: { _ in })
    self.kittens = kittens
    driver = NavigationDriver(root: .kittens) { _, _ in kittens }
  }

  var unsavedState: String { "\(kittens.store.state.current) \(kittens.view.lines)" }

  var moves: [Move] {
    // In the background the app does not load.
    let isLoading = kittens.store.state.current.loading != nil && driver.hostState == .active
    let answers: [Move] = isLoading ? [.loaded, .failed] : []
    if kittens.view.dialog == nil { return answers + [.more, .refresh, .tap(1), .tap(9)] }
    return answers + [.answer(isLiked: true), .answer(isLiked: false), .cancel]
  }

  func perform(_ move: Move) async throws {
    switch move {
    case .more: try kittens.more()
    case .refresh: try kittens.refresh()
    case .tap(let number): try await kittens.tap(number)
    case .answer(let isLiked): kittens.view.answerTapped(isLiked)
    case .cancel: kittens.view.cancelTapped()
    case .loaded: try await endLoading(.on)
    case .failed: try await endLoading(.off)
    }
  }

  /// Lets the server answer or fail, and wait again at the next call.
  private func endLoading(_ network: EmbeddedKittenDataSource.Network) async throws {
    source.network.value = network
    _ = try await kittens.store.state.stateFlow.first { $0.loading == nil }
    source.network.value = .slow
  }
}
