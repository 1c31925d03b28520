public import KalugaArchitecture

/// A fresh navigator for the checks of
/// ``expectNavigatorConformance(accepting:refusing:limit:fileID:filePath:line:column:of:)``.
@MainActor
public struct NavigatorUnderTest<Action: NavigationAction> {
  /// The navigator.
  public let navigator: any Navigator<Action>

  /// What the navigator needs and does not hold, as the driver of a stack.
  public let host: AnyObject?

  /// Creates a navigator that nothing else holds.
  public init(_ navigator: any Navigator<Action>, host: AnyObject? = nil) {
    self.navigator = navigator
    self.host = host
  }
}
