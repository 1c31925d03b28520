import KalugaArchitecture
import KalugaSessions
import Testing

@testable import KalugaArchitectureTestUtils

/// Explorations of an app with a list and details, in windows of both widths.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ExploredPanesTests {
  private func explore(_ fault: PostApp.Fault? = nil) async throws -> Exploration<PostApp.Move> {
    let walker = AppWalker(ignoring: []) { snapshot, _ in PostApp(snapshot, fault) }
    return try await AppExplorer(walker, maximumStates: 100, maximumDepth: 50).explore()
  }

  @Test func `what only a wide window leads to is explored`() async throws {
    let exploration = try await explore()
    #expect(exploration.findings == [])
    #expect(exploration.isComplete)
    // Also the folders beside a mail, to which the user goes back from the inbox in a wide window.
    #expect(exploration.stateCount == 4)
    #expect(
      exploration.atlas.graphviz == #"""
        digraph atlas {
          rankdir=LR
          node [shape=box, style=rounded]
          start [shape=point]
          start -> at_folders
          at_folders [label="folders"]
          at_folders -> at_inbox [label="inbox"]
          at_inbox [label="inbox"]
          at_inbox -> at_mail [label="mail"]
          at_inbox -> at_folders [label="back"]
          at_mail [label="mail\n↻ back\n↻ inbox"]
          at_mail -> at_inbox [label="back"]
          at_mail -> at_folders [label="back"]
        }

        """#
    )
  }

  @Test(arguments: [
    (
      PostApp.Fault.narrowClosesMail,
      [AppEvent<PostApp.Move>.move(.inbox), .move(.mail), .wide, .narrow]
    ),
    (.wideClosesMail, [.move(.inbox), .move(.mail), .wide]),
  ])
  func `a screen that a change of the width closes is found`(
    _ fault: PostApp.Fault,
    _ path: [AppEvent<PostApp.Move>]
  ) async throws {
    let findings = try await explore(fault).findings
    let finding = try #require(findings.first)
    #expect(finding.kind == .changedByWidth)
    #expect(finding.path == path)
  }

  @Test func `a random session changes the width beside a detail`() async throws {
    var found = 0
    for seed in UInt64(0)..<20 {
      let simulation = AppSimulation(seed: seed, ignoring: [.changedBySecondTap]) { snapshot, _ in
        PostApp(snapshot, .narrowClosesMail)
      }
      guard let finding = try await simulation.run(eventCount: 40) else { continue }
      found += 1
      #expect(finding.kind == .changedByWidth)
      #expect(finding.path.contains(.narrow))
    }
    #expect(found > 0)
  }

  @Test func `random sessions of a right app find nothing`() async throws {
    for seed in UInt64(0)..<20 {
      let simulation = AppSimulation(seed: seed, ignoring: []) { snapshot, _ in PostApp(snapshot) }
      #expect(try await simulation.run(eventCount: 40) == nil)
    }
  }

  @Test func `after two times in a wide window, no difference is invented`() async throws {
    let exploration = try await exploreApp { snapshot, _ in ShelfApp(snapshot) }
    #expect(exploration.findings == [])
    #expect(exploration.isComplete)
    #expect(exploration.stateCount == 4)
  }

  @Test func `the width is never changed if its changes are ignored`() async throws {
    let walker = AppWalker(ignoring: [.changedByWidth]) { snapshot, _ in
      PostApp(snapshot, .narrowClosesMail)
    }
    let explorer = AppExplorer(walker, maximumStates: 100, maximumDepth: 50)
    let exploration = try await explorer.explore()
    #expect(exploration.findings == [])
    #expect(exploration.stateCount == 3)
  }
}

/// An app with folders, an inbox, and a mail beside it.
@MainActor
final class PostApp: ExploredApp {
  enum Screen: NavigationDestination {
    case folders, inbox, mail

    var isDetail: Bool { self == .mail }
  }

  enum Move: AppMove { case inbox, mail }

  enum Fault: CaseIterable { case narrowClosesMail, wideClosesMail }

  private struct Request: NavigationAction { let spec: NavigationSpec<Screen> }

  private final class List: NavigatingViewModel<Request> {
    func ask(_ spec: NavigationSpec<Screen>) throws(NavigationError) {
      try navigator.navigate(Request(spec: spec))
    }
  }

  let driver: NavigationDriver<Screen>
  private var following: (any Disposable)?

  init(_ snapshot: NavigationSnapshot<Screen>?, _ fault: Fault? = nil) {
    driver = NavigationDriver(root: .folders, restoring: snapshot) { _, driver in
      List(navigator: StackNavigator(driver) { $0.spec })
    }
    guard let fault else { return }
    var wasWide = false
    following = driver.stack.observe { [weak driver] stack in
      defer { wasWide = stack.isWide }
      guard stack.isWide != wasWide, stack.isWide == (fault == .wideClosesMail) else { return }
      if stack.top.destination == .mail { _ = try? driver?.perform(.pop()) }
    }
  }

  /// The list that the user sees, also beside a mail.
  private var list: BackStack<Screen>.Entry? {
    let entries = driver.stack.current.entries
    let list = entries.last { !$0.destination.isDetail }
    return driver.stack.current.isWide || list == entries.last ? list : nil
  }

  var moves: [Move] {
    switch list?.destination {
    case .folders: [.inbox]
    case .inbox: [.mail]
    case .mail, nil: []
    }
  }

  func perform(_ move: Move) throws {
    let screen = list.flatMap { driver.viewModel(of: $0.id) } as? List
    switch move {
    case .inbox: try screen?.ask(.push(.inbox))
    case .mail: try screen?.ask(.showDetail(.mail))
    }
  }
}

/// A shelf whose books can be moved only beside the open one, which is read after two moves.
@MainActor
final class ShelfApp: ExploredApp {
  enum Screen: NavigationDestination {
    case shelf, book

    var isDetail: Bool { self == .book }
  }

  enum Move: AppMove { case move, read }

  private final class Shelf: BaseLifecycleViewModel {
    @Saved("moved") var moved = 0
  }

  private final class Book: BaseLifecycleViewModel {
    @Saved("isRead") var isRead = false
  }

  let driver: NavigationDriver<Screen>
  let isFinished = true

  init(_ snapshot: NavigationSnapshot<Screen>?) {
    driver = NavigationDriver(
      restoring: snapshot ?? NavigationSnapshot(stack: BackStack(root: .shelf, [.book]))
    ) { screen, driver in
      if screen == .shelf { return Shelf() }
      let book = Book()
      driver.onBack(on: book) { .intercept }.addTo(book.scope)
      return book
    }
  }

  private var shelf: Shelf? { driver.viewModels.lazy.compactMap { $0 as? Shelf }.first }

  private var book: Book? { driver.topViewModel as? Book }

  var moves: [Move] {
    guard let shelf, let book else { return [] }
    if shelf.moved < 2 { return shelf.stage.current == .visible ? [.move] : [] }
    return book.isRead ? [] : [.read]
  }

  func perform(_ move: Move) {
    switch move {
    case .move: shelf?.moved += 1
    case .read: book?.isRead = true
    }
  }
}
