public import KalugaArchitecture

/// A navigator that goes nowhere: it records what it is asked for, and answers as the test says.
///
///     let navigator = RecordingNavigator<HomeNavigation>()
///     model.detailsTapped()
///     #expect(navigator.actions == [.details(ada)])
///     navigator.finish(with: edited)                 // what the opened screen gives back
///
/// or, said beforehand for each action:
///
///     navigator.answer { action in
///       switch action {
///       case .details: .finish(edited)
///       case .sheet: .refuse(.duplicate(screen: "sheet"))
///       }
///     }
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
  private var script: @MainActor (Action) -> NavigationAnswer = { _ in .wait }

  /// Creates a navigator that accepts everything, or throws an error each time.
  public init(throwing failure: NavigationError? = nil) {
    self.failure = failure
  }

  deinit {
    // Nobody can finish them any longer: who waits must not wait for ever.
    for request in openRequests { request.cancel(.hostEnded) }
  }

  /// Says how requests end from now on, by their action; without it all wait.
  ///
  /// The closure is called inside `navigate`, after the action was recorded.
  public func answer(_ script: @escaping @MainActor (Action) -> NavigationAnswer) {
    self.script = script
  }

  /// Records the action, and answers as the test says.
  ///
  /// Without a script a request without result ends as done, and one with a result stays open until
  /// `finish` or `goBack` is called, or the navigator is released. A script that finishes a request with a
  /// result of another type than the opener waits for makes this throw
  /// `NavigationError.unexpectedResult`.
  @discardableResult
  public func navigate<Result>(
    _ request: NavigationRequest<Action, Result>
  ) throws(NavigationError) -> NavigationTicket<Result> {
    actions.append(request.action)
    if let failure { throw failure }
    let ticket = NavigationTicket<Result>()
    let opened = OpenRecordedRequest(ticket)
    switch script(request.action) {
    case .wait where Result.self == Never.self: ticket.settle(.done)
    case .wait:
      ticket.transitionDidEnd()
      openRequests.append(opened)
    case .finish(let result):
      guard opened.finish(result) else {
        throw .unexpectedResult(
          screen: caseName(of: request.action),
          expected: opened.expected,
          found: "\(type(of: result))"
        )
      }
    case .cancel(let reason): opened.cancel(reason)
    case .refuse(let error): ticket.settle(.refused(error))
    case .fail(let error): throw error
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

/// How a recorded request ends.
public enum NavigationAnswer: Sendable {
  /// It waits for `finish` or `goBack`; without a result it is done.
  case wait
  /// The opened screen gives this result at once.
  case finish(any Sendable)
  /// The opened screen ends at once without a result.
  case cancel(NavigationCancellation)
  /// The navigator accepts the request, and its ticket is refused.
  case refuse(NavigationError)
  /// `navigate` throws.
  case fail(NavigationError)
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
