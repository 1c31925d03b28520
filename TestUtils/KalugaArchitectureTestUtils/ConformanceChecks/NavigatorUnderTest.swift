public import KalugaArchitecture

/// A new navigator for the checks of
/// ``expectNavigatorConformance(accepting:refusing:limit:file:line:of:)``.
@MainActor
public struct NavigatorUnderTest<Action: NavigationAction> {
  /// The navigator.
  public let navigator: any Navigator<Action>

  /// An object that the navigator needs but does not retain, such as the driver of a stack.
  public let host: AnyObject?

  /// Creates a value that must be the only owner of the navigator and its host.
  public init(_ navigator: any Navigator<Action>, host: AnyObject? = nil) {
    self.navigator = navigator
    self.host = host
  }
}
