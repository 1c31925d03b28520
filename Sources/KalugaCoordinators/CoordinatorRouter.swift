import KalugaArchitecture

/// The router of a coordinator, which tells the coordinator's node which screens it opens.
@MainActor
final class CoordinatorRouter<Destination: NavigationDestination>: Router {
  private let node: CoordinatorNode
  /// The router on which the coordinator was started, or nil before.
  var base: (any Router<Destination>)?

  init(_ node: CoordinatorNode) {
    self.node = node
  }

  /// Returns the router on which the coordinator and its children show their screens.
  ///
  /// - Throws: An error if the coordinator does not run.
  func runningBase(for action: String) throws(NavigationError) -> any Router<Destination> {
    guard node.isRunning, let base else { throw node.refusal(of: action) }
    return base
  }

  func perform(
    _ spec: NavigationSpec<Destination>,
    opening screen: ScreenPromise<Destination>?
  ) async throws(NavigationError) {
    let base = try runningBase(for: screen?.destination.screenName ?? spec.kind)
    try await node.request(opening: screen?.screen.state) { () async throws(NavigationError) in
      try await base.perform(spec, opening: screen)
    }
  }
}
