#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The data that a driver keeps for one screen on its stack.
struct ScreenRecord: Sendable {
  /// The view model of the screen, or nil until it is made.
  var viewModel: BaseLifecycleViewModel?

  /// The tickets of the screen's result.
  ///
  /// Empty if nothing in this process waits for it. Usually one: a second one if the screen has taken
  /// the place of an awaited one that waits for it in turn.
  var tickets: [TicketState] = []

  /// The receiver of the screen's result, in this process or in the one that saved the stack.
  var awaited: NavigationAwaitedResult?

  /// The type of the action that opened the screen without asking for a result, or nil if something
  /// else opened it.
  var bareAction: Any.Type?

  /// Reports the end of the screen to the router that opened it.
  var didLeave: (@MainActor (NavigationCancellation) -> Void)?

  /// The state that the screen saved in an earlier process, or nil after the screen is made.
  var savedState: Data?

  /// The data that nested stacks of the screen saved in an earlier process, by name.
  ///
  /// Each nested stack removes its data when it starts.
  var savedStacks: [String: [Data]] = [:]

  /// Whether the opener of the screen awaits a result, or did so in an earlier process.
  var isAwaited: Bool { !tickets.isEmpty || awaited != nil }

  /// Whether the record contains data from an earlier process.
  var hasSavedParts: Bool { savedState != nil || awaited != nil || !savedStacks.isEmpty }

  /// Reports that the host ended while the screen was open.
  ///
  /// Can be called off the main actor.
  func hostDidEnd() {
    for ticket in tickets { ticket.settle(.cancelled(.hostEnded)) }
    guard let didLeave else { return }
    MainActorQueue.shared.enqueue { didLeave(.hostEnded) }
  }
}
