/// What the form of a bundle is made for.
public enum NavigationBundlePurpose: Hashable, Sendable {
  /// To be handed on: all rows.
  case transfer
  /// To be stored: without the rows that are not saved, in nested bundles as well.
  case saving
  /// To be shown, in a log or on a page: without the rows that are private, in nested bundles as well.
  case showing

  func includes(_ row: NavigationBundleRow) -> Bool {
    switch self {
    case .transfer: true
    case .saving: row.isSaved
    case .showing: !row.isPrivate
    }
  }
}
