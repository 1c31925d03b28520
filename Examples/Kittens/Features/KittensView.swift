public import KalugaArchitecture

/// A view of the list, whatever it is drawn with.
public typealias KittensView = MviView<KittensModel, KittensEvent, KittensLabel>

/// Everything that is shown of the list.
public struct KittensModel: Equatable, Sendable {
  /// One image.
  public struct Item: Equatable, Sendable {
    /// The address.
    public var url: String
    /// Whether it has a heart.
    public var isLiked: Bool
  }

  /// Whether a sign of progress is shown.
  public var isLoading: Bool
  /// Whether the progress is that of a refresh.
  public var isRefreshing: Bool
  /// What went wrong; nil if nothing did.
  public var error: String?
  /// The images.
  public var items: [Item]
  /// Whether more can be loaded.
  public var hasMore: Bool

  /// Makes what is shown of a state.
  public init(_ state: KittensState) {
    isLoading = state.loading != nil
    isRefreshing = state.loading == .refresh
    error = state.error.map { "\($0)" }
    items = state.images.map { Item(url: $0.url, isLiked: state.liked.contains($0)) }
    hasMore = !state.isComplete
  }
}

/// What the user does with the list.
public enum KittensEvent: Hashable, Sendable {
  /// The list was pulled down, or a button pressed.
  case refreshTriggered
  /// The end of the list was reached.
  case endReached
  /// The image at a place of the list was tapped.
  case itemTapped(Int)
  /// The dialog about an image was closed with an answer.
  case dialogAnswered(KittenImage, isLiked: Bool)
  /// The dialog was closed without an answer.
  case dialogCancelled
}
