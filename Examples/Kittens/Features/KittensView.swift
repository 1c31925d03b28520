import KalugaArchitecture
public import KalugaStores

/// The type of a view of the list, in any user interface.
public typealias KittensView = MviView<KittensModel, KittensEvent, KittensLabel>

/// Everything that a view shows.
public struct KittensModel: Equatable, Sendable {
  /// One image.
  public struct Item: Equatable, Identifiable, Sendable {
    /// Tells the rows of a list apart.
    public struct ID: Hashable, Sendable {
      let url: String
      /// How many earlier items have the same address: a list that grows between two pages repeats
      /// images.
      let earlier: Int
    }

    /// The address, and which of the images with it.
    public let id: ID
    /// The address of the image.
    public var url: String { id.url }
    /// Whether the image is marked with a heart.
    public var isLiked: Bool
  }

  /// Whether images are being loaded.
  public var isLoading: Bool
  /// Whether they are being loaded by a refresh.
  public var isRefreshing: Bool
  /// The error message of the last attempt to load; nil if it did not fail.
  public var error: String?
  /// The images.
  public var items: [Item]
  /// Whether more can be loaded.
  public var hasMore: Bool

  /// Whether a list whose end is on the screen loads the next page.
  ///
  /// After an error it does not, as this would repeat the error without end.
  public var loadsMoreAtEnd: Bool { hasMore && !isLoading && error == nil }

  /// Creates the model of a state.
  public init(_ state: KittensState) {
    isLoading = state.loading != nil
    isRefreshing = state.loading == .refresh
    error = state.error.map { "\($0)" }
    var counts: [String: Int] = [:]
    items = state.images.map { image in
      defer { counts[image.url, default: 0] += 1 }
      let id = Item.ID(url: image.url, earlier: counts[image.url, default: 0])
      return Item(id: id, isLiked: state.liked.contains(image))
    }
    hasMore = !state.isComplete
  }
}

/// What the user does with the list.
public enum KittensEvent: Hashable, Sendable {
  /// The user pulled the list down or pressed the refresh button.
  case refreshTriggered
  /// The user reached the end of the list.
  case endReached
  /// The user tapped the image at this index.
  case itemTapped(Int)
  /// The user answered the dialog about an image.
  case dialogAnswered(KittenImage, isLiked: Bool)
  /// The user closed the dialog without an answer.
  case dialogCancelled
}
