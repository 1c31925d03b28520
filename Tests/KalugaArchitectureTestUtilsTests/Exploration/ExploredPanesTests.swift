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
    // In a wide window, the user goes back from the inbox to the folders beside the mail.
    let stacks = exploration.atlas.graphviz
    #expect(stacks.contains("↻ back"))
    #expect(exploration.stateCount == 4)
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
      let simulation = AppSimulation(seed: seed, ignoring: []) { snapshot, _ in
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

  let driver: NavigationDriver<Screen>
  private var following: (any Disposable)?

  init(_ snapshot: NavigationSnapshot<Screen>?, _ fault: Fault? = nil) {
    driver = NavigationDriver(root: .folders, restoring: snapshot) { _, _ in
      BaseLifecycleViewModel()
    }
    guard let fault else { return }
    var wasWide = false
    following = driver.stack.observe { [weak driver] stack in
      defer { wasWide = stack.isWide }
      guard stack.isWide != wasWide, stack.isWide == (fault == .wideClosesMail) else { return }
      if stack.top.destination == .mail { try? driver?.perform(.pop()) }
    }
  }

  private var path: [Screen] { driver.stack.current.layers[0].path.map(\.destination) }

  var moves: [Move] {
    let list = path.last { !$0.isDetail }
    return (list == .folders && !path.contains(.mail) ? [.inbox] : [])
      + (list == .inbox && !path.contains(.mail) ? [.mail] : [])
  }

  func perform(_ move: Move) throws {
    switch move {
    case .inbox: try driver.perform(.push(.inbox))
    case .mail: try driver.perform(.showDetail(.mail))
    }
  }
}
