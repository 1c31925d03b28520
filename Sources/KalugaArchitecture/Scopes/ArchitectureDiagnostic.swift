/// Something the toolkit noticed that is not an error of one call, and that nobody else would see.
public struct ArchitectureDiagnostic: Sendable, CustomStringConvertible {
  /// What kind of thing happened.
  public enum Kind: Sendable, Hashable {
    /// Work of a task scope ended with an error and the scope has no handler of its own.
    case uncaughtError
    /// Observers kept writing to what they observe, for a hundred rounds in a row.
    case endlessRounds
    /// An API answered a callback again that had been answered.
    case repeatedAnswer
    /// A lifecycle call made no sense where the view model was, and did nothing. For debugging.
    case ignoredLifecycleCall
  }

  /// What kind of thing happened.
  public let kind: Kind

  /// What happened, to what, and what to do about it, in one line.
  ///
  /// Errors and names come from elsewhere: what would control a terminal is escaped.
  public let description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description.escapingControlCharacters()
  }
}

/// Where the toolkit's diagnostics go: standard error, unless a handler is set.
///
/// Those that are only for debugging reach a handler, and not standard error.
public enum ArchitectureDiagnostics {
  private static let handler = Lock<(@Sendable (ArchitectureDiagnostic) -> Void)?>(nil)

  /// Replaces the handler of the whole process; nil brings back standard error.
  ///
  /// The handler is called on whatever isolation noticed the matter, and not under any lock.
  public static func setHandler(_ newHandler: (@Sendable (ArchitectureDiagnostic) -> Void)?) {
    // Released outside the lock: that may run a user's `deinit`, which may come back here.
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
    case .uncaughtError, .endlessRounds, .repeatedAnswer: true
    case .ignoredLifecycleCall: false
    }
  }
}
