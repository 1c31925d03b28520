public import KalugaArchitecture

/// A navigator that opens no screens: it records requests, and answers them as the test specifies.
///
///     let navigator = RecordingNavigator<HomeNavigation>()
///     model.detailsTapped()
///     navigator.expect(.details(ada))
///     try navigator.finish(with: edited)             // the result of the opened screen
///
/// A test can also specify the answers in advance, by action:
///
///     navigator.answer { action in
///       switch action {
///       case .details: .finish(edited)
///       case .sheet: .refuse(.duplicate(screen: "sheet"))
///       }
///     }
///
/// Inside ``withExhaustiveChecks(except:allowing:limit:file:line:_:)`` and
/// similar checks, the test must inspect all actions, with `expect` or by reading ``actions``.
///
/// Kaluga: `MockNavigator`.
@MainActor
public final class RecordingNavigator<Action: NavigationAction>: Navigator {
  /// All requested actions, oldest first, including refused ones; reading marks them as inspected.
  public var actions: [Action] { recorded.seeAll().map(\.action) }

  /// The error that `navigate` throws from now on; nil to accept requests.
  ///
  /// Kaluga: `navigatorThatThrows`.
  public var failure: NavigationError?

  /// Requests instead of actions, because a dump of a request shows no private row.
  private let recorded: Recorded<NavigationRequest<Action, Never>>
  private let reporter = FailureReporter()
  private let listener = ArchitectureEvents.listener
  private let requests: OpenRequests
  private var script: @MainActor (Action) -> NavigationAnswer = { _ in .wait }

  /// Creates a navigator that accepts all requests, or that throws an error for each.
  public init(
    throwing failure: NavigationError? = nil,
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    self.failure = failure
    recorded = Recorded(
      .navigations,
      CallLocation(file, line),
      advice: "Check it with expect, read actions, or leave this check out with "
        + "except: .navigations",
      text: { String(reflecting: $0.action) }
    )
    requests = OpenRequests(recorded.location)
    TestWatch.current?.add(recorded)
    TestWatch.current?.add(requests)
  }

  deinit {
    // No call can finish these requests any more, and their callers must not wait forever.
    for request in requests.open.withLock({ $0 }) { request.cancel(.hostEnded) }
  }

  /// Sets the answers to later requests, by action; by default requests wait.
  ///
  /// `navigate` calls the closure after it has recorded the action.
  public func answer(_ script: @escaping @MainActor (Action) -> NavigationAnswer) {
    self.script = script
  }

  /// Records the action, and answers the request as the test specifies.
  ///
  /// By default, a request without a result ends as done, and a request with a result stays open
  /// until `finish` or `goBack` is called or the navigator is released.
  ///
  /// - Throws: The error of ``failure`` or of the answer, or `NavigationError.unexpectedResult` if
  ///   the answer finishes the request with a result of the wrong type.
  @discardableResult
  public func navigate<Result>(
    _ request: NavigationRequest<Action, Result>
  ) throws(NavigationError) -> NavigationTicket<Result> {
    recorded.append(NavigationRequest(request.action))
    if let failure { throw failure }
    let promise = NavigationPromise<Result>(listener: listener)
    let opened = OpenRecordedRequest(promise)
    switch script(request.action) {
    case .wait where Result.self == Never.self: promise.settle(.done)
    case .wait:
      promise.transitionDidEnd()
      requests.open.withLock { $0.append(opened) }
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

  /// Finishes the newest open request with a result, like a screen that returns it.
  ///
  /// - Throws: An error if no request is open, or if the newest one expects a result of another
  ///   type.
  public func finish<Result: Sendable>(
    with result: Result,
    file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    let request = try lastOpen("finish", CallLocation(file, line))
    guard request.finish(result) else {
      throw reporter.failure(
        "finish: the request expects a result of type \(request.expected), found \(Result.self): "
          + "pass a value of that type, or correct the request",
        at: CallLocation(file, line)
      )
    }
    _ = requests.open.withLock { $0.removeLast() }
  }

  /// Cancels the newest open request, like a screen that the user leaves without a result.
  ///
  /// - Throws: An error if no request is open.
  public func goBack(file: StaticString = #filePath, line: UInt = #line) throws {
    try lastOpen("goBack", CallLocation(file, line)).cancel(.back)
    _ = requests.open.withLock { $0.removeLast() }
  }

  private func lastOpen(
    _ call: String,
    _ location: CallLocation
  ) throws -> OpenRecordedRequest {
    guard let request = requests.open.withLock({ $0.last }) else {
      throw reporter.failure(
        "\(call): no request waits for a result, of \(recorded.values.count) recorded action(s): "
          + "let the code under test make a request with a result first",
        at: location
      )
    }
    return request
  }
}

extension RecordingNavigator where Action: Equatable {
  /// Checks that exactly these actions were requested, in this order, since the last inspection.
  ///
  ///     navigator.expect(.details(ada), .sheet)
  ///     navigator.expect()                             // no further action
  ///
  /// A failure shows the lines that differ; the test continues.
  public func expect(_ expected: Action..., file: StaticString = #filePath, line: UInt = #line) {
    let found = recorded.seeRest().map(\.action)
    if found == expected { return }
    reporter.report(
      differenceText(of: "the actions", expected: expected, found: found)
        + "\nMake the request in the code under test, or correct the expected actions",
      at: CallLocation(file, line)
    )
  }
}

/// How a ``RecordingNavigator`` answers a request.
public enum NavigationAnswer: Sendable {
  /// Leaves the request open for `finish` or `goBack`; ends a request without a result as done.
  case wait
  /// Finishes the request immediately with this result.
  case finish(any Sendable)
  /// Cancels the request immediately.
  case cancel(NavigationCancellation)
  /// Accepts the request, and ends its ticket as refused.
  case refuse(NavigationError)
  /// Lets `navigate` throw the error.
  case fail(NavigationError)
}

extension NavigationAnswer: CustomReflectable {
  /// The payload, with private rows redacted.
  public var customMirror: Mirror {
    let children: KeyValuePairs<String, Any> =
      switch self {
      case .wait: [:]
      case .finish(let result): ["finish": ShownValue.of(result)]
      case .cancel(let reason): ["cancel": reason]
      case .refuse(let error): ["refuse": error]
      case .fail(let error): ["fail": error]
      }
    return Mirror(self, children: children, displayStyle: .enum)
  }
}

/// An open request with a result of any type.
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

/// The requests whose results the code under test awaits.
@MainActor
private final class OpenRequests: RecordedByTest {
  let location: CallLocation
  nonisolated let open = Lock<[OpenRecordedRequest]>([])

  init(_ location: CallLocation) {
    self.location = location
  }

  let kind = ExhaustiveChecks.requests

  var count: Int { open.withLock { $0.count } }

  var unseen: String? {
    let open = open.withLock { $0 }
    if open.isEmpty { return nil }
    let types = open.map(\.expected).joined(separator: ", ")
    return "\(open.count) request(s) still wait for a result of type \(types): end each with "
      + "finish(with:) or goBack(), or leave this check out with except: .requests"
  }
}
