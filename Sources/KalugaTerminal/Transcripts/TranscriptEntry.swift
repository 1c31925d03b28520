public import KalugaArchitecture

/// One transition of a transcript.
///
/// Entries are equal if their descriptions are equal.
public struct TranscriptEntry: Sendable {
  /// The kind of the operation, such as `push` or `pop`.
  public let kind: String

  /// The name of the screen that was shown before; nil for the first transition and for an effect.
  public let from: String?

  /// The name of the screen that is shown afterwards, or of the effect that the host carries out.
  public let to: String

  /// The rows of the transition, without the values of private rows.
  public let rows: [NavigationBundleRow]

  /// The stack after the transition, as described by `StackTransition.picture`.
  public let stack: String

  /// Creates the entry of a transition, with private values redacted.
  public init<Destination>(_ transition: StackTransition<Destination>) {
    kind = transition.kind
    from = transition.effectName == nil ? transition.fromName : nil
    to = transition.effectName ?? transition.toName
    rows = transition.rows.map(\.redacted)
    stack = transition.picture
  }

  /// Returns the entry as one line, without a newline.
  public func line(style: TerminalStyle) -> String {
    let origin = from.map { "\(TranscriptName.text(of: $0)) → " } ?? ""
    let rows = rows.isEmpty ? "" : " \(rows.bundleDescription)"
    return style.apply(.keyword, to: kind.padding(to: 8))
      + " \(origin)\(TranscriptName.text(of: to))" + style.apply(.data, to: rows)
      + "   " + style.apply(.faint, to: stack)
  }
}

extension TranscriptEntry: CustomStringConvertible {
  /// The entry as one line, without colours.
  public var description: String { line(style: .plain) }
}

extension TranscriptEntry: Hashable {
  /// Returns whether the descriptions of the entries are equal.
  public static func == (left: TranscriptEntry, right: TranscriptEntry) -> Bool {
    left.description == right.description
  }

  /// Hashes the description of the entry.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(description)
  }
}

extension NavigationBundleRow {
  /// The row without its private values, including nested ones.
  fileprivate var redacted: NavigationBundleRow {
    NavigationBundleRow(
      key: key,
      value: isPrivate ? .null : value.redacted,
      isPrivate: isPrivate
    )
  }
}

extension NavigationBundleValue {
  fileprivate var redacted: NavigationBundleValue {
    switch self {
    case .array(let values): .array(values.map(\.redacted))
    case .bundle(let rows): .bundle(rows.map(\.redacted))
    default: self
    }
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
