/// The receiver of the result of a screen on a saved stack.
public enum NavigationAwaitedResult: Hashable, Sendable, Codable {
  /// A ticket, which ends with its process.
  case ticket
  /// The closure that the view model of this screen has registered under a key.
  case registered(screen: BackStackEntryID, key: String)
}

extension NavigationDriver {
  /// Returns the receiver of a result for snapshots, or nil if its view model is not a screen on
  /// the stack.
  func awaitedResult(_ receiver: NavigationResultReceiver?) -> NavigationAwaitedResult? {
    guard let receiver, let asker = receiver.screen, let screen = entryID(of: asker) else {
      return nil
    }
    return .registered(screen: screen, key: receiver.key)
  }

  /// Makes a promise for each restored screen whose result a registered closure receives.
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

  /// Reports that a restored screen has ended with a result that has no receiver in this process.
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
