/// One request on its way through a driver: what is asked for, and which promises end with it.
@MainActor
final class PendingNavigation<Destination: NavigationDestination> {
  private static var redirectLimit: Int { 10 }

  /// What is asked for; a guard may replace it.
  private(set) var spec: NavigationSpec<Destination>
  /// What of its data may be shown.
  private(set) var rows: @Sendable () -> [NavigationBundleRow]
  /// The name of what asked for it, for errors.
  let action: @Sendable () -> String
  let isByUser: Bool
  let promise: any AnyNavigationPromise
  /// The screen of a router, which may bring its view model.
  let screen: ScreenPromise<Destination>?
  /// Which registered closure gets the result; nil if only a ticket reports it.
  let awaited: NavigationAwaitedResult?

  init(
    _ spec: NavigationSpec<Destination>,
    action: @escaping @Sendable () -> String,
    rows: @escaping @Sendable () -> [NavigationBundleRow],
    _ promise: any AnyNavigationPromise,
    isByUser: Bool,
    screen: ScreenPromise<Destination>?,
    awaited: NavigationAwaitedResult?
  ) {
    self.spec = spec
    self.rows = rows
    self.action = action
    self.promise = promise
    self.isByUser = isByUser
    self.screen = screen
    self.awaited = awaited
  }

  /// Asks the guards, each redirect from the beginning.
  func pass(
    _ guards: [HandlerList<NavigationGuard<Destination>>.Entry],
    _ stack: InitializedSubject<BackStack<Destination>>
  ) async throws(NavigationError) {
    var redirects = 0
    var next = guards.startIndex
    while next < guards.endIndex {
      let entry = guards[next]
      next += 1
      if entry.isDisposed { continue }
      switch await entry.handler(spec, stack.current) {
      case .proceed: continue
      case .refuse(let reason): throw .refused(action: action(), reason: reason)
      case .redirect(let other):
        guard redirects < Self.redirectLimit else { throw .endlessRedirect(action: action()) }
        redirects += 1
        next = guards.startIndex
        spec = other
        // The rows of the request are not those of the screen that it does not lead to.
        rows = { other.opened.map { Rows.of($0) } ?? [] }
      }
    }
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
  /// The screen that the operation opens on the stack it acts on, if it opens one.
  var opened: Destination? {
    switch self {
    case .push(let opened), .replace(let opened), .present(let opened),
      .replacePresented(let opened), .replaceAbove(_, with: let opened):
      opened
    case .below(let spec): spec.opened
    default: nil
    }
  }

  /// How many presented stacks the operation leaves alone.
  var depth: Int { if case .below(let spec) = self { spec.depth + 1 } else { 0 } }

  /// Why the screens end that the operation removes.
  ///
  /// What is dismissed was left by the user, or closed by the app.
  func cancellation(isByUser: Bool) -> NavigationCancellation {
    switch self {
    case .pop, .popTo, .popToRoot: .back
    case .dismiss where isByUser: .back
    case .below(let spec): spec.cancellation(isByUser: isByUser)
    default: .closed
    }
  }

  /// Whether hosts repeat the operation without meaning anything by it.
  var isIdempotent: Bool {
    switch self {
    case .present, .replacePresented, .tabs, .selectTab, .update: true
    case .below(let spec): spec.isIdempotent
    default: false
    }
  }
}
