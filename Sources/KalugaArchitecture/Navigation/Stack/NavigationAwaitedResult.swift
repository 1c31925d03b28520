/// What waits for the result of a screen on a saved stack.
public enum NavigationAwaitedResult: Hashable, Sendable, Codable {
  /// A task that awaits a ticket, and that ends with its process.
  case ticket
  /// The closure that the view model of a screen has registered under a key.
  case registered(screen: BackStackEntryID, key: String)
}

extension NavigationDriver {
  /// What a snapshot says about a request; nil if it has no receiver on the stack.
  func awaitedResult(_ receiver: NavigationResultReceiver?) -> NavigationAwaitedResult? {
    guard let receiver, let asker = receiver.screen, let screen = entryID(of: asker) else {
      return nil
    }
    return .registered(screen: screen, key: receiver.key)
  }

  /// Brings the results of restored screens to the closures that the view models have registered.
  func awaitRestoredResults() {
    for (id, record) in screens {
      guard case .registered(let screen, let key) = record.awaited,
        let receiver = screens[screen]?.viewModel as? any NavigationResultReceiving
      else { continue }
      // Made before the access to the record begins.
      let promise = receiver.makePromise(ofResultTo: key)
      screens[id]?.promise = promise
    }
  }

  /// Reports a result of a restored screen that nothing in this process waits for.
  func reportLostResult(of screen: Destination) {
    ArchitectureDiagnostics.report(
      ArchitectureDiagnostic(
        .lostResult,
        "the result of '\(screen.screenName)' is lost: what waited for it has ended with an earlier process, "
          + "and nothing is registered. Register a closure with onResult, and navigate with resultTo."
      )
    )
  }
}
