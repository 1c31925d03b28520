/// What the user or the app can ask of the list.
public enum KittensIntent: Hashable, Sendable {
  /// Load what was being loaded at the last stop; at first, load the first page.
  case begin
  /// Load the next page.
  case loadMore
  /// Load the first page again.
  case refresh
  /// Stop loading, because the list is not shown.
  case stop
  /// Ask whether the user likes the image at this index.
  case ask(Int)
  /// Store the user's answer about an image.
  case answer(KittenImage, isLiked: Bool)
}
