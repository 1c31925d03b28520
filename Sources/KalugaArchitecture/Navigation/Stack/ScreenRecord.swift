#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a driver keeps of one screen on its stack.
struct ScreenRecord: Sendable {
  /// Nil until the screen is made.
  var viewModel: BaseLifecycleViewModel?

  /// The request that opened the screen, while it waits for a result.
  var promise: (any AnyNavigationPromise)?

  /// Called when the screen has left, for the router that opened it.
  var didLeave: (@MainActor (NavigationCancellation) -> Void)?

  /// What the screen saved in an earlier process, until it is made.
  var savedState: Data?

  /// What the stacks inside the screen saved in an earlier process, by name, until they take it.
  var savedStacks: [String: [Data]] = [:]

  /// Reports that the host has ended while the screen was open; may be called off the main actor.
  func hostDidEnd() {
    promise?.settle(untyped: .cancelled(.hostEnded))
    guard let didLeave else { return }
    MainActorQueue.shared.enqueue { didLeave(.hostEnded) }
  }
}
