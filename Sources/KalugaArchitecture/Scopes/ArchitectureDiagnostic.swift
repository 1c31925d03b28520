/// A problem that the toolkit noticed and that is not an error of one call.
public struct ArchitectureDiagnostic: Sendable, CustomStringConvertible {
  /// The kind of a problem.
  public enum Kind: Sendable, Hashable {
    /// Work of a task scope ended with an error, and the scope has no error handler.
    case uncaughtError
    /// Observers wrote to what they observe in a hundred rounds in a row.
    case endlessRounds
    /// An API answered the same callback twice.
    case repeatedAnswer
    /// A restored screen ended with a result that nothing in this process waits for.
    case lostResult
    /// A lifecycle call made no sense in the view model's stage and did nothing. For debugging.
    case ignoredLifecycleCall
    /// A stack inside a screen could not be restored and begins with its first screen.
    case stackNotRestored
  }

  /// The kind of the problem.
  public let kind: Kind

  /// What happened, where, and what to do about it, in one line.
  ///
  /// Errors and names are foreign text: control characters in them are escaped.
  public let description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description.escapingControlCharacters()
  }
}

/// Passes the toolkit's diagnostics to a handler, or to standard error while no handler is set.
///
/// Diagnostics for debugging reach a handler only.
public enum ArchitectureDiagnostics {
  private static let handler = Lock<(@Sendable (ArchitectureDiagnostic) -> Void)?>(nil)

  /// Replaces the handler of the whole process; nil restores standard error.
  ///
  /// The handler is called on the isolation that noticed the problem, and under no lock.
  public static func setHandler(_ newHandler: (@Sendable (ArchitectureDiagnostic) -> Void)?) {
    // Released outside the lock: that may run a user's `deinit`, which may call this again.
    let previous = handler.withLock { handler in
      let previous = handler
      handler = newHandler
      return previous
    }
    withExtendedLifetime(previous) {}
  }

  package static func report(_ diagnostic: ArchitectureDiagnostic) {
    if let handler = handler.withLock({ $0 }) {
      handler(diagnostic)
    } else if diagnostic.kind.isShownByDefault {
      var standardError = StandardError()
      print("KalugaArchitecture:", diagnostic, to: &standardError)
    }
  }
}

extension ArchitectureDiagnostic.Kind {
  fileprivate var isShownByDefault: Bool {
    switch self {
    case .uncaughtError, .endlessRounds, .repeatedAnswer, .lostResult, .stackNotRestored: true
    case .ignoredLifecycleCall: false
    }
  }
}
