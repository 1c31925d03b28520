/// A screen that was requested from a router, and its state.
///
///     requested ──▶ open ──▶ left      (for good)
///         └──────────────────▲         (refused)
///
/// A screen is isolated to the main actor. It is the read side of a ``ScreenPromise``.
@MainActor
public final class RoutedScreen<Destination: NavigationDestination> {
  /// Closes an open screen.
  public typealias Close = @MainActor () throws(NavigationError) -> NavigationTicket<Never>

  enum State {
    case requested
    case open(Close)
    case left(NavigationCancellation)
  }

  /// The destination that identifies the screen.
  public let destination: Destination

  /// The view model that the screen brings, until it has opened or left.
  fileprivate(set) var viewModel: BaseLifecycleViewModel?

  fileprivate var state = State.requested
  /// Whether a router has received the request, which is possible only once.
  fileprivate var hasBegun = false
  /// Whether the coordinator that requested the screen has ended.
  fileprivate var isAbandoned = false
  fileprivate var onEnd: (@MainActor (NavigationOutcome<Never>) -> Void)?

  fileprivate init(_ destination: Destination, _ viewModel: BaseLifecycleViewModel?) {
    self.destination = destination
    self.viewModel = viewModel
  }

  /// Whether the screen is on the stack, shown or covered.
  public var isOpen: Bool {
    if case .open = state { true } else { false }
  }

  /// The reason why the screen has left the stack, or nil if it has not left.
  ///
  /// If the request was refused, the reason is ``NavigationCancellation/closed``, or
  /// ``NavigationCancellation/hostEnded`` without a host.
  public var cancellation: NavigationCancellation? {
    if case .left(let reason) = state { reason } else { nil }
  }

  /// Closes the screen, and all screens above it.
  ///
  /// - Returns: The ticket of the transition. If the screen has left already, the ticket is done.
  /// - Throws: An error if the screen is not open yet, or if it is the first screen of the base.
  ///   That screen stays until another one replaces it.
  @discardableResult
  public func close() throws(NavigationError) -> NavigationTicket<Never> {
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
}

extension RoutedScreen: nonisolated CustomReflectable {
  /// The destination, with private rows redacted.
  ///
  /// The view model is not included, because it may store private values.
  public nonisolated var customMirror: Mirror {
    Mirror(self, children: ["destination": ShownValue.of(destination)], displayStyle: .class)
  }
}

/// The write side of a ``RoutedScreen``, for routers.
///
/// A promise is isolated to the main actor. A router reports the fate of the screen: it either
/// calls ``refuse(_:)``, or ``didOpen(close:)`` and later ``didLeave(_:)``. Repeated reports do
/// nothing.
@MainActor
public struct ScreenPromise<Destination: NavigationDestination> {
  /// The read side, which the caller of the router receives.
  public let screen: RoutedScreen<Destination>

  /// Creates a promise for a screen, whose view model the router makes if it is nil.
  public init(_ destination: Destination, viewModel: BaseLifecycleViewModel? = nil) {
    screen = RoutedScreen(destination, viewModel)
  }

  /// The destination that identifies the screen.
  public var destination: Destination { screen.destination }

  /// The view model of the screen, or nil to let the router make it, and after the request has ended.
  public var viewModel: BaseLifecycleViewModel? { screen.viewModel }

  /// Reports that the screen is on the stack.
  ///
  /// Call this before the request for the screen returns.
  ///
  /// - Parameter close: Closes the screen. It must not hold the router or the screen strongly.
  public func didOpen(close: @escaping RoutedScreen<Destination>.Close) {
    guard case .requested = screen.state else { return }
    screen.state = .open(close)
    releaseViewModel()
    // The first screen cannot be closed, and stays.
    if screen.isAbandoned { _ = try? close() }
  }

  /// Reports that the screen has left the stack, with the reason.
  ///
  /// Call this as soon as the screen has left, before the request that removed it returns. Report
  /// upper screens before lower ones.
  public func didLeave(_ reason: NavigationCancellation) {
    end(reason, .cancelled(reason))
  }

  /// Reports that the request was refused, even if the caller no longer waits.
  public func refuse(_ error: NavigationError) {
    guard case .requested = screen.state else { return }
    if case .noHost = error {
      end(.hostEnded, .refused(error))
    } else {
      end(.closed, .refused(error))
    }
  }

  private func end(_ reason: NavigationCancellation, _ outcome: NavigationOutcome<Never>) {
    if case .left = screen.state { return }
    let old = screen.state
    screen.state = .left(reason)
    releaseViewModel()
    // Release the router's closure in the old state only after the access has ended.
    withExtendedLifetime(old) {}
    screen.onEnd.take()?(outcome)
  }

  private func releaseViewModel() {
    // Release the view model only after the access has ended.
    let released = screen.viewModel.take()
    withExtendedLifetime(released) {}
  }

  // MARK: For the toolkit

  /// Calls the closure when the screen has left or was refused.
  ///
  /// - Throws: An error if this screen was requested before.
  package func follow(
    _ onEnd: @escaping @MainActor (NavigationOutcome<Never>) -> Void
  )
    throws(NavigationError)
  {
    guard case .requested = screen.state, screen.onEnd == nil, !screen.hasBegun else {
      throw wasAskedForBefore
    }
    screen.onEnd = onEnd
  }

  /// Marks the screen as requested.
  ///
  /// - Throws: An error if this screen was requested before.
  fileprivate func begin() throws(NavigationError) {
    guard case .requested = screen.state, !screen.hasBegun else { throw wasAskedForBefore }
    screen.hasBegun = true
  }

  private var wasAskedForBefore: NavigationError {
    .refused(
      action: destination.screenName,
      reason: "this screen was requested before; make a new one"
    )
  }

  /// Refuses a screen whose coordinator has ended, or whose view model was cleared or is on the
  /// stack.
  func checkMayOpen(
    among shown: some Sequence<BaseLifecycleViewModel>
  ) throws(NavigationError) {
    let reason: String
    if screen.isAbandoned {
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

extension NavigationDriver {
  /// Requests an operation, and reports the fate of the screen that it opens.
  package func request(
    _ spec: NavigationSpec<Destination>,
    opening screen: ScreenPromise<Destination>?
  ) throws(NavigationError) -> NavigationTicket<Never> {
    let promise = NavigationPromise<Never>()
    try screen?.begin()
    do throws(NavigationError) {
      try submit(
        PendingNavigation(
          spec,
          action: spec.kind,
          rows: spec.opened.map { Rows.of($0) } ?? [],
          promise,
          screen: screen
        )
      )
    } catch {
      screen?.refuse(error)
      throw error
    }
    return promise.ticket
  }
}
