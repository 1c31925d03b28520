/// What becomes of keys that a spec does not name, when untyped data is read.
public enum NavigationBundleUnknownKeys: Hashable, Sendable {
  /// They are passed over: newer or foreign data may have more than this program knows.
  case ignored
  /// Each is a problem that names the key, in nested bundles as well; what it holds never shows, as
  /// it may be a private row under a misspelt key.
  case reported
}
