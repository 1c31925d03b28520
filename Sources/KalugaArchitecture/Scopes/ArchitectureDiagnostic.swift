/// A problem that the toolkit has detected but cannot throw to a caller.
public struct ArchitectureDiagnostic: Sendable, CustomStringConvertible {
  /// The kind of a problem.
  public enum Kind: Sendable, Hashable {
    /// Work of a task scope ended with an error, and the scope has no error handler.
    case uncaughtError
    /// The observers of an observable wrote to it in a hundred consecutive rounds.
    case endlessRounds
    /// An API answered the same callback more than once.
    case repeatedAnswer
    /// A screen ended with a result that nothing received. If a link had opened the screen, this is
    /// reported to a handler only.
    case lostResult
    /// A request was refused after `navigate` had returned, and nothing waited for its ticket. Reported
    /// to a handler only.
    case refusedRequest
    /// A transition cannot show the rows of a content, because ``NavigationBundleSpec/codable(private:)``
    /// does not support its type.
    case refusedSpec
    /// A back handler belongs to a view model that is in no screen, so that nothing asks it.
    case unreachableBackHandler
    /// A lifecycle call did not fit the view model's stage and had no effect. Reported to a handler
    /// only.
    case ignoredLifecycleCall
    /// A nested stack could not be restored and starts with its first screen.
    case stackNotRestored
    /// Saved values could not be restored, and their properties begin with fresh values.
    case valueNotRestored
    /// The value of a property cannot be saved.
    case valueNotSaved
    /// A screen is pushed that has a nested stack, or is above one, and the host cannot show a stack
    /// inside another.
    case pushedStack
    /// Work was launched in `onCleared` of a view model, whose scope has ended.
    case refusedWork
    /// `onResume` or `onVisible` registers something at each call, and the earlier registrations
    /// stay.
    case repeatedRegistration
    /// Work that was cancelled does not end, and is not waited for any longer.
    case abandonedWork
    /// A sequence has ended because its consumer was cancelled before, and delivers nothing any more.
    case endedSequence
  }

  /// The kind of the problem.
  public let kind: Kind

  /// What happened, where, and what to do about it, in one line.
  ///
  /// Control characters are escaped, because the text may quote errors and names from other code.
  public let description: String

  /// Whether it is of interest only to those who look for it, and not printed without a handler.
  package let isForHandlersOnly: Bool

  package init(_ kind: Kind, _ description: String, isForHandlersOnly: Bool = false) {
    self.kind = kind
    self.isForHandlersOnly = isForHandlersOnly
    self.description = description.escapingControlCharacters()
  }
}

/// Passes the toolkit's diagnostics to a handler, or to standard error while no handler is set.
public enum ArchitectureDiagnostics {
  private static let handler = Lock<(@Sendable (ArchitectureDiagnostic) -> Void)?>(nil)

  /// Replaces the process-wide handler; nil restores standard error.
  ///
  /// The handler runs on the isolation that detected the problem, so several threads may call it at
  /// the same time. No lock is held, and the handler may replace itself.
  ///
  /// A test puts the previous handler back:
  ///
  ///     let previous = ArchitectureDiagnostics.setHandler { log.append($0) }
  ///     defer { ArchitectureDiagnostics.setHandler(previous) }
  ///
  /// - Returns: The previous handler, or nil if it was standard error.
  @discardableResult
  public static func setHandler(
    _ newHandler: (@Sendable (ArchitectureDiagnostic) -> Void)?
  ) -> (@Sendable (ArchitectureDiagnostic) -> Void)? {
    // The caller releases it, because that may run a user's `deinit` that calls this again.
    handler.withLock { handler in
      let previous = handler
      handler = newHandler
      return previous
    }
  }

  static func reportAbandoned(_ work: String, after patience: Duration) {
    report(
      ArchitectureDiagnostic(
        .abandonedWork,
        "cancelled work does not end, and is not waited for after \(patience): \(work). End it when "
          + "it is cancelled, such as in onCancel of withCallback."
      )
    )
  }

  static func reportEnded(
    _ sequence: Any.Type,
    in consumer: String,
    to listener: (any ArchitectureListener)? = nil
  ) {
    report(
      ArchitectureDiagnostic(
        .endedSequence,
        "a sequence delivers nothing when it is iterated again: \(sequence) in \(consumer). An "
          + "AsyncStream ends for good when its consumer is cancelled. Share it with shareIn, or use "
          + "a CallbackFlow."
      ),
      to: listener
    )
  }

  /// Reports a problem, and the error that was not handled, to the handler, to those who listen, and to
  /// the test that it belongs to.
  ///
  /// That is found by the listener of the scope with the problem, or of the task.
  package static func report(
    _ diagnostic: ArchitectureDiagnostic,
    error: (any Error)? = nil,
    to listener: (any ArchitectureListener)? = nil
  ) {
    ArchitectureEvents.send(.diagnostic(diagnostic))
    let listener = listener ?? ArchitectureEvents.listener
    let isReported = listener?.didFind(diagnostic, error: error) ?? false
    if let handler = handler.withLock({ $0 }) {
      handler(diagnostic)
    } else if !isReported, !diagnostic.isForHandlersOnly {
      var standardError = StandardError()
      print("KalugaArchitecture:", diagnostic, to: &standardError)
    }
  }
}
