public import KalugaArchitecture

/// The navigation that the bottom sheet can request.
public enum SheetNavigation: NavigationAction {
  /// Open the page in the sheet.
  case sub
  /// Close the sheet.
  case close
}

/// The bottom sheet, which is presented over Home and has its own stack.
public final class SheetViewModel: NavigatingViewModel<SheetNavigation> {
  /// The text of the sheet.
  @InitializedObservable public var text = "A sheet with a page of its own."

  /// Opens the page.
  public func subTapped() throws(NavigationError) {
    try navigator.navigate(.sub)
  }

  /// Closes the sheet.
  public func closeTapped() throws(NavigationError) {
    try navigator.navigate(.close)
  }
}
