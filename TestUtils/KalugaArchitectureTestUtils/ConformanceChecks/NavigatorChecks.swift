import KalugaArchitecture

/// The checks behind the conformance suite of navigators, and what they found.
@MainActor
final class NavigatorChecks<Action: NavigationAction> {
  typealias Make = @MainActor (@escaping @MainActor () -> Void) throws -> NavigatorUnderTest<Action>

  /// What happened instead, by the rule that it breaks; the first finding for each.
  private(set) var violations: [NavigatorRule: String] = [:]
  private(set) var checked: Set<NavigatorRule> = []
  private(set) var name = "the navigator"

  private let limit: Duration
  private let makeUnderTest: Make

  init(limit: Duration, make: @escaping Make) {
    self.limit = limit
    makeUnderTest = make
  }

  // MARK: The rules

  func checkRequest(_ action: Action) async throws {
    let test = try make()
    check(.ownTicket, .transitionEnds, .endsAsDone)
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

  /// A request whose screen may stay open.
  func checkResult(_ action: Action) async throws {
    let test = try make()
    check(.cancelledWait)
    guard let ticket = request(action, for: Answer.self, of: test) else { return }
    if await transition(of: ticket) == nil {
      violate(.transitionEnds, "that of \(text(action)) for a result did not within \(limit)")
    }
    var isOtherCancelled = false
    let cancelledWait = Task { @MainActor in await ticket.outcome }
    let other = Task { @MainActor in
      // Only one that nobody cancelled counts.
      if case .cancelled(.waitCancelled) = await ticket.outcome, !Task.isCancelled {
        isOtherCancelled = true
      }
    }
    await Task { @MainActor in }.value
    cancelledWait.cancel()
    let cancelled = await value { await cancelledWait.value }
    await settle()
    if cancelled == nil { violate(.cancelledWait, "the wait did not end within \(limit)") }
    if isOtherCancelled {
      violate(.cancelledWait, "a wait that was not cancelled ended as waitCancelled")
    }
    other.cancel()
  }

  func checkDroppedTickets(_ first: Action, _ last: Action) async throws {
    let test = try make()
    check(.droppedTicket)
    for action in [first, last] {
      if request(action, of: test) == nil { return }
      if request(action, for: Answer.self, of: test) == nil { return }
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
    // The navigator holds the closure, and with it what is made inside.
    defer { inner.navigator = nil }
    guard let outer = request(first, of: test) else { return }
    let outerEnded = await transition(of: outer) != nil
    guard let result = inner.result else { return }
    check(.reentrantRequest)
    if !outerEnded { violate(.reentrantRequest, "the outer one did not end within \(limit)") }
    switch result {
    case .failure(let error):
      // An action that is refused anywhere says nothing about this.
      if violations[.acceptsItsActions] == nil {
        violate(.reentrantRequest, "it threw: \(error)")
      }
    case .success(let ticket):
      switch await transition(of: ticket) {
      case .success?: break
      case .failure(let error)?: violate(.reentrantRequest, "it was refused: \(error)")
      case nil: violate(.reentrantRequest, "it was not carried out within \(limit)")
      }
    }
  }

  func checkHostEnd(_ action: Action) async throws {
    check(.endsWithHost)
    var test: NavigatorUnderTest<Action>? = try make()
    let ticket = test.flatMap { request(action, for: Answer.self, of: $0) }
    test = nil
    guard let ticket else { return }
    if await outcome(of: ticket) == nil {
      violate(.endsWithHost, "that for a result of \(text(action)) did not end within \(limit)")
    }
  }

  func checkRelease(_ actions: [Action]) async throws {
    check(.release)
    var test: NavigatorUnderTest<Action>? = try make()
    weak let navigator = test?.navigator
    for action in actions {
      guard let made = test, let ticket = request(action, of: made) else { return }
      _ = await transition(of: ticket)
      _ = request(action, for: Answer.self, of: made)
    }
    test = nil
    // What is queued or is being resumed may hold it until it has run.
    if await !wait(atMost: limit, until: { navigator == nil }) {
      violate(.release, "it still lives after \(limit)")
    }
  }

  func checkRefusal(_ refused: Action, _ accepted: Action) async throws {
    let test = try make()
    check(.refusalIsTold, .refusalEndsTransition, .refusalChangesNothing)
    // One that throws has told it.
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
      } else if violations[.endsAsDone] == nil {
        // It has ended as done where nothing was refused before.
        if case .done? = await outcome(of: ticket) { return }
        violate(.refusalChangesNothing, "\(text(accepted)) did not end as done any longer")
      }
    } catch {
      violate(.refusalChangesNothing, "\(text(accepted)) threw: \(error)")
    }
  }

  // MARK: The tools

  /// What requests of the checks wait for; no screen gives it.
  private struct Answer: Sendable {}

  private func make() throws -> NavigatorUnderTest<Action> {
    let test = try makeUnderTest {}
    name = "\(type(of: test.navigator))"
    return test
  }

  private func check(_ rules: NavigatorRule...) {
    checked.formUnion(rules + [.acceptsItsActions])
  }

  private func violate(_ rule: NavigatorRule, _ what: String) {
    violations[rule] = violations[rule] ?? what
  }

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
    } catch {
      violate(.acceptsItsActions, "\(text(action)) threw: \(error)")
      return nil
    }
  }

  private func transition<Value>(
    of ticket: NavigationTicket<Value>
  ) async -> Result<TransitionEnd, NavigationError>? {
    await value { () async -> Result<TransitionEnd, NavigationError> in
      if case .refused(let error) = await ticket.transitionOutcome { return .failure(error) }
      return .success(TransitionEnd())
    }
  }

  private func outcome<Value>(of ticket: NavigationTicket<Value>) async -> NavigationOutcome<Value>?
  {
    await value { await ticket.outcome }
  }

  /// What the closure returns, or nil if that takes too long.
  private func value<Value: Sendable>(
    _ body: @escaping @MainActor () async -> Value
  ) async -> Value? {
    let end = Promise<Void>()
    let task = Task { @MainActor in
      let value = await body()
      end.settle(())
      return value
    }
    guard await wait(for: end, atMost: limit) else {
      task.cancel()
      return nil
    }
    return await task.value
  }
}

/// A `Void` that can be compared.
private struct TransitionEnd: Equatable {}

/// The one request that is made from inside another one.
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
    // Not in the request that it makes itself, nor while the navigator is being made.
    guard !isMade, let navigator else { return }
    isMade = true
    do throws(NavigationError) {
      result = .success(try navigator.navigate(action))
    } catch {
      result = .failure(error)
    }
  }
}
