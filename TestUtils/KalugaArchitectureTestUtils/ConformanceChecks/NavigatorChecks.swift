import KalugaArchitecture

/// Checks the rules of navigators, and collects the violations.
@MainActor
final class NavigatorChecks<Action: NavigationAction> {
  typealias Make = @MainActor (@escaping @MainActor () -> Void) throws -> NavigatorUnderTest<Action>

  private(set) var report = ConformanceReport<NavigatorRule>()
  private let limit: Duration
  private let makeUnderTest: Make

  init(limit: Duration, make: @escaping Make) {
    self.limit = limit
    makeUnderTest = make
  }

  // MARK: The rules

  func checkRequest(_ action: Action) async throws {
    let test = try make()
    guard let ticket = request(action, of: test), let other = request(action, of: test) else {
      return
    }
    if ticket === other { violate(.ownTicket, "two requests for \(text(action)) got the same") }
    for ticket in [ticket, other] {
      switch await transition(of: ticket) {
      case .success?: break
      case .failure(let error)?: violate(.acceptsItsActions, "\(text(action)) ended with: \(error)")
      case nil: violate(.transitionEnds, "that of \(text(action)) did not within \(limit)")
      }
      switch await outcome(of: ticket) {
      case .done?: break
      case .refused(let error)?:
        violate(.acceptsItsActions, "\(text(action)) was refused: \(error)")
      case let other?: violate(.endsAsDone, "\(text(action)) ended as \(other)")
      case nil: violate(.endsAsDone, "\(text(action)) did not end within \(limit)")
      }
    }
  }

  /// Checks a request for a result, whose screen may stay open.
  func checkResult(_ action: Action) async throws {
    let test = try make()
    guard let ticket = request(action, for: Answer.self, of: test) else { return }
    if await transition(of: ticket) == nil {
      violate(.transitionEnds, "that of \(text(action)) for a result did not within \(limit)")
    }
    var isOtherCancelled = false
    let cancelledWait = Task { @MainActor in await ticket.outcome }
    let other = Task { @MainActor in
      // Ignores the cancellation of this task at the end of the check.
      if case .cancelled(.waitCancelled) = await ticket.outcome, !Task.isCancelled {
        isOtherCancelled = true
      }
    }
    await Task { @MainActor in }.value
    cancelledWait.cancel()
    let cancelled = await value(atMost: limit) { await cancelledWait.value }
    await settle()
    if cancelled == nil { violate(.cancelledWait, "the wait did not end within \(limit)") }
    if isOtherCancelled {
      violate(.cancelledWait, "a wait that was not cancelled ended as waitCancelled")
    }
    other.cancel()
  }

  func checkDroppedTickets(_ first: Action, _ last: Action) async throws {
    let test = try make()
    for action in [first, last] {
      if request(action, of: test) == nil { return }
      _ = request(action, for: Answer.self, of: test)
    }
    await settle()
    guard let ticket = request(last, of: test) else { return }
    if await transition(of: ticket) == nil {
      violate(.droppedTicket, "\(text(last)) was not carried out within \(limit)")
    }
  }

  func checkReentrancy(_ first: Action, _ last: Action) async throws {
    let inner = InnerRequest<Action>(last)
    let test = try makeUnderTest { inner.make() }
    inner.navigator = test.navigator
    // The navigator retains the closure, and therefore the inner request.
    defer { inner.navigator = nil }
    guard let outer = request(first, of: test) else { return }
    let outerEnded = await transition(of: outer) != nil
    guard let result = inner.result else { return }
    if !outerEnded { violate(.reentrantRequest, "the outer request did not end within \(limit)") }
    switch result {
    case .failure(let error):
      // If the action is refused outside a request too, another rule is broken.
      if !report.isBroken(.acceptsItsActions) {
        violate(.reentrantRequest, "the inner request threw: \(error.debugDescription)")
      }
    case .success(let ticket):
      switch await transition(of: ticket) {
      case .success?: break
      case .failure(let error)?:
        violate(.reentrantRequest, "the inner request was refused: \(error)")
      case nil: violate(.reentrantRequest, "the inner request was not carried out within \(limit)")
      }
    }
  }

