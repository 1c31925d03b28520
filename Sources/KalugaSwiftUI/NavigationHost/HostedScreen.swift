#if canImport(SwiftUI)
  public import KalugaArchitecture

  /// A screen that a ``NavigationHost`` draws.
  public struct HostedScreen<Destination: NavigationDestination>: Identifiable {
    /// Identifies the screen on its stack.
    public let id: BackStackEntryID

    /// The destination of the screen.
    public let destination: Destination

    /// The view model that the driver has made for the screen.
    public let viewModel: BaseLifecycleViewModel
  }

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
