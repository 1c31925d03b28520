public import KalugaArchitecture

/// Everything that the list of kittens consists of.
public struct KittensState: StoreState {
  /// What is being loaded.
  public enum Loading: Hashable, Sendable {
    /// Images after those that are there.
    case more
    /// Images in place of those that are there.
    case refresh
  }

  /// The images that were loaded.
  public var images: [KittenImage] = []
  /// The images that the user likes.
  public var liked: Set<KittenImage> = []
  /// What is being loaded; nil if nothing is.
  public var loading: Loading?
  /// Why the last attempt to load failed; nil if it did not.
  public var error: KittenDataError?
  /// Whether there are no more images than those loaded.
  public var isComplete = false

  /// Creates the state in which nothing was loaded.
  public init() {}
}
