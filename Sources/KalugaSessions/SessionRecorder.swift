public import KalugaArchitecture

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Records the latest events of an app in memory, for a report that becomes a test.
///
///     let recorder = SessionRecorder<ShopMove>(privateKeys: ["card"])
///     …
///     recorder.record(.move(.search("tea")))
///     let books = try await recorder.answer("books") { try await catalogue.books("tea") }
///
/// An app without a recorder records nothing. The recorder keeps nothing outside the process: the
/// app writes or sends ``session`` itself.
///
/// A recorder can be used from any isolation, and keeps the order of the calls.
public final class SessionRecorder<Move: AppMove>: Sendable {
  private struct Entry {
    var step: Session.Step
    /// The JSON of the step's value.
    var json: Data?
  }

  private struct State {
    /// A ring: once it is full, the next entry replaces the oldest one.
    var entries: [Entry] = []
    var oldest = 0
    var droppedCount = 0
    var calls: [String: Int] = [:]
  }

  private let state = Lock(State())
  private let capacity: Int
  private let redaction: Redaction
  private let recordsErrorTexts: Bool
  private let now: @Sendable () -> Duration

  /// Creates a recorder; its session starts now.
  ///
  /// - Parameters:
  ///   - capacity: How many events to keep. The oldest ones are dropped.
  ///   - privateKeys: The names of properties, payload labels and enum cases whose values are
  ///     replaced by placeholders, at any depth. The private rows of a `NavigationBundleContent`
  ///     are always replaced. A move or an answer is not recorded if its JSON may have a private
  ///     value elsewhere, such as under an old key.
  ///   - recordsErrorTexts: Whether to record the texts of errors and diagnostics, which may quote
  ///     private values. Otherwise only the types of errors are recorded.
  ///   - clock: Measures the time between the events.
  ///   - session: The session of an earlier process whose state this process has restored. It is
  ///     continued with an event ``AppEvent/restart``.
  public init(
    capacity: Int = 500,
    privateKeys: Set<String> = [],
    recordsErrorTexts: Bool = false,
    clock: some Clock<Duration> = ContinuousClock(),
    continuing session: Session? = nil
  ) {
    // A programming error: such a recorder could not record anything.
    precondition(capacity > 0, "The capacity of a recorder must be at least 1, not \(capacity).")
    self.capacity = capacity
    self.recordsErrorTexts = recordsErrorTexts
    redaction = Redaction(privateKeys: privateKeys)
    let start = clock.now
    let base = Duration.nanoseconds(session?.steps.last?.at ?? 0)
    now = { base + start.duration(to: clock.now) }
    guard let session else { return }
    state.withLock { state in
      state.droppedCount = session.droppedCount
      state.calls = session.calls
    }
    for var step in session.steps {
      let json = step.value.take().flatMap { try? JSONEncoder().encode($0) }
      add(Entry(step: step, json: json))
    }
    record(.restart)
  }

  /// The events that the recorder contains.
  public var session: Session {
    let (entries, droppedCount, calls) = state.withLock { state in
      let entries = Array(state.entries[state.oldest...] + state.entries[..<state.oldest])
      return (entries, state.droppedCount, state.calls)
    }
    let steps = entries.map { entry in
      var step = entry.step
      let value = entry.json.flatMap { try? JSONDecoder().decode(JSONValue.self, from: $0) }
      // Reading a session does not distinguish null from no value.
      step.value = value == .null ? nil : value
      return step
    }
    return Session(steps: steps, droppedCount: droppedCount, calls: calls)
  }

  // MARK: Recording

  /// Records an event.
  ///
  /// Call this before the app carries it out.
  public func record(_ event: AppEvent<Move>) {
    switch event {
    case .move(let move):
      var value = redaction.record(move)
      // Reading a session does not distinguish null from no value, and a move needs one.
      if value.json == Data("null".utf8) { value = (nil, ["*"]) }
      add(step(.move), value: value)
    case .twice(let move):
      record(.move(move))
      record(.move(move))
    case .back: add(Entry(step: step(.back)))
    case .answer(let name): add(Entry(step: step(.choice, name: name)))
    case .partlyCovered: add(Entry(step: step(.partlyCovered)))
    case .background: add(Entry(step: step(.background)))
    case .foreground: add(Entry(step: step(.foreground)))
    case .wide: add(Entry(step: step(.wide)))
    case .narrow: add(Entry(step: step(.narrow)))
    case .restart:
      var step = step(.restart)
      step.calls = state.withLock { state in
        defer { state.calls = [:] }
        return state.calls
      }
      add(Entry(step: step))
    }
  }

  /// Calls a service, and records its answer or its error at the time at which it arrives.
  ///
  /// - Parameters:
  ///   - service: The name under which the test asks for the answer. It is recorded as it is.
  ///   - body: The call.
  /// - Returns: The answer.
  /// - Throws: The error of the call.
  public func answer<Value: Codable, Failure: Error>(
    _ service: String,
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let call = state.withLock { state in
      let call = state.calls[service, default: 0]
      state.calls[service] = call + 1
      return call
    }
    do throws(Failure) {
      let value = try await body()
      add(step(.answer, name: service, call: call), value: redaction.record(value))
      return value
    } catch {
      add(step(.answer, name: service, call: call), error: error)
      throw error
    }
  }

  /// Records an error that shows that the app has failed, such as the error of a move.
  public func recordFailure(_ error: any Error) {
    add(step(.failure), error: error)
  }

  /// Records a diagnostic of the toolkit.
  ///
  ///     ArchitectureDiagnostics.setHandler { recorder.recordFailure($0) }
  public func recordFailure(_ diagnostic: ArchitectureDiagnostic) {
    var step = step(.diagnostic, name: "\(diagnostic.kind)")
    if recordsErrorTexts { step.text = "\(diagnostic)" }
    add(Entry(step: step))
  }

  private func step(
    _ event: Session.Step.Kind,
    name: String? = nil,
    call: Int? = nil
  ) -> Session.Step {
    let (seconds, attoseconds) = now().components
    let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    // A clock of the app may go back.
    return Session.Step(at: max(0, nanoseconds), event, name: name, call: call)
  }

  private func add(_ step: Session.Step, value: Redaction.Recorded) {
    var step = step
    step.redacted = value.redacted
    add(Entry(step: step, json: value.json))
  }

  private func add(_ step: Session.Step, error: any Error) {
    var step = step
    step.error = "\(type(of: error))"
    if recordsErrorTexts { step.text = "\(error)" }
    add(Entry(step: step))
  }

  private func add(_ entry: Entry) {
    state.withLock { state in
      if state.entries.count < capacity {
        state.entries.append(entry)
      } else {
        state.entries[state.oldest] = entry
        state.oldest = (state.oldest + 1) % capacity
        state.droppedCount += 1
      }
    }
  }
}
