/// The treatment of keys that a spec does not name, when untyped data is read.
public enum NavigationBundleUnknownKeys: Hashable, Sendable {
  /// Ignores them, because newer or foreign data may have keys that this program does not know.
  case ignored
  /// Reports each of them as a problem that names the key, including those in nested bundles.
  ///
  /// The value is never shown, because it may belong to a private row with a misspelled key.
  case reported
}
