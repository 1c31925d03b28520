/// A tab of a driver that a host shows, identified by its first screen.
///
/// `NavigationHost` of KalugaSwiftUI and `NavigationHostController` of KalugaUIKit pass it to the
/// closures that make the label, the icon and the badge of a tab.
public struct HostedTab<Destination: NavigationDestination>: Identifiable {
  /// Identifies the first screen of the tab on its stack.
  public let id: BackStackEntryID

  /// The destination of the first screen of the tab.
  public let destination: Destination

  /// The view model of the first screen of the tab, or nil until the driver makes it.
  ///
  /// See ``NavigationConfiguration/HiddenTabs/lazily``.
  public let viewModel: BaseLifecycleViewModel?
}

extension HostedTab: CustomReflectable {
  /// The identifier, the destination with private rows redacted, and the type of the view model.
  ///
  /// The view model itself is not included, because it may store private values.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "id": id, "destination": ShownValue.of(destination),
        "viewModel": viewModel.map { "\(type(of: $0))" } as Any,
      ],
      displayStyle: .struct
    )
  }
}

extension NavigationDriver {
  /// Returns the tab that begins with an entry.
  package func hostedTab(_ first: BackStack<Destination>.Entry) -> HostedTab<Destination> {
    HostedTab(id: first.id, destination: first.destination, viewModel: viewModel(of: first.id))
  }
}
