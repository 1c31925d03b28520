import KalugaArchitecture
import KalugaCoordinators
import Testing

extension Place: Presentable {
  var destination: Place { self }
}

/// Coordinators whose screens the hosts of both frameworks show.
@MainActor
struct CoordinatorTests {
  enum Step {
    case push(Place)
    case present(Place, PresentationStyle? = nil)
    /// Runs a child, which shows its screens in the same way.
    case child([Step])
  }

  /// A flow that shows its screens one after another, and stays.
  final class Flow: Coordinator<Place, Int> {
    private let steps: [Step]

    init(_ steps: [Step]) {
      self.steps = steps
    }

    override func start() async throws(NavigationError) {
      for step in steps {
        switch step {
        case .push(let place): try await router.push(place)
        case .present(let place, let style): try await router.present(place, style: style)
        case .child(let steps): try await coordinate(to: Flow(steps))
        }
      }
    }
  }

  /// A flow without screens of its own before its child has ended.
  final class Parent: Coordinator<Place, Int> {
    let child: Flow
    private let next: Step
    private(set) var outcome: NavigationOutcome<Int>?

    init(_ steps: [Step], then next: Step) {
      child = Flow(steps)
      self.next = next
    }

    override func start() async throws(NavigationError) {
      outcome = try await coordinate(to: child)
      try await coordinate(to: Flow([next]))
      finish(1)
    }
  }

  /// What a child shows, how the user leaves it, and what its parent shows after that.
  struct Visit: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let steps: [Step]
    let shown: String
    let leave: @MainActor @Sendable (any HostScene) async -> Void
    var next = Step.push(.c)
    var after = "[home, c]"
  }

  nonisolated static let visits = [
    Visit(
      testDescription: "two screens, by two swipes",
      steps: [.push(.a), .push(.b)],
      shown: "[home, a, b]"
    ) {
      $0.swipeBack()
      await $0.expectShown("[home, a]")
      $0.swipeBack()
    },
    Visit(
      testDescription: "two screens, by the menu of the back button",
      steps: [.push(.a), .push(.b)],
      shown: "[home, a, b]"
    ) { $0.swipeBack(2) },
    // Report 30 of radianttap/Coordinator: two coordinators with one navigation controller.
    Visit(
      testDescription: "a flow in a flow, by the menu of the back button",
      steps: [.push(.a), .child([.push(.b)])],
      shown: "[home, a, b]"
    ) { $0.swipeBack(2) },
    // Reports 187 of XCoordinator and 30 of AndreyPanov/ApplicationCoordinator; report 86 of
    // jdisho/Papr: the next sheet was not presented.
    Visit(
      testDescription: "a sheet, by a swipe, before another sheet",
      steps: [.present(.a)],
      shown: "[home] ▸ [a]",
      leave: { $0.dismissSheet() },
      next: .present(.b),
      after: "[home] ▸ [b]"
    ),
    // Report 11 of allaboutapps/ios-starter: what was pushed in the sheet stayed.
    Visit(
      testDescription: "a sheet with a path and a flow in it, by a swipe",
      steps: [.present(.a), .push(.b), .child([.push(.c)])],
      shown: "[home] ▸ [a, b, c]"
    ) { $0.dismissSheet() },
    Visit(
      testDescription: "a sheet over a screen, by a swipe and a swipe back",
      steps: [.push(.a), .present(.b)],
      shown: "[home, a] ▸ [b]"
    ) {
      $0.dismissSheet()
      await $0.expectShown("[home, a]")
      $0.swipeBack()
    },
  ]

  /// Waits until the stack looks like this, and checks that the host shows it.
  private func expect(
    _ stack: String,
    in scene: any HostScene,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await until("\(scene.driver.stack.current)" == stack, sourceLocation: sourceLocation)
    scene.settle()
    await scene.expectShown(stack, sourceLocation: sourceLocation)
  }

  @Test(arguments: TestedHost.allCases, visits)
  func `a flow that the user leaves is cancelled, and its parent continues`(
    host: TestedHost,
    visit: Visit
  ) async {
    let scene = host.scene()
    let parent = Parent(visit.steps, then: visit.next)
    let router = StackRouter(scene.driver)
    let running = Task { await parent.run(on: router) }
    await expect(visit.shown, in: scene)
    #expect(parent.child.isRunning)

    await visit.leave(scene)
    await expect(visit.after, in: scene)
    #expect(parent.outcome == .cancelled(.back))
    #expect(!parent.child.isRunning)

    parent.finish(2)
    #expect(await running.value == .finished(2))
    await expect("[home]", in: scene)
  }

  // Report 15 of XCoordinator: nothing was presented before the window was shown.
  @Test(arguments: TestedHost.frameworks, [Step.push(.a), .present(.a), .present(.a, .cover())])
  func `a flow that runs before its host is shown waits for the start`(
    host: TestedHost,
    step: Step
  ) async {
    let driver = NavigationDriver<Place>.places()
    let flow = Flow([step])
    let router = StackRouter(driver)
    let running = Task { await flow.run(on: router) }
    await until(flow.scope.runningCount == 1)
    let scene = host.scene(driver)
    await until(driver.stack.current.entries.count == 2)
    scene.settle()
    await scene.expectShown(#_sourceLocation)
    flow.cancel()
    #expect(await running.value == .cancelled(.closed))
    await expect("[home]", in: scene)
  }

  @Test func `without a started driver, the request has no host, and the flow ends`() async {
    final class Refused: Coordinator<Place, Int> {
      var error: NavigationError?

      override func start() async throws(NavigationError) {
        do throws(NavigationError) {
          try await router.push(Place.a)
        } catch {
          self.error = error
        }
      }
    }
    let driver = NavigationDriver(root: Place.home) { place, _ in PlaceViewModel(place) }
    let flow = Refused()
    #expect(await flow.run(on: StackRouter(driver)) == .cancelled(.hostEnded))
    await until(flow.error != nil)
    #expect(flow.error == .noHost(action: "push"))
  }
}
