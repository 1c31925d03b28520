import KalugaArchitecture
public import KalugaStores

/// The state of the list of kittens.
public struct KittensState: StoreState {
  /// A kind of loading.
  public enum Loading: Hashable, Sendable {
    /// Loads the next page, which is appended.
    case more
    /// Loads the first page, which replaces all images.
    case refresh
  }

  /// The images that were loaded.
  public var images: [KittenImage] = []
  /// The images that the user likes.
  public var liked: Set<KittenImage> = []
  /// The kind of loading that has begun, even if it is stopped; nil if nothing is being loaded.
  public var loading: Loading?
  /// The error of the last attempt to load; nil if it did not fail.
  public var error: KittenDataError?
  /// Whether all images have been loaded.
  public var isComplete = false

  /// Creates the state before anything is loaded.
  public init() {}
}
