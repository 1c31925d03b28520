/// One change of the back stack, as it is told to those who follow a driver.
public struct NavigationTransition<Destination: Codable & Hashable & Sendable>: Sendable {
  /// The operation: `push`, `pop`, …
  public let kind: String

  /// The screen that was shown before; nil for the very first one.
  public let from: Destination?

  /// The screen that is shown now.
  public let to: Destination

  /// What may be shown of the data that goes with it: of the action, or of the result.
  public let rows: [NavigationBundleRow]

  /// The stack afterwards.
  public let stack: BackStack<Destination>
}

extension NavigationTransition: CustomStringConvertible {
  /// The transition in one line: `push home → details {name: "Ada"} [home, details]`.
  public var description: String {
    let origin = from.map { "\(caseName(of: $0)) → " } ?? ""
    let data = rows.isEmpty ? "" : " \(rows.bundleDescription)"
    return "\(kind) \(origin)\(caseName(of: to))\(data) \(stack)"
  }
}
