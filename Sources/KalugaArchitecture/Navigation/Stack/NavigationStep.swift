/// What is done to the stack, and what of its data may be shown.
struct NavigationOperation<Destination: NavigationDestination>: Sendable {
  let spec: NavigationSpec<Destination>
  let rows: [NavigationBundleRow]
}

/// One request on its way: what it asks for, who waits, and how it takes place.
struct NavigationStep<Destination: NavigationDestination>: Sendable {
  let operation: NavigationOperation<Destination>
  let action: String
  let request: any OpenRequest
  /// Applies the operation, which a guard may have replaced.
  let run:
    @MainActor @Sendable (NavigationDriver<Destination>, NavigationOperation<Destination>)
      throws(NavigationError) -> Void

  func refuse(_ error: NavigationError) {
    request.refuse(error)
  }
}

/// The decision of the guards on one request.
@MainActor
struct NavigationDecision<Destination: NavigationDestination> {
  private static var redirectLimit: Int { 10 }

  let guards: [HandlerList<NavigationGuard<Destination>>.Entry]
  let step: NavigationStep<Destination>

  /// Asks the guards; the operation that may take place, or why none may.
  func decide(
    _ stack: () -> BackStack<Destination>
  ) async -> Result<NavigationOperation<Destination>, NavigationError> {
    var operation = step.operation
    for _ in 0...Self.redirectLimit {
      switch await firstObjection(to: operation.spec, stack) {
      case .proceed: return .success(operation)
      case .redirect(let other):
        // The rows of the request are not those of the screen that it does not come to.
        operation = NavigationOperation(spec: other, rows: other.opened.map { Rows.of($0) } ?? [])
      case .refuse(let reason):
        return .failure(.refused(action: step.action, reason: reason))
      }
    }
    return .failure(.endlessRedirect(action: step.action))
  }

  private func firstObjection(
    to spec: NavigationSpec<Destination>,
    _ stack: () -> BackStack<Destination>
  ) async -> NavigationGuardDecision<Destination> {
    for entry in guards where !entry.isDisposed {
      let decision = await entry.handler(spec, stack())
      guard case .proceed = decision else { return decision }
    }
    return .proceed
  }
}

extension NavigationSpec {
  /// The screen that the operation opens on top, if it opens one.
  var opened: Destination? {
    switch self {
    case .push(let opened), .replace(let opened), .present(let opened),
      .replacePresented(let opened), .replaceAbove(_, with: let opened):
      opened
    default: nil
    }
  }

  /// What those learn who wait for a result of a screen that the operation takes away; for what is
  /// dismissed it depends on whether the user did that, or the app.
  func cancellation(isByUser: Bool) -> NavigationCancellation {
    switch self {
    case .pop, .popTo, .popToRoot: .back
    case .dismiss where isByUser: .back
    default: .closed
    }
  }

  /// Whether hosts say this again and again, and mean nothing by it.
  var isIdempotent: Bool {
    switch self {
    case .present, .replacePresented, .tabs, .selectTab: true
    default: false
    }
  }
}
