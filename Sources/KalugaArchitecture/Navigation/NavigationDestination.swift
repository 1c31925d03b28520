/// Identifies a screen of an app, together with the data that the screen shows.
///
/// Usually an enum with one case per screen:
///
///     enum AppScreen: NavigationDestination {
///       case home
///       case details(Profile)            // logs show the rows of `Profile`
///     }
///
/// Equal destinations describe the same content. A stack may contain them more than once, as separate
/// entries. A destination is encoded when its stack is saved.
///
/// Logs and transcripts show only the name of the case and the rows of its payload (see
/// ``NavigationBundleContent``). The destination `.wizard(.name)` of a module is shown as
/// `wizard.name`. A destination that is not an enum is shown by its `description`,
/// or by the name of its type if it has no description.
///
/// Declare the conformance with the type and not in an extension. The type is then nonisolated,
/// even in a module whose declarations are isolated to the main actor by default. Its payloads must
/// be nonisolated too.
public protocol NavigationDestination: Codable, Hashable, Sendable {
  /// Whether the screen shows the details of a row in the list below it; false by default.
  ///
  ///     var isDetail: Bool {
  ///       if case .mail = self { true } else { false }
  ///     }
  ///
  /// A wide host shows the first such screen of a path, and those above it, beside the list. The first
  /// screen of a path is never a detail. See ``NavigationSpec/showDetail(_:)``.
  ///
  /// An app that embeds a module answers for its screens.
  var isDetail: Bool { get }
}

extension NavigationDestination {
  /// False: the screen is drawn over the one below it, in each width.
  public var isDetail: Bool { false }

  /// The name of the screen for logs and errors, without the payload of an enum's case.
  ///
  /// The name of a screen of a module is `wizard.name`.
  package var screenName: String {
    // Reflected once, because that takes longer than all other work of a printed line.
    if let (name, payload) = enumCase(of: self) {
      guard let inner = payload as? any NavigationDestination else { return name }
      return "\(name).\(inner.screenName)"
    }
    guard let text = self as? any CustomStringConvertible else { return "\(type(of: self))" }
    return text.description.escapingControlCharacters()
  }
}
