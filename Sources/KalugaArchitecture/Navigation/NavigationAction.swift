/// What a view model asks for when it navigates: the cases of a closed set.
///
///     enum HomeNavigation: NavigationAction {
///       case details(InputDetails)       // prints the rows of `InputDetails`
///       case sheet
///     }
///
/// The navigator decides what an action does; the view model does not know screens.
///
/// Kaluga: `NavigationAction`.
public protocol NavigationAction: Sendable {
  /// The rows of the action's data; of private ones the key may be shown, and not the value.
  ///
  /// By default these are the rows of the first payload or property that has some (a
  /// ``NavigationBundle`` or ``NavigationBundleContent``), and nothing else: a payload without rows
  /// never shows.
  var rows: [NavigationBundleRow] { get }
}

extension NavigationAction {
  /// The rows of the first payload or property that has some.
  public var rows: [NavigationBundleRow] { Rows.of(self) }

  /// The name of the case, or of the type if this is no enum; never its payload.
  var name: String { caseName(of: self) }
}

/// Finds what may be shown of an action or destination.
enum Rows {
  static func of(_ value: Any) -> [NavigationBundleRow] {
    for child in Mirror(reflecting: value).children {
      let rows =
        if let payload = child.value as? any NavigationRowsProviding {
          payload.rows
        } else if Mirror(reflecting: child.value).displayStyle == .tuple {
          // Several payloads of a case, or a labelled one, come as a tuple.
          of(child.value)
        } else {
          [NavigationBundleRow]()
        }
      if !rows.isEmpty { return rows }
    }
    return []
  }
}

/// The name of an enum's case without its payload, or the name of the type for anything else.
///
/// Payloads may be private: only names may be shown without asking.
package func caseName(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum else { return "\(type(of: value))" }
  // A case without payload may have a description of its own, with anything in it.
  return (mirror.children.first?.label ?? "\(value)").escapingControlCharacters()
}
