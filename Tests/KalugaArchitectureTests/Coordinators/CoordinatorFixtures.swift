import KalugaArchitecture
import KalugaArchitectureTestUtils

extension Place: Presentable {
  var destination: Place { self }
}

/// A flow whose start is given by a test, and which can be held in a variable of any result.
final class TestFlow<Result: Sendable>: Coordinator<Place, Result> {
  private var onStart: (@MainActor (TestFlow) async throws(NavigationError) -> Void)?

  init(_ onStart: @escaping @MainActor (TestFlow) async throws(NavigationError) -> Void) {
    self.onStart = onStart
  }

  /// A flow that opens one screen on top.
  convenience init(pushing place: Place) {
    self.init { flow throws(NavigationError) in try await flow.router.push(place) }
  }

  override func start() async throws(NavigationError) {
    try await onStart.take()?(self)
  }
}

extension Stage {
  /// Runs a flow in a task of its own.
  func run<Result>(
    _ flow: Coordinator<Place, Result>
  ) -> Task<NavigationOutcome<Result>, Never> {
    Task { @MainActor [router = StackRouter(driver)] in await flow.run(on: router) }
  }

  /// Waits until the stack looks like this.
  func shows(_ expected: String) async -> Bool {
    await mainActorTurns(1, until: self.stack == expected)
    return stack == expected
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
