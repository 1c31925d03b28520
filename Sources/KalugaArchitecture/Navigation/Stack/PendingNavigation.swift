/// A request to a driver, with the ticket that it settles.
@MainActor
final class PendingNavigation {
  private static let redirectLimit = 10

  /// The requested operation, which a guard may replace, without a decision about its animation.
  private(set) var spec: ErasedSpec
  /// Whether the operation is animated, about which guards are not asked.
  private(set) var isAnimated: Bool
  /// Returns the rows that transitions show.
  private(set) var rows: @Sendable () -> [NavigationBundleRow]
  /// Returns the name of the request, for errors.
  let action: @Sendable () -> String
  /// Whether the user goes back, and not the app.
  let isByUser: Bool
  /// The only screens that the request may leave, or nil if it may leave any.
  private(set) var asked: AskedScreens?
  let ticket: TicketState
  /// The promise of a router's screen, which may contain the view model of that screen.
  let screen: RoutedScreenState?
  /// The view model whose closure receives the result, or nil if only a ticket reports the result.
  let receiver: NavigationResultReceiver?
  /// The screen that makes the request, or nil if no screen makes it.
  let origin: ErasedStack.Entry?
  /// The first screen of the tab that the user selects, or nil for any other request.
  private let tab: BackStackEntryID?
  /// The only question that the request may answer, or nil if it may answer any.
  let question: BackStackEntryID?
  /// The type of the view model's action, or nil if the request has a result or is no action.
  let bareAction: Any.Type?

  private var guards: [HandlerList<ErasedGuard>.Entry] = []
  /// The number of guards that have been asked about the operation.
  ///
  /// The last of them may be deciding.
  private var askedGuards = 0
  private var redirects = 0
  /// Whether a guard has replaced the operation.
  var isRedirected: Bool { redirects > 0 }

  // The name of the action and its rows are rarely needed, and computing them takes longer than the
  // transition. So they are computed only when they are needed.
  init(
    _ spec: ErasedSpec,
    action: @escaping @autoclosure @Sendable () -> String,
    rows: @escaping @autoclosure @Sendable () -> [NavigationBundleRow] = [],
    _ ticket: TicketState,
    asked: AskedScreens? = nil,
    screen: RoutedScreenState? = nil,
    receiver: NavigationResultReceiver? = nil,
    origin: ErasedStack.Entry? = nil,
    tab: BackStackEntryID? = nil,
    question: BackStackEntryID? = nil,
    bareAction: Any.Type? = nil
  ) {
    self.spec = spec.operation
    isAnimated = spec.isAnimated
    self.rows = rows
    self.action = action
    self.ticket = ticket
    isByUser = asked != nil
    self.asked = asked
    self.screen = screen
    self.receiver = receiver
    self.origin = origin
    self.tab = tab
    self.question = question
    self.bareAction = bareAction
  }

  /// Adapts the request to earlier ones that have moved its tab, because the user has selected a tab
  /// and not a place.
  ///
  /// Returns false if the tab no longer exists.
  func adaptToTab(in stack: ErasedStack) -> Bool {
    guard let tab else { return true }
    guard let current = stack.selecting(tab) else { return false }
    spec = current
    return true
  }

  /// Notes that the back handlers of more screens were asked.
  func didAsk(_ viewModels: [BaseLifecycleViewModel]) { asked?.add(viewModels) }

  // MARK: Guards

  /// Begins to ask these guards.
  func begin(asking guards: [HandlerList<ErasedGuard>.Entry]) {
    self.guards = guards
  }

  /// Returns the guard that decides next, or nil if all have let the request proceed.
  func nextGuard() -> HandlerList<ErasedGuard>.Entry? {
    let next = guards.dropFirst(askedGuards).firstIndex { !$0.isDisposed }
    askedGuards = next.map { $0 + 1 } ?? guards.endIndex
    return next.map { guards[$0] }
  }

  /// Whether this guard is deciding.
  func isAsking(_ id: Int) -> Bool { askedGuards > 0 && guards[askedGuards - 1].id == id }

  /// Replaces the operation, about which all guards are then asked.
  ///
  /// - Throws: An error if this has happened too often.
  func redirect(to other: ErasedSpec) throws(NavigationError) {
    guard redirects < Self.redirectLimit else { throw .endlessRedirect(action: action()) }
    redirects += 1
    askedGuards = 0
    spec = other.operation
    isAnimated = other.isAnimated
    // Like an operation of the app, which asks no back handlers.
    asked = nil
    // The rows of the request belong to its original operation.
    rows = { other.opened.map { Rows.of($0.value) } ?? [] }
  }

  func refuse(_ error: NavigationError) {
    ticket.settle(.refused(error))
    screen?.refuse(error)
  }

  /// Refuses the request because its driver was released, which may happen off the main actor.
  nonisolated func refuseWithoutHost() {
    ticket.settle(.refused(.noHost(action: action())))
    guard let screen else { return }
    MainActorQueue.shared.enqueue { [action] in screen.refuse(.noHost(action: action())) }
  }
}
