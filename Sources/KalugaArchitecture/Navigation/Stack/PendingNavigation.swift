/// A request to a driver, with the promises that it settles.
@MainActor
final class PendingNavigation<Destination: NavigationDestination> {
  private static var redirectLimit: Int { 10 }

  /// The requested operation, which a guard may replace.
  private(set) var spec: NavigationSpec<Destination>
  /// Returns the rows that transitions show.
  private(set) var rows: @Sendable () -> [NavigationBundleRow]
  /// Returns the name of the request, for errors.
  let action: @Sendable () -> String
  /// Whether the user goes back, and not the app.
  let isByUser: Bool
  /// The only screens that the request may leave, or nil if it may leave any.
  private(set) var asked: AskedScreens?
  let promise: any AnyNavigationPromise
  /// The promise of a router's screen, which may contain the view model of that screen.
  let screen: ScreenPromise<Destination>?
  /// The view model whose closure receives the result, or nil if only a ticket reports the result.
  let receiver: NavigationResultReceiver?
  /// The screen that makes the request, or nil if no screen makes it.
  let origin: BackStack<Destination>.Entry?
  /// The first screen of the tab that the user selects, or nil for any other request.
  private let tab: BackStackEntryID?
  /// The type of the view model's action, or nil if the request has a result or is no action.
  let bareAction: Any.Type?

  private var guards: [HandlerList<NavigationGuard<Destination>>.Entry] = []
  /// The number of guards that have been asked about the operation.
  ///
  /// The last of them may be deciding.
  private var askedGuards = 0
  private var redirects = 0

  // The name of the action and its rows are rarely needed, and computing them takes longer than the
  // transition. So they are computed only when they are needed.
  init(
    _ spec: NavigationSpec<Destination>,
    action: @escaping @autoclosure @Sendable () -> String,
    rows: @escaping @autoclosure @Sendable () -> [NavigationBundleRow] = [],
    _ promise: any AnyNavigationPromise,
    asked: AskedScreens? = nil,
    screen: ScreenPromise<Destination>? = nil,
    receiver: NavigationResultReceiver? = nil,
    origin: BackStack<Destination>.Entry? = nil,
    tab: BackStackEntryID? = nil,
    bareAction: Any.Type? = nil
  ) {
    self.spec = spec
    self.rows = rows
    self.action = action
    self.promise = promise
    isByUser = asked != nil
    self.asked = asked
    self.screen = screen
    self.receiver = receiver
    self.origin = origin
    self.tab = tab
    self.bareAction = bareAction
  }

  /// Adapts the request to earlier ones that have moved its tab, because the user has selected a tab
  /// and not a place.
  ///
  /// Returns false if the tab no longer exists.
  func followTab(in stack: BackStack<Destination>) -> Bool {
    guard let tab else { return true }
    guard let current = stack.selecting(tab) else { return false }
    spec = current
    return true
  }

  // MARK: Guards

  /// Begins to ask these guards.
  func begin(asking guards: [HandlerList<NavigationGuard<Destination>>.Entry]) {
    self.guards = guards
  }

  /// Returns the guard that decides next, or nil if all have let the request proceed.
  func nextGuard() -> HandlerList<NavigationGuard<Destination>>.Entry? {
    let next = guards.dropFirst(askedGuards).firstIndex { !$0.isDisposed }
    askedGuards = next.map { $0 + 1 } ?? guards.endIndex
    return next.map { guards[$0] }
  }

  /// Whether this guard is deciding.
  func isAsking(_ id: Int) -> Bool { askedGuards > 0 && guards[askedGuards - 1].id == id }

  /// Replaces the operation, about which all guards are then asked.
  ///
  /// - Throws: An error if this has happened too often.
  func redirect(to other: NavigationSpec<Destination>) throws(NavigationError) {
    guard redirects < Self.redirectLimit else { throw .endlessRedirect(action: action()) }
    redirects += 1
    askedGuards = 0
    spec = other
    // Like an operation of the app, which asks no back handlers.
    asked = nil
    // The rows of the request belong to its original operation.
    rows = { other.opened.map { Rows.of($0) } ?? [] }
  }

  func refuse(_ error: NavigationError) {
    promise.settle(untyped: .refused(error))
    screen?.refuse(error)
  }

  /// Refuses the request because its driver was released, which may happen off the main actor.
  nonisolated func refuseWithoutHost() {
    promise.settle(untyped: .refused(.noHost(action: action())))
    guard let screen else { return }
    MainActorQueue.shared.enqueue { [action] in screen.refuse(.noHost(action: action())) }
  }
}

extension NavigationSpec {
  /// The operation itself, without each `below` around it.
  var operation: Self { if case .below(let spec) = self { spec.operation } else { self } }

  /// The screen that the operation opens on the stack it acts on, or nil if it opens none.
  var opened: Destination? {
    switch operation {
    case .push(let opened), .replace(let opened), .present(let opened),
      .replacePresented(let opened), .replaceAbove(_, with: let opened):
      opened
    case .steps(let steps): steps.last?.opened
    default: nil
    }
  }

  /// Whether only the shown screen may request the operation, because it acts on what is shown.
  ///
  /// Steps are requested as a whole, so the first one decides that moves screens.
  var actsOnShownScreen: Bool {
    switch firstMove {
    case .push, .replace, .pop, .popToRoot, .present, .dismiss, .replacePresented, .below: true
    default: false
    }
  }

  /// The operation itself, or the first of several steps that is not an update.
  private var firstMove: Self? {
    switch self {
    case .steps(let steps): steps.lazy.compactMap(\.firstMove).first
    case .update: nil
    default: self
    }
  }

  /// The same operation, in which `finish` names the screen that it closes.
  func naming(_ origin: BackStackEntryID?) -> Self {
    guard let origin else { return self }
    return switch self {
    case .finish(let result): .closeEntry(origin, result: result)
    case .steps(let steps): .steps(steps.map { $0.naming(origin) })
    case .below(let spec): .below(spec.naming(origin))
    default: self
    }
  }

  /// The effect that the operation lets the host carry out, or nil if it changes the stack.
  var effect: (any NavigationEffect)? {
    if case .launch(let effect) = operation { effect } else { nil }
  }

  /// The number of presented stacks above the one on which the operation acts.
  var depth: Int {
    switch self {
    case .below(let spec): spec.depth + 1
    case .steps(let steps): steps.last?.depth ?? 0
    default: 0
    }
  }

  /// Returns the reason with which the removed screens end.
  ///
  /// When the user dismisses a stack, its screens end with `back`. When the app does, with
  /// `closed`.
  func cancellation(isByUser: Bool) -> NavigationCancellation {
    switch operation {
    case .pop, .popTo, .popToEntry, .popToScreen, .popToRoot: .back
    case .dismiss where isByUser: .back
    default: .closed
    }
  }

  /// Whether repeating the operation has no effect, so that declarative hosts can repeat it.
  var isIdempotent: Bool {
    switch operation {
    case .present, .replacePresented, .tabs, .selectTab, .update: true
    case .steps(let steps): steps.allSatisfy(\.isIdempotent)
    default: false
    }
  }
}
