public import KalugaArchitecture

/// What the bottom sheet can ask for.
public enum SheetNavigation: NavigationAction {
  /// Open the page in the sheet.
  case sub
  /// Close the sheet.
  case close
}

/// The bottom sheet, which is presented over Home with a stack of its own.
public final class SheetViewModel: NavigatingViewModel<SheetNavigation> {
  /// What the sheet says.
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
