public import KalugaArchitecture

/// A navigator that goes nowhere: it records what it is asked for, and answers as the test says.
///
///     let navigator = RecordingNavigator<HomeNavigation>()
///     model.detailsTapped()
///     navigator.expect(.details(ada))
///     try navigator.finish(with: edited)             // what the opened screen gives back
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
/// Inside ``withExhaustiveChecks(except:limit:_:)`` the test has to look at all actions, with `expect` or by
/// reading ``actions``.
///
/// Kaluga: `MockNavigator`.
@MainActor
public final class RecordingNavigator<Action: NavigationAction>: Navigator {
  /// All actions that were asked for, refused ones included, oldest first.
  public var actions: [Action] { recorded.seeAll() }

  /// What `navigate` throws from now on; nil accepts everything.
  ///
  /// Kaluga: `navigatorThatThrows`.
  public var failure: NavigationError?

  private let recorded: Recorded<Action>
  private let reporter = FailureReporter()
  private var openRequests: [OpenRecordedRequest] = []
  private var script: @MainActor (Action) -> NavigationAnswer = { _ in .wait }

  /// Creates a navigator that accepts everything, or throws an error each time.
  ///
  /// - Parameters:
  ///   - failure: What it throws; nil accepts everything.
  ///   - fileID: Where it is reported that the test did not look at everything.
  ///   - filePath: Where it is reported that the test did not look at everything.
  ///   - line: Where it is reported that the test did not look at everything.
  ///   - column: Where it is reported that the test did not look at everything.
  public init(
    throwing failure: NavigationError? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.failure = failure
    recorded = Recorded(
      .navigations,
      CallLocation(fileID, filePath, line, column),
      advice: "check it with expect, read actions, or leave this check out with "
        + "except: .navigations"
    )
    TestWatch.current?.add(recorded)
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
    recorded.append(request.action)
    if let failure { throw failure }
    let promise = NavigationPromise<Result>()
    let opened = OpenRecordedRequest(promise)
    switch script(request.action) {
    case .wait where Result.self == Never.self: promise.settle(.done)
    case .wait:
      promise.transitionDidEnd()
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
    case .refuse(let error): promise.settle(.refused(error))
    case .fail(let error): throw error
    }
    return promise.ticket
  }

  /// Lets the screen that was opened last end with a result.
  ///
  /// - Throws: That no screen is open, or that its opener waits for another type.
  public func finish<Result: Sendable>(
    with result: Result,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws {
    let request = try lastOpen("finish", CallLocation(fileID, filePath, line, column))
    guard request.finish(result) else {
      throw reporter.failure(
        "finish: the opener waits for a result of type \(request.expected), not \(Result.self): "
          + "finish with the former, or correct the request",
        at: CallLocation(fileID, filePath, line, column)
      )
    }
    openRequests.removeLast()
  }

  /// Lets the screen that was opened last end without a result.
  ///
  /// - Throws: That no screen is open.
  public func goBack(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws {
    try lastOpen("goBack", CallLocation(fileID, filePath, line, column)).cancel(.back)
    openRequests.removeLast()
  }

  private func lastOpen(
    _ call: String,
    _ location: CallLocation
  ) throws -> OpenRecordedRequest {
    guard let request = openRequests.last else {
      throw reporter.failure(
        "\(call): nobody waits for a result; recorded were \(recorded.values.count) action(s): "
          + "let the code under test navigate first, with a request that has a result",
        at: location
      )
    }
    return request
  }
}

extension RecordingNavigator where Action: Equatable {
  /// Checks that since the last look exactly these actions were asked for, in this order.
  ///
  ///     navigator.expect(.details(ada), .sheet)
  ///     navigator.expect()                             // nothing
  ///
  /// A failure shows in what they differ, line by line; the test goes on.
  public func expect(
    _ expected: Action...,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let found = recorded.seeRest()
    if found == expected { return }
    reporter.report(
      "the actions are other ones: \(differenceText(expected: expected, found: found))",
      at: CallLocation(fileID, filePath, line, column)
    )
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

/// A request whose promise waits for the test, whatever its type.
private struct OpenRecordedRequest: Sendable {
  let expected: String
  let finish: @Sendable (any Sendable) -> Bool
  let cancel: @Sendable (NavigationCancellation) -> Void

  init<Result>(_ promise: NavigationPromise<Result>) {
    expected = "\(Result.self)"
    finish = { value in
      guard let result = value as? Result else { return false }
      promise.settle(.finished(result))
      return true
    }
    cancel = { promise.settle(.cancelled($0)) }
  }
}
