/// A screen of a driver that a host shows.
///
/// `NavigationHost` of KalugaSwiftUI and `NavigationHostController` of KalugaUIKit pass it to the
/// closure that makes the view or controller of a screen.
public struct HostedScreen<Destination: NavigationDestination>: Identifiable {
  /// Identifies the screen on its stack.
  public let id: BackStackEntryID

  /// The destination of the screen.
  public let destination: Destination

  /// The view model that the driver has made for the screen.
  public let viewModel: BaseLifecycleViewModel
}

extension HostedScreen: CustomReflectable {
  /// The identifier, the destination with private rows redacted, and the type of the view model.
  ///
  /// The view model itself is not included, because it may store private values.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "id": id, "destination": ShownValue.of(destination),
        "viewModel": "\(type(of: viewModel))",
      ],
      displayStyle: .struct
    )
  }
}

extension NavigationDriver {
  /// Returns the screen of an entry of the stack, or nil before the driver has made its view model
  /// and after it has left.
  package func hostedScreen(_ entry: BackStack<Destination>.Entry) -> HostedScreen<Destination>? {
    viewModel(of: entry.id).map {
      HostedScreen(id: entry.id, destination: entry.destination, viewModel: $0)
    }
  }
}
