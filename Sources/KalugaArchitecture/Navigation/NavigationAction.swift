/// An action with which a view model asks for navigation.
///
/// Usually an enum, whose cases are the closed set of actions of one view model:
///
///     enum HomeNavigation: NavigationAction, Equatable {
///       case details(InputDetails)       // logs show the rows of `InputDetails`
///       case sheet
///     }
///
/// The navigator decides what an action does. The view model knows no screens. Make the enum
/// `Equatable`, so that tests can compare actions with `expect` of the recording navigator.
///
/// Kaluga: `NavigationAction`.
public protocol NavigationAction: Sendable {
  /// The rows of the action's data, for logs and transcripts.
  ///
  /// The value of a private row is never shown, only its key.
  ///
  /// By default, these are the rows of the first payload or property that is a ``NavigationBundle``
  /// or ``NavigationBundleContent`` with rows. Any other payload is never shown.
  var rows: [NavigationBundleRow] { get }
}

extension NavigationAction {
  /// The rows of the first payload or property that has rows.
  public var rows: [NavigationBundleRow] { Rows.of(self) }

  /// The name of the enum's case without its payload, or of the type if it is not an enum.
  var name: String { caseName(of: self) }
}

/// Finds the rows that logs may show of an action or destination.
enum Rows {
  static func of(_ value: Any) -> [NavigationBundleRow] {
    for child in Mirror(reflecting: value).children {
      let rows =
        if let payload = own(child.value) {
          payload
        } else if Mirror(reflecting: child.value).displayStyle == .tuple {
          // Reflection returns a tuple for several payloads, and for one with a label.
          of(child.value)
        } else {
          [NavigationBundleRow]()
        }
      if !rows.isEmpty { return rows }
    }
    return []
  }

  /// Returns the rows of a bundle or of its content; nil for any other value.
  static func own(_ value: Any) -> [NavigationBundleRow]? {
    (value as? any NavigationBundleContent)?.rows ?? (value as? any TypedBundle)?.rows
  }
}
