/// A screen of an app with the data that it shows: usually a case of an enum.
///
///     enum AppScreen: NavigationDestination {
///       case home
///       case details(Profile)            // prints the rows of `Profile`
///     }
///
/// Equal destinations are the same screen. They are encoded when a stack is saved. Logs and transcripts show
/// only the name of the case and the rows of its payload (see ``NavigationBundleContent``). A destination that is
/// not an enum shows its `description` if it has one, and the name of its type otherwise.
///
/// Conform at the declaration of the type, and not in an extension: the type is then nonisolated, even in a
/// module whose declarations are isolated to the main actor by default. Its payloads must be nonisolated too.
public protocol NavigationDestination: Codable, Hashable, Sendable {}

extension NavigationDestination {
  /// The name of the screen, for logs and errors; never the payload of a case.
  package var screenName: String {
    guard Mirror(reflecting: self).displayStyle != .enum,
      let text = self as? any CustomStringConvertible
    else { return caseName(of: self) }
    return text.description.escapingControlCharacters()
  }
}
