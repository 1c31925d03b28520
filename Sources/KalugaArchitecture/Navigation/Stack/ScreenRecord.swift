#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The data that a driver keeps for one screen on its stack.
struct ScreenRecord: Sendable {
  /// The view model of the screen, or nil until it is made.
  var viewModel: BaseLifecycleViewModel?

  /// The promise of the request that opened the screen, if that waits for a result.
  var promise: (any AnyNavigationPromise)?

  /// What waits for the result of the screen, in this process or in the one that saved it.
  var awaited: NavigationAwaitedResult?

  /// Reports to the router that opened the screen that it has left.
  var didLeave: (@MainActor (NavigationCancellation) -> Void)?

  /// The state that the screen saved in an earlier process, or nil after the screen is made.
  var savedState: Data?

  /// What the stacks inside the screen saved in an earlier process, by name, until they take it.
  var savedStacks: [String: [Data]] = [:]

  /// Whether an earlier process has left something for the screen.
  var hasSavedParts: Bool { savedState != nil || awaited != nil || !savedStacks.isEmpty }

  /// Reports that the host ended while the screen was open.
  ///
  /// Can be called off the main actor.
  func hostDidEnd() {
    promise?.settle(untyped: .cancelled(.hostEnded))
    guard let didLeave else { return }
    MainActorQueue.shared.enqueue { didLeave(.hostEnded) }
  }
}
