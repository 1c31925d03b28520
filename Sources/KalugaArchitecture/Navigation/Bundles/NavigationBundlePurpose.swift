/// What the form of a bundle is made for.
public enum NavigationBundlePurpose: Hashable, Sendable {
  /// To be handed on: all rows.
  case transfer
  /// To be stored: without the rows that are not saved, in nested bundles as well.
  case saving
}
