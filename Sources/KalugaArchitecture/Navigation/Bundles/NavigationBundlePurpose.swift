/// The purpose for which a bundle is written.
///
/// It decides which rows are included.
public enum NavigationBundlePurpose: Hashable, Sendable {
  /// The bundle is passed on and contains all rows.
  case transfer
  /// The bundle is stored by the app.
  ///
  /// It omits rows that are not saved, including those in nested bundles. A ``NavigationSnapshot``
  /// does not: it encodes whole destinations.
  case saving
  /// The bundle is shown, for example in a log.
  ///
  /// It omits private rows, including those in nested bundles.
  case showing

  func includes(_ row: NavigationBundleRow) -> Bool {
    switch self {
    case .transfer: true
    case .saving: row.isSaved
    case .showing: !row.isPrivate
    }
  }
}