  func checkHostEnd(_ action: Action) async throws {
    var test: NavigatorUnderTest<Action>? = try make()
    let ticket = test.flatMap { request(action, for: Answer.self, of: $0) }
    test = nil
    guard let ticket else { return }
    if await outcome(of: ticket) == nil {
      violate(.endsWithHost, "\(text(action)) with a result did not end within \(limit)")
    }
  }

  func checkRelease(_ actions: [Action]) async throws {
    var test: NavigatorUnderTest<Action>? = try make()
    weak let navigator = test?.navigator
    for action in actions {
      guard let made = test, let ticket = request(action, of: made) else { return }
      _ = await transition(of: ticket)
      _ = request(action, for: Answer.self, of: made)
    }
    test = nil
    // Queued jobs and tasks that are being resumed may retain it until they have run.
    if await !wait(atMost: limit, until: { navigator == nil }) {
      violate(.release, "it is still alive after \(limit)")
    }
  }

  func checkRefusal(_ refused: Action, _ accepted: Action) async throws {
    let test = try make()
    // An error that `navigate` throws is a valid refusal.
    if let ticket = try? test.navigator.navigate(refused) {
      if case .refused(let error)? = await outcome(of: ticket) {
        if await transition(of: ticket) != .failure(error) {
          violate(.refusalEndsTransition, "that of \(text(refused)) ended as if it had taken place")
        }
      } else {
        violate(.refusalIsTold, "\(text(refused)) did neither")
      }
    }
    do throws(NavigationError) {
      let ticket = try test.navigator.navigate(accepted)
      if await transition(of: ticket) != .success(TransitionEnd()) {
        violate(.refusalChangesNothing, "\(text(accepted)) was not carried out")
      } else if !report.isBroken(.endsAsDone) {
        // Without a preceding refusal, the same request ended as done.
        if case .done? = await outcome(of: ticket) { return }
        violate(.refusalChangesNothing, "\(text(accepted)) no longer ended as done")
      }
    } catch {
      violate(.refusalChangesNothing, "\(text(accepted)) threw: \(error.debugDescription)")
    }
  }

  // MARK: The tools

  /// The result type of requests in these checks, which no screen returns.
  private struct Answer: Sendable {}

  private func make() throws -> NavigatorUnderTest<Action> {
    let test = try makeUnderTest {}
    report.name = "\(type(of: test.navigator))"
    return test
  }

  private func violate(_ rule: NavigatorRule, _ what: String) { report.violate(rule, what) }

  private func text(_ action: Action) -> String {
    "'\(caseName(of: action))'"
  }

  private func request(
    _ action: Action,
    of test: NavigatorUnderTest<Action>
  ) -> NavigationTicket<Never>? {
    request(action, for: Never.self, of: test)
  }

  private func request<Result: Sendable>(
    _ action: Action,
    for result: Result.Type,
    of test: NavigatorUnderTest<Action>
  ) -> NavigationTicket<Result>? {
    do throws(NavigationError) {
      return try test.navigator.navigate(NavigationRequest<Action, Result>(action))
    } catch .duplicate where result != Never.self {
      // A screen that is open already cannot be asked for a result.
      return nil
    } catch {
      violate(.acceptsItsActions, "\(text(action)) threw: \(error.debugDescription)")
      return nil
    }
  }

  private func transition<Value>(
    of ticket: NavigationTicket<Value>
  ) async -> Result<TransitionEnd, NavigationError>? {
    await value(atMost: limit) { () async -> Result<TransitionEnd, NavigationError> in
      if case .refused(let error) = await ticket.transitionOutcome { return .failure(error) }
      return .success(TransitionEnd())
    }
  }

  private func outcome<Value>(of ticket: NavigationTicket<Value>) async -> NavigationOutcome<Value>?
  {
    await value(atMost: limit) { await ticket.outcome }
  }
}

/// An equatable substitute for `Void`.
private struct TransitionEnd: Equatable {}

/// A single request that is made inside another request.
@MainActor
private final class InnerRequest<Action: NavigationAction> {
  var navigator: (any Navigator<Action>)?
  private(set) var result: Result<NavigationTicket<Never>, NavigationError>?
  private var isMade = false
  private let action: Action

  init(_ action: Action) {
    self.action = action
  }

  func make() {
    // Not inside its own request, nor while the navigator is being created.
    guard !isMade, let navigator else { return }
    isMade = true
    do throws(NavigationError) {
      result = .success(try navigator.navigate(action))
    } catch {
      result = .failure(error)
    }
  }
}
