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
      screens[id]?.promises = [promise].compactMap(\.self)
    }
  }

  /// Lets a screen that takes the place of another one owe its result.
  ///
  /// If the opener of the new screen expects a result of another type, the older request is cancelled
  /// together with the screen that leaves.
  func passResult(from old: BackStackEntryID, to new: BackStackEntryID) {
    guard let record = screens[old] else { return }
    let types = (record.promises + (screens[new]?.promises ?? [])).map {
      ObjectIdentifier($0.resultType)
    }
    guard Set(types).count <= 1 else { return }
    screens[new, default: ScreenRecord()].promises.insert(contentsOf: record.promises, at: 0)
    // What waits in this process counts, and only then what waited in an earlier one. A closure also
    // counts in a later process, unlike a ticket.
    let isLasting = !record.promises.isEmpty && record.awaited != .ticket
    if isLasting || screens[new]?.awaited == nil { screens[new]?.awaited = record.awaited }
    screens[old]?.promises = []
    screens[old]?.awaited = nil
  }

  /// Reports that a screen has ended with a result that has no receiver.
  ///
  /// - Parameters:
  ///   - id: The screen, or nil if none was closed.
  ///   - stack: The stack with the screen.
  ///   - loss: The reason why it has none.
  func reportLostResult(
    of id: BackStackEntryID?,
    in stack: BackStack<Destination>,
    _ loss: LostResult
  ) {
    let screen = stack.entries.first { $0.id == id } ?? stack.top
    ArchitectureDiagnostics.reportLostResult(of: screen.destination, loss, to: scope.core.listener)
  }
}

/// The reason why a result has no receiver.
enum LostResult {
  /// What waited for it has ended with an earlier process.
  case withEarlierProcess
  /// The opener of the screen navigated with an action, which asks for no result.
  case ofBareAction(Any.Type, result: Any.Type)
  /// Nothing asked for it, for example because a link opened the screen.
  case unasked
  /// Nothing waited for the ticket of the request.
  case ofDroppedTicket
  /// The view model that has registered a closure was cleared before its task ran.
  case ofEndedReceiver

  /// Whether only handlers receive the diagnostic, because it reports no mistake.
  var isForHandlersOnly: Bool { if case .unasked = self { true } else { false } }

  var reason: String {
    switch self {
    case .withEarlierProcess:
      "what waited for it has ended with an earlier process, and nothing is registered. Register a "
        + "closure with onResult, and navigate with resultTo."
    case .ofBareAction(let action, let result):
      "an action of '\(action)' opened the screen, and asks for no result. Navigate with a "
        + "NavigationRequest<\(action), \(result)>, whose name differs from that of the action."
    case .unasked:
      "no request waits for it. Open the screen with a request that has a result type."
    case .ofDroppedTicket:
      "nothing waited for its ticket, or what waited has ended. Await the ticket in a scope that "
        + "outlives the screen, or register a closure with onResult."
    case .ofEndedReceiver:
      "the view model whose closure receives it was cleared before. A result arrives one turn of the "
        + "main actor after the transition: let a test wait for its effect before it ends the driver."
    }
  }
}

extension ArchitectureDiagnostics {
  static func reportLostResult(
    of screen: (any NavigationDestination)?,
    _ loss: LostResult,
    to listener: (any ArchitectureListener)?
  ) {
    let result = screen.map { "the result of '\($0.screenName)'" } ?? "the result of a request"
    let text = "\(result) is lost: \(loss.reason)"
    report(
      ArchitectureDiagnostic(.lostResult, text, isForHandlersOnly: loss.isForHandlersOnly),
      to: listener
    )
  }
}
