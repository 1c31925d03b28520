public import KalugaArchitecture

/// A transcript could not be replayed; says at which transition, and why.
public struct TranscriptReplayError: Error, Hashable, Sendable {
  /// Why a transition could not be replayed.
  public enum Reason: Hashable, Sendable {
    /// Rows that are needed are private, and no value was supplied for them.
    case redacted(screen: String, rows: [String])
    /// No route has the name of the screen.
    case unknownScreen(String, known: [String])
    /// No route says how to read the result of the screen.
    case unknownResult(screen: String)
    /// The screen's data is needed, and this kind of transition does not show it.
    case hiddenRows(screen: String)
    /// The rows do not fit the spec of the route.
    case badRows(screen: String, NavigationBundleError)
    /// No operation of this kind leads to the recorded stack from the one that is there.
    case differentStack(expected: String, found: String)
    /// No operation is called like this.
    case unknownKind(String)
    /// The driver refused.
    case refused(NavigationError)
  }

  /// Which transition of the transcript, from 1.
  public let entry: Int

  /// Its kind.
  public let kind: String

  /// Why it could not be replayed.
  public let reason: Reason
}

extension TranscriptReplayError: CustomStringConvertible {
  /// Where, what is wrong and what to do about it, in one line.
  public var description: String { "transition \(entry) (\(kind)): \(reason)" }
}

extension TranscriptReplayError.Reason: CustomStringConvertible {
  /// What is wrong and what to do about it, in one line.
  public var description: String {
    switch self {
    case .redacted(let screen, let rows):
      "\(rows.joined(separator: ", ")) of '\(screen)' \(rows.count == 1 ? "is" : "are") private: "
        + "supply it with 'value' of TranscriptReplay"
    case .unknownScreen(let name, let known):
      "no route for '\(name)'; there are routes for \(known.joined(separator: ", ")). Add one."
    case .unknownResult(let screen):
      "no route for the result of '\(screen)'. Add one with TranscriptRoute.result(of:)."
    case .hiddenRows(let screen):
      "the data of '\(screen)' does not show here: only that of the last screen does. "
        + "Make its route one of a fixed screen."
    case .badRows(let screen, let error): "rows of '\(screen)': \(error)"
    case .differentStack(let expected, let found):
      "recorded was the stack \(expected), and here it is \(found). "
        + "Begin with the stack that the recording began with."
    case .unknownKind(let kind):
      "there is no operation '\(kind)'. Write the word of a NavigationSpec, as push or pop."
    case .refused(let error): "\(error)"
    }
  }
}
