/// The state of a screen that was requested from a router, with the type of its destination erased.
///
/// ``RoutedScreen`` is its read side, and ``ScreenPromise`` its write side.
@MainActor
package final class RoutedScreenState {
  typealias Close = @MainActor () throws(NavigationError) -> NavigationTicket<Never>

  private enum State {
    case requested
    case open(Close)
    case left(NavigationCancellation)
  }

  /// The destination on the stack, which is that of the app if a module has requested the screen.
  var destination: ErasedDestination

  /// The view model that the screen brings, until it has opened or left.
  private(set) var viewModel: BaseLifecycleViewModel?

  private var state = State.requested
  /// Whether a router has received the request, which is possible only once.
  private var hasBegun = false
  /// Whether the coordinator that requested the screen has ended.
  private var isAbandoned = false
  private var onEnd: (@MainActor (NavigationOutcome<Never>) -> Void)?

  init(_ destination: ErasedDestination, _ viewModel: BaseLifecycleViewModel?) {
    self.destination = destination
    self.viewModel = viewModel
  }

  package var isOpen: Bool {
    if case .open = state { true } else { false }
  }

  var cancellation: NavigationCancellation? {
    if case .left(let reason) = state { reason } else { nil }
  }

  // MARK: For the caller of the router

  func close() throws(NavigationError) -> NavigationTicket<Never> {
    switch state {
    case .open(let close): return try close()
    case .requested:
      throw .refused(
        action: "close",
        reason: "'\(destination.screenName)' is not open yet; wait for the request that opens it"
      )
    case .left: return .done
    }
  }

  /// Closes a screen whose coordinator has ended, or prevents it from opening.
  ///
  /// - Returns: The ticket of the transition, or nil if the screen is not open.
  package func abandon() throws(NavigationError) -> NavigationTicket<Never>? {
    isAbandoned = true
    onEnd = nil
    return isOpen ? try close() : nil
  }

  /// Calls the closure when the screen has left or was refused.
  ///
  /// - Throws: An error if this screen was requested before.
  package func whenEnded(
    _ onEnd: @escaping @MainActor (NavigationOutcome<Never>) -> Void
  ) throws(NavigationError) {
    guard case .requested = state, self.onEnd == nil, !hasBegun else { throw wasAskedForBefore }
    self.onEnd = onEnd
  }

  // MARK: For the router

  /// Marks the screen as requested.
  ///
  /// - Throws: An error if this screen was requested before.
  func begin() throws(NavigationError) {
    guard case .requested = state, !hasBegun else { throw wasAskedForBefore }
    hasBegun = true
  }

  private var wasAskedForBefore: NavigationError {
    .refused(
      action: destination.screenName,
      reason: "this screen was requested before; make a new one"
    )
  }

  func didOpen(close: @escaping Close) {
    guard case .requested = state else { return }
    state = .open(close)
    releaseViewModel()
    // The first screen cannot be closed, and stays.
    if isAbandoned { _ = try? close() }
  }

  func didLeave(_ reason: NavigationCancellation) { end(reason, .cancelled(reason)) }

  package func refuse(_ error: NavigationError) {
    guard case .requested = state else { return }
    if case .noHost = error {
      end(.hostEnded, .refused(error))
    } else {
      end(.closed, .refused(error))
    }
  }

  private func end(_ reason: NavigationCancellation, _ outcome: NavigationOutcome<Never>) {
    if case .left = state { return }
    let old = state
    state = .left(reason)
    releaseViewModel()
    // Release the router's closure in the old state only after the access has ended.
    withExtendedLifetime(old) {}
    onEnd.take()?(outcome)
  }

  private func releaseViewModel() {
    // Release the view model only after the access has ended.
    let released = viewModel.take()
    withExtendedLifetime(released) {}
  }

  /// Refuses a screen whose coordinator has ended, or whose view model was cleared or is on the
  /// stack.
  func checkMayOpen(
    among shown: some Sequence<BaseLifecycleViewModel>
  ) throws(NavigationError) {
    let reason: String
    if isAbandoned {
      reason = "the coordinator that requested this screen has ended; make a new one"
    } else if let viewModel, viewModel.currentStage == .cleared {
      reason = "its view model has been cleared; make a new one"
    } else if let viewModel, shown.contains(where: { $0 === viewModel }) {
      reason = "its view model is already on the stack; make a new one"
    } else {
      return
    }
    throw .refused(action: destination.screenName, reason: reason)
  }
}

extension RoutedScreenState: nonisolated CustomReflectable {
  /// Nothing, because the view model may store private values.
  package nonisolated var customMirror: Mirror {
    Mirror(self, children: [], displayStyle: .class)
  }
}

extension StackDriver {
  func request(
    _ spec: ErasedSpec,
    opening screen: RoutedScreenState?
  ) throws(NavigationError) -> NavigationTicket<Never> {
    let ticket = NavigationTicket<Never>(listener: nil)
    try screen?.begin()
    do throws(NavigationError) {
      try submit(
        PendingNavigation(
          spec,
          action: spec.kind,
          rows: spec.opened.map { Rows.of($0.value) } ?? [],
          ticket.state,
          screen: screen
        )
      )
    } catch {
      screen?.refuse(error)
      throw error
    }
    return ticket
  }
}
