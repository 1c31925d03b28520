#if canImport(SwiftUI)
  /// The way in which a ``NavigationHost`` presents a stack over the others.
  public enum HostedPresentation: Hashable, Sendable {
    /// A sheet, which the user can swipe away.
    case sheet
    /// A cover of the full screen.
    ///
    /// macOS has none and shows a sheet.
    case cover
  }
#endif
