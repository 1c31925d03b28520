/// One screen on its way through a router: asked for, open, and gone.
///
///     requested ──didOpen──▶ open ──didLeave──▶ left      (for good)
///         └───────────────didLeave───────────────▲
///
/// Lives on the main actor. A router that is written by hand tells it what happens; it is told once,
/// further calls do nothing.
@MainActor
public final class RoutedScreen<Destination: NavigationDestination> {
  /// Closes an open screen with all that was opened over it.
  public typealias Close = @MainActor () throws(NavigationError) -> NavigationTicket<Never>

  private enum State {
    case requested(closesAtOnce: Bool)
    case open(Close)
    case left(NavigationCancellation)
  }

  /// Which screen this is.
  public let destination: Destination

  /// The view model to show; nil, if the router is to make one, and after the screen has opened.
  public private(set) var viewModel: BaseLifecycleViewModel?

  private var state = State.requested(closesAtOnce: false)
  private var onLeave: (@MainActor (NavigationCancellation) -> Void)?

  /// Creates a screen that no router has been asked for.
  public init(_ screen: some Presentable<Destination>) {
    destination = screen.destination
    viewModel = screen.viewModel
  }

  // MARK: For who asked

  /// Whether the screen is on the stack, shown or covered.
  public var isOpen: Bool {
    if case .open = state { true } else { false }
  }

  /// Why the screen has left the stack; nil before.
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
      let ticket = NavigationTicket<Never>()
      ticket.settle(.done)
      return ticket
    }
  }

  /// Refuses a screen that was opened before, or whose flow has ended while it was on its way.
  func checkMayOpen() throws(NavigationError) {
    let reason: String
    switch state {
    case .requested(let closesAtOnce):
      guard closesAtOnce else { return }
      reason = "the flow that asked for this screen has ended; make a new one"
    case .open, .left: reason = "this screen was opened before; make a new one"
    }
    throw .refused(action: destination.screenName, reason: reason)
  }

  /// Calls the closure when the screen has left; there is one, which is released then.
  package func whenLeft(_ handler: @escaping @MainActor (NavigationCancellation) -> Void) {
    onLeave = handler
  }

  /// Whether a flow follows it, and so has asked for it before.
  var isFollowed: Bool { onLeave != nil }

  /// Lets a screen go whose request was refused; another request may follow.
  func unfollow() {
    onLeave = nil
  }

  /// Closes a screen whose flow has ended, as soon as it opens if it does after all.
  ///
  /// - Returns: The ticket of the transition; nil if there is nothing to wait for.
  func abandon() throws(NavigationError) -> NavigationTicket<Never>? {
    onLeave = nil
    guard case .requested = state else { return isOpen ? try close() : nil }
    state = .requested(closesAtOnce: true)
    return nil
  }

  // MARK: For who routes

  /// Says that the screen is on the stack.
  ///
  /// To be called before the request for it returns.
  ///
  /// - Parameter close: Closes the screen. Must hold neither the router nor this object.
  public func didOpen(close: @escaping Close) {
    guard case .requested(let closesAtOnce) = state else { return }
    state = .open(close)
    viewModel = nil
    // There may be nothing under it: then it stays.
    if closesAtOnce { _ = try? close() }
  }

  /// Says that the screen has left the stack, and why.
  ///
  /// To be called as soon as it has left, before the request that took it away returns; those on top
  /// before those under them. Also if its request is refused when nobody awaits that any longer.
  public func didLeave(_ reason: NavigationCancellation) {
    if case .left = state { return }
    state = .left(reason)
    viewModel = nil
    onLeave.take()?(reason)
  }
}
