public import KalugaArchitecture

/// The navigation that the page in the sheet can request.
public enum SubPageNavigation: NavigationAction {
  /// Go back to the sheet.
  case back
  /// Close the whole sheet.
  case close
}

/// The page in the bottom sheet.
public final class SubPageViewModel: NavigatingViewModel<SubPageNavigation> {
  /// The text of the page.
  @InitializedObservable public var text = "A page in the sheet."

  /// Goes back to the sheet.
  public func backTapped() throws(NavigationError) {
    try navigator.navigate(.back)
  }

  /// Closes the whole sheet.
  public func closeTapped() throws(NavigationError) {
    try navigator.navigate(.close)
  }
}
