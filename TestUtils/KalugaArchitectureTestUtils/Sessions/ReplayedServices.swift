import KalugaArchitecture
import KalugaSessions

/// Gives an app the recorded answers of its services, at the recorded times.
///
///     func books(_ query: String) async throws -> [Book] {
///       try await services.answer("books", as: [Book].self)
///     }
///
/// The calls of a service receive the answers of the same calls in the session: the first call the
/// answer to the first call, even if the second call was answered earlier.
public final class ReplayedServices: Sendable {
  private enum Reply: Sendable {
    case step(Session.Step)
    /// The session or the process has ended without an answer.
    case ended
  }

  private struct Service {
    var nextCall = 0
    /// How often the recorded app has called the service.
    var callCount = 0
    private(set) var replies: [Int: Promise<Reply>] = [:]

    /// Returns the reply to a call, or nil if the recorded app has not made that call.
    mutating func reply(to call: Int) -> Promise<Reply>? {
      guard call < callCount else { return nil }
      let reply = replies[call] ?? Promise()
      replies[call] = reply
      return reply
    }
  }

  private struct State {
    var services: [String: Service] = [:]
    var gaps: [String] = []
  }

  private let state = Lock(State())

  init() {}

  /// Waits for the recorded answer to this call, and returns it.
  ///
  /// - Parameters:
  ///   - service: The name under which the answer was recorded.
  ///   - type: The type of the answer.
  ///   - failure: Makes the error of the app from a recorded failure.
  /// - Returns: The answer.
  /// - Throws: The recorded failure, or a ``ReplayedServiceError`` if the session has no answer.
  public func answer<Value: Decodable>(
    _ service: String,
    as type: Value.Type = Value.self,
    failure: (ReplayedFailure) -> any Error = { $0 }
  ) async throws -> Value {
    let (call, reply) = state.withLock { state -> (Int, Promise<Reply>?) in
      let call = state.services[service]?.nextCall ?? 0
      state.services[service, default: Service()].nextCall = call + 1
      return (call, state.services[service]?.reply(to: call))
    }
    guard let reply else { throw gap(.noFurtherAnswer(service: service, call: call + 1)) }
    guard case .step(let step)? = await reply.wait() else { throw CancellationError() }
    if let error = step.error {
      throw failure(ReplayedFailure(service: service, type: error, text: step.text))
    }
    if step.isMissing { throw gap(.redacted(service: service, call: call + 1)) }
    do {
      return try (step.value ?? .null).decoded(as: Value.self)
    } catch {
      throw gap(.unreadable(service: service, call: call + 1, expected: "\(Value.self)"))
    }
  }

  private func gap(_ error: ReplayedServiceError) -> ReplayedServiceError {
    state.withLock { $0.gaps.append("\(error)") }
    return error
  }

  // MARK: Replaying

  /// What the app has asked for and the session does not contain.
  var gaps: [String] { state.withLock { $0.gaps } }

  /// Begins the life of a process, whose calls are counted from its first one.
  ///
  /// - Parameters:
  ///   - steps: The events of the process.
  ///   - calls: How often each service was called.
  ///   - isBeginningMissing: Whether the process has made calls before the first event.
  func begin(_ steps: some Sequence<Session.Step>, calls: [String: Int], isBeginningMissing: Bool) {
    var services: [String: Service] = [:]
    for (name, count) in calls {
      let answered = steps.filter { $0.event == .answer && $0.name == name }.compactMap(\.call)
      let first = isBeginningMissing ? answered.min() ?? count : 0
      services[name] = Service(nextCall: first, callCount: count)
    }
    end(replacingBy: services)
  }

  /// Ends the waits for answers that never arrived.
  func end() {
    end(replacingBy: [:])
  }

  private func end(replacingBy services: [String: Service]) {
    let previous = state.withLock { state in
      let previous = state.services
      state.services = services
      return previous
    }
    for service in previous.values {
      for reply in service.replies.values { reply.settle(.ended) }
    }
  }

  /// Gives the app an answer, or keeps it until the app asks.
  func deliver(_ step: Session.Step) {
    let reply = state.withLock { state in
      step.name.flatMap { name in step.call.flatMap { state.services[name]?.reply(to: $0) } }
    }
    reply?.settle(.step(step))
  }
}

/// The failure of a service, as it was recorded.
public struct ReplayedFailure: Error, Hashable, CustomStringConvertible {
  /// The name of the service.
  public let service: String

  /// The name of the error's type.
  public let type: String

  /// The text of the error, if the app has recorded it.
  public let text: String?

  /// The service, the type and the text, in one line.
  public var description: String {
    "\(service) failed with \(type)" + (text.map { ": \($0)" } ?? "")
  }
}

/// A reason why a session has no answer for a call.
public enum ReplayedServiceError: Error, Hashable, CustomStringConvertible {
  /// The recorded app has not called the service so often.
  case noFurtherAnswer(service: String, call: Int)
  /// The whole answer was redacted.
  case redacted(service: String, call: Int)
  /// The answer does not decode.
  case unreadable(service: String, call: Int, expected: String)

  /// What is missing, in one line.
  public var description: String {
    switch self {
    case .noFurtherAnswer(let service, let call):
      "the session has no answer to call \(call) of '\(service)'"
    case .redacted(let service, let call): "the answer to call \(call) of '\(service)' is redacted"
    case .unreadable(let service, let call, let expected):
      "the answer to call \(call) of '\(service)' is not a \(expected)"
    }
  }
}
