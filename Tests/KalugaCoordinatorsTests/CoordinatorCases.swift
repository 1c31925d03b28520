import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCoordinators
import Testing

/// Reports about the coordinators of other libraries.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CoordinatorCases {
  /// A flow that shows these screens one after the other.
  private final class Flow: Coordinator<Place, Int> {
    enum Style { case push, present, root }

    private let pages: [Place]
    private let style: Style

    init(_ pages: Place..., by style: Style = .push) {
      self.pages = pages
      self.style = style
      super.init()
    }

    override func start() async throws(NavigationError) {
      for page in pages {
        switch style {
        case .push: try await router.push(PlaceViewModel(page))
        case .present: try await router.present(PlaceViewModel(page))
        case .root: try await router.setRoot(PlaceViewModel(page))
        }
      }
    }
  }

  private let stage = Stage(BackStack(root: .home))
  private let parent = Flow(.a)

  /// Runs a body while a parent shows its screen.
  private func withParent(_ body: () async throws -> Void) async throws {
    let running = await stage.run(parent, shows: "[home, a]")
    try await body()
    parent.cancel()
    _ = await running.value
  }

  /// Runs a child of the parent, and waits until the stack looks as expected.
  private func run(_ child: Flow, shows stack: String) async -> Task<NavigationOutcome<Int>, Never>
  {
    let running = Task { await parent.outcome(of: child) }
    await stage.shows(stack)
    return running
  }

  // quickbirdstudios/XCoordinator#57, #187: a swipe ends the flow, and nothing may keep it.
  // rundfunk47/stinsen#102: the user leaves all screens of a flow at once, which it does not learn.
  @Test(arguments: [false, true], [false, true])
  func `a flow whose screens the user leaves at once ends, and can begin again`(
    isPresented: Bool,
    isGuarded: Bool
  ) async throws {
    let token = isGuarded ? stage.driver.addGuard { _, _ in .proceed } : nil
    weak var released: Flow?
    for _ in 0..<2 {
      let flow = Flow(.a, .b, .c, by: isPresented ? .present : .push)
      released = flow
      let running = await stage.run(
        flow,
        shows: isPresented ? "[home] ▸ [a] ▸ [b] ▸ [c]" : "[home, a, b, c]"
      )
      if isPresented {
        try stage.driver.hostDidDismiss(stage.driver.stack.current.layers[1].id)
      } else {
        stage.driver.hostDidShow(first: 1)
      }
      #expect(await running.value == .cancelled(.back))
      await stage.shows("[home]")
    }
    await until(released == nil)
    token?.dispose()
  }

  // RxSwiftCommunity/RxFlow#24: flows before the main one, each of which replaces the root, are
  // never released.
  @Test func `flows that replace the root one after the other end and are released`() async throws {
    weak var released: Flow?
    for (first, last) in [(Place.a, Place.b), (.c, .sheet)] {
      let flow = Flow(first, last, by: .root)
      released = flow
      let running = await stage.run(flow, shows: "[\(last)]")
      flow.finish(1)
      #expect(await running.value == .finished(1))
    }
    try stage.perform(.setRoot(.home))
    await until(released == nil)
  }

  // rundfunk47/stinsen#132: going back in the flow of a child leads to the first screen of its
  // parent.
  @Test func `a child flow that goes back shows its own screen before`() async throws {
    try await withParent {
      let child = Flow(.b, .c)
      let running = await run(child, shows: "[home, a, b, c]")
      for expected in ["[home, a, b]", "[home, a]"] {
        try await child.router.pop()
        #expect(stage.stack == expected)
      }
      #expect(await running.value == .cancelled(.back))
    }
  }

  // RxSwiftCommunity/RxFlow#48: the flow ends inside its own navigation.
  @Test func `a flow that finishes before its first screen is open closes it`() async throws {
    final class Hasty: Coordinator<Place, Int> {
      override func start() async throws(NavigationError) {
        finish(1)
        try await router.push(PlaceViewModel(.b))
      }
    }
    try await withParent {
      #expect(await parent.outcome(of: Hasty()) == .finished(1))
      await stage.shows("[home, a]")
    }
  }

  // The same kind: its screens are covered by a sheet of someone else, or by another flow.
  @Test(arguments: [false, true])
  func `a flow that ends closes its screens with all those above them`(
    isCoveredByFlow: Bool
  ) async throws {
    try await withParent {
      let child = Flow(.b)
      let running = await run(child, shows: "[home, a, b]")
      let other = Flow(.sheet, by: .present)
      let above =
        isCoveredByFlow ? await run(other, shows: "[home, a, b] ▸ [sheet]") : nil
      if !isCoveredByFlow { try stage.perform(.present(.sheet)) }
      child.finish(1)
      #expect(await running.value == .finished(1))
      if let above { #expect(await above.value == .cancelled(.closed)) }
      #expect(stage.stack == "[home, a]")
    }
  }
}
