public import KalugaArchitecture

/// A navigator that goes nowhere: it records what it is asked for, and answers as the test says.
///
///     let navigator = RecordingNavigator<HomeNavigation>()
///     model.detailsTapped()
///     #expect(navigator.actions == [.details(ada)])
///     navigator.finish(with: edited)                 // what the opened screen gives back
///
/// Kaluga: `MockNavigator`.
@MainActor
public final class RecordingNavigator<Action: NavigationAction>: Navigator {
  /// All actions that were asked for, refused ones included, oldest first.
  public private(set) var actions: [Action] = []

  /// What `navigate` throws from now on; nil accepts everything.
  ///
  /// Kaluga: `navigatorThatThrows`.
  public var failure: NavigationError?

  private var openRequests: [OpenRecordedRequest] = []

  /// Creates a navigator that accepts everything, or throws an error each time.
  public init(throwing failure: NavigationError? = nil) {
    self.failure = failure
  }

  deinit {
    // Nobody can finish them any longer: who waits must not wait for ever.
    for request in openRequests { request.cancel(.hostEnded) }
  }

  /// Records the action, and throws if the test wants that.
  ///
  /// A request without result ends as done; one with a result stays open until `finish` or
  /// `goBack` is called, or the navigator is released.
  @discardableResult
  public func navigate<Result>(
    _ request: NavigationRequest<Action, Result>
  ) throws(NavigationError) -> NavigationTicket<Result> {
    actions.append(request.action)
    if let failure { throw failure }
    let ticket = NavigationTicket<Result>()
    if Result.self == Never.self {
      ticket.settle(.done)
    } else {
      ticket.transitionDidEnd()
      openRequests.append(OpenRecordedRequest(ticket))
    }
    return ticket
  }

  /// Lets the screen that was opened last end with a result.
  ///
  /// - Throws: That no screen is open, or that its opener waits for another type.
  public func finish<Result: Sendable>(
    with result: Result,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    let request = try lastOpen("finish", CallLocation(fileID: fileID, line: line))
    guard request.finish(result) else {
      throw TestUtilsError(
        "finish: the opener waits for a result of type \(request.expected), not \(Result.self)",
        CallLocation(fileID: fileID, line: line)
      )
    }
    openRequests.removeLast()
  }

  /// Lets the screen that was opened last end without a result.
  ///
  /// - Throws: That no screen is open.
  public func goBack(fileID: StaticString = #fileID, line: UInt = #line) throws {
    try lastOpen("goBack", CallLocation(fileID: fileID, line: line)).cancel(.back)
    openRequests.removeLast()
  }

  private func lastOpen(
    _ call: String,
    _ location: CallLocation
  ) throws -> OpenRecordedRequest {
    guard let request = openRequests.last else {
      throw TestUtilsError(
        "\(call): nobody waits for a result; recorded were \(actions.count) action(s)",
        location
      )
    }
    return request
  }
}

/// A request whose ticket waits for the test, whatever its type.
private struct OpenRecordedRequest: Sendable {
  let expected: String
  let finish: @Sendable (any Sendable) -> Bool
  let cancel: @Sendable (NavigationCancellation) -> Void

  init<Result>(_ ticket: NavigationTicket<Result>) {
    expected = "\(Result.self)"
    finish = { value in
      guard let result = value as? Result else { return false }
      ticket.settle(.finished(result))
      return true
    }
    cancel = { ticket.settle(.cancelled($0)) }
  }
}
