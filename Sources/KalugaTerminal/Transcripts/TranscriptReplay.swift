public import KalugaArchitecture

/// Turns recorded transitions into operations on a back stack, and carries them out.
///
///     let replay = TranscriptReplay(routes: routes) { redaction in
///       redaction.row == "token" ? .string("sesame") : nil
///     }
///     try await replay.run(TransitionTranscript(parsing: text), on: driver)
///
/// Each operation must lead to the stack that was recorded with it. Rows come back with the values
/// that the transcript shows: dates to the millisecond. JSON that looks like another value, as a
/// number, is read as JSON where the spec takes nothing else.
public struct TranscriptReplay<Destination: Codable & Hashable & Sendable>: Sendable {
  /// A row whose value the transcript does not show.
  public struct Redaction: Hashable, Sendable {
    /// Which transition of the transcript, from 1.
    public let entry: Int

    /// The screen that the row belongs to.
    public let screen: String

    /// The keys to the row, with array positions: `user.tokens[2]`.
    public let row: String
  }

  private let routes: [TranscriptRoute<Destination>]
  private let value: @Sendable (Redaction) -> NavigationBundleValue?

  /// Creates a replay.
  ///
  /// - Parameters:
  ///   - routes: Say what the names in the transcript stand for.
  ///   - value: Supplies the values of private rows; by default none, and then a transition that
  ///     needs one is refused.
  public init(
    routes: [TranscriptRoute<Destination>],
    value: @escaping @Sendable (Redaction) -> NavigationBundleValue? = { _ in nil }
  ) {
    self.routes = routes
    self.value = value
  }

  // MARK: Operations

  /// The operations of a transcript, in order.
  ///
  /// - Parameters:
  ///   - transcript: What was recorded.
  ///   - stack: The stack that the first operation applies to.
  /// - Returns: One operation for each transition but `start`.
  /// - Throws: The first transition that cannot be replayed.
  public func specs(
    for transcript: TransitionTranscript,
    from stack: BackStack<Destination>
  ) throws(TranscriptReplayError) -> [NavigationSpec<Destination>] {
    try steps(for: transcript, from: stack).map(\.spec)
  }

  /// Carries out the operations of a transcript on a driver that has started.
  ///
  /// Nothing is carried out unless the whole transcript can be read. Returns when the last
  /// transition has taken place. Guards of the driver are asked as for any request.
  ///
  /// - Throws: The first transition that cannot be read, that the driver refuses, or that does not
  ///   lead to the recorded stack. Those before it have taken place if all could be read.
  @MainActor
  public func run(
    _ transcript: TransitionTranscript,
    on driver: NavigationDriver<Destination>
  ) async throws(TranscriptReplayError) {
    for step in try steps(for: transcript, from: driver.stack.current) {
      do {
        try await driver.perform(step.spec, action: "replay", rows: step.rows).transitioned()
      } catch {
        throw step.problem(.refused(error))
      }
      let found = "\(driver.stack.current)"
      guard found == step.entry.stack else {
        throw step.problem(.differentStack(expected: step.entry.stack, found: found))
      }
    }
  }

  private struct Step {
    let number: Int
    let entry: TranscriptEntry
    let spec: NavigationSpec<Destination>
    let rows: [NavigationBundleRow]

    func problem(_ reason: TranscriptReplayError.Reason) -> TranscriptReplayError {
      TranscriptReplayError(entry: number, kind: entry.kind, reason: reason)
    }
  }

  private func steps(
    for transcript: TransitionTranscript,
    from stack: BackStack<Destination>
  ) throws(TranscriptReplayError) -> [Step] {
    var stack = stack
    var steps: [Step] = []
    for (index, entry) in transcript.entries.enumerated() {
      do throws(TranscriptReplayFailure) {
        if entry.kind == "start" {
          guard "\(stack)" == entry.stack else {
            throw .init(.differentStack(expected: entry.stack, found: "\(stack)"))
          }
          continue
        }
        let reader = TranscriptEntryReader(number: index + 1, entry: entry, routes, value)
        let (spec, next) = try reader.operation(on: stack)
        steps.append(Step(number: index + 1, entry: entry, spec: spec, rows: entry.rows))
        stack = next
      } catch {
        throw TranscriptReplayError(entry: index + 1, kind: entry.kind, reason: error.reason)
      }
    }
    return steps
  }
}

/// Why one entry cannot be replayed, before its place is added.
struct TranscriptReplayFailure: Error {
  let reason: TranscriptReplayError.Reason

  init(_ reason: TranscriptReplayError.Reason) {
    self.reason = reason
  }
}
