import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCoordinators
import Testing

extension Place: Presentable {
  var destination: Place { self }
}

/// A separate view model for a place.
final class PlaceViewModel: BaseLifecycleViewModel, Presentable {
  let destination: Place

  init(_ destination: Place) {
    self.destination = destination
  }
}

/// A flow whose start is given by a test.
final class TestFlow<Result: Sendable>: Coordinator<Place, Result> {
  private var onStart: (@MainActor (TestFlow) async throws(NavigationError) -> Void)?

  init(_ onStart: @escaping @MainActor (TestFlow) async throws(NavigationError) -> Void) {
    self.onStart = onStart
  }

  /// A flow that opens screens on top.
  convenience init(pushing places: Place...) {
    self.init { flow throws(NavigationError) in
      for place in places { try await flow.router.push(place) }
    }
  }

  /// A flow that opens a screen on top, and then runs a child.
  convenience init<ChildResult>(
    pushing place: Place,
    then child: Coordinator<Place, ChildResult>
  ) {
    self.init { flow throws(NavigationError) in
      try await flow.router.push(place)
      try await flow.coordinate(to: child)
    }
  }

  /// A flow that shows one screen and no others.
  convenience init(root place: Place) {
    self.init { flow throws(NavigationError) in try await flow.router.setRoot(place) }
  }

  override func start() async throws(NavigationError) {
    try await onStart.take()?(self)
  }

  /// Waits until `start()` and the work that it has launched have returned.
  func startDidReturn() async {
    await until(isRunning && scope.runningCount == 0)
  }
}

extension Stage {
  /// Runs a flow in a new task.
  func run<Result>(_ flow: Coordinator<Place, Result>) -> Task<NavigationOutcome<Result>, Never> {
    Task { @MainActor [router = StackRouter(driver)] in await flow.run(on: router) }
  }

  /// Runs a flow in a new task, and waits until the stack looks as expected.
  func run<Result>(
    _ flow: Coordinator<Place, Result>,
    shows expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> Task<NavigationOutcome<Result>, Never> {
    let task = run(flow)
    await shows(expected, sourceLocation: sourceLocation)
    return task
  }
}

extension Coordinator {
  /// The outcome of a child, or why it could not be run.
  func outcome<ChildResult>(
    of child: Coordinator<Destination, ChildResult>
  ) async -> NavigationOutcome<ChildResult> {
    do throws(NavigationError) {
      return try await coordinate(to: child)
    } catch {
      return .refused(error)
    }
  }
}
