/// One screen that a router was asked for: requested, open, and gone.
///
///     requested ──▶ open ──▶ left      (for good)
///         └──────────────────▲         (refused)
///
/// Lives on the main actor. The read side of a ``ScreenPromise``.
@MainActor
public final class RoutedScreen<Destination: NavigationDestination> {
  /// Closes an open screen with all that was opened over it.
  public typealias Close = @MainActor () throws(NavigationError) -> NavigationTicket<Never>

  enum State {
    case requested
    case open(Close)
    case left(NavigationCancellation)
  }

  /// Which screen this is.
  public let destination: Destination

  /// The view model to show, until the screen has opened or left.
  fileprivate(set) var viewModel: BaseLifecycleViewModel?

  fileprivate var state = State.requested
  /// Whether a router has begun with it: it opens once.
  fileprivate var hasBegun = false
  /// Whether the flow that asked for it has ended.
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

  /// Why the screen has left the stack; nil before.
  ///
  /// A screen whose request was refused counts as closed.
  public var cancellation: NavigationCancellation? {
    if case .left(let reason) = state { reason } else { nil }
  }

  /// Closes the screen with all that was opened over it; one that has left is closed already.
  ///
  /// - Returns: The ticket of the transition.
  /// - Throws: That the screen is not open yet, or that there is nothing under it: the first screen stays
  ///   until another one takes its place.
  @discardableResult
  public func close() throws(NavigationError) -> NavigationTicket<Never> {
    switch state {
    case .open(let close): return try close()
    case .requested:
      throw .refused(
        action: "close",
        reason: "'\(destination.screenName)' is not open yet; wait for the request that opens it"
      )
    case .left:
      let promise = NavigationPromise<Never>()
      promise.settle(.done)
      return promise.ticket
    }
  }

  /// Closes a screen whose flow has ended; one that is not open yet never opens.
  ///
  /// - Returns: The ticket of the transition; nil if there is nothing to wait for.
  func abandon() throws(NavigationError) -> NavigationTicket<Never>? {
    isAbandoned = true
    onEnd = nil
    return isOpen ? try close() : nil
  }
}

/// The write side of a ``RoutedScreen``, for routers.
///
/// Lives on the main actor. A router reports what happens to the screen: either ``refuse(_:)``, or
/// ``didOpen(close:)`` and later ``didLeave(_:)``. Repeated reports do nothing.
@MainActor
public struct ScreenPromise<Destination: NavigationDestination> {
  /// What the caller of the router gets.
  public let screen: RoutedScreen<Destination>

  /// Creates the promise of a screen that no router has been asked for.
  ///
  /// - Parameters:
  ///   - destination: Which screen it is.
  ///   - viewModel: The view model to show; nil lets the router make one.
  public init(_ destination: Destination, viewModel: BaseLifecycleViewModel? = nil) {
    screen = RoutedScreen(destination, viewModel)
  }

  /// Which screen is asked for.
  public var destination: Destination { screen.destination }

  /// The view model to show; nil lets the router make one, and after the request has ended.
  public var viewModel: BaseLifecycleViewModel? { screen.viewModel }

  /// Reports that the screen is on the stack.
  ///
  /// Call this before the request for the screen returns.
  ///
  /// - Parameter close: Closes the screen. Must hold neither the router nor the screen.
  public func didOpen(close: @escaping RoutedScreen<Destination>.Close) {
    guard case .requested = screen.state else { return }
    screen.state = .open(close)
    releaseViewModel()
    // There may be nothing under it: then it stays.
    if screen.isAbandoned { _ = try? close() }
  }

  /// Reports that the screen has left the stack, and why.
  ///
  /// Call this as soon as it has left, before the request that removed it returns. Upper screens leave before
  /// lower ones.
  public func didLeave(_ reason: NavigationCancellation) {
    end(reason, .cancelled(reason))
  }

  /// Reports that the request was refused, also if no caller awaits it any longer.
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
    // Holds a closure of the router, which is not released inside the access either.
    withExtendedLifetime(old) {}
    screen.onEnd.take()?(outcome)
  }

  private func releaseViewModel() {
    // The access ends before the view model is released.
    let released = screen.viewModel.take()
    withExtendedLifetime(released) {}
  }

  // MARK: For the toolkit

  /// Calls the closure when the screen has left or was refused.
  ///
  /// - Throws: That this screen was asked for before.
  func follow(
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
  /// - Throws: That this screen was asked for before.
  func begin() throws(NavigationError) {
    guard case .requested = screen.state, !screen.hasBegun else { throw wasAskedForBefore }
    screen.hasBegun = true
  }

  private var wasAskedForBefore: NavigationError {
    .refused(
      action: destination.screenName,
      reason: "this screen was asked for before; make a new one"
    )
  }

  /// Refuses a screen whose flow has ended, and a view model that cannot be shown: it has one place on the
  /// stack, and one end.
  func checkMayOpen(
    among shown: some Sequence<BaseLifecycleViewModel>
  ) throws(NavigationError) {
    let reason: String
    if screen.isAbandoned {
      reason = "the flow that asked for this screen has ended; make a new one"
    } else if let viewModel, viewModel.currentStage == .cleared {
      reason = "its view model has been cleared; make a new one"
    } else if let viewModel, shown.contains(where: { $0 === viewModel }) {
      reason = "its view model is on the stack; make another one"
    } else {
      return
    }
    throw .refused(action: destination.screenName, reason: reason)
  }
}
