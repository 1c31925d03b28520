/// What the user, or the app, wants of the list.
public enum KittensIntent: Hashable, Sendable {
  /// Load the first page, unless there is one.
  case begin
  /// Load the next page.
  case loadMore
  /// Load the first page anew.
  case refresh
  /// Stop loading: nobody waits for it.
  case stop
  /// Ask about the image at a place of the list.
  case ask(Int)
  /// The answer of the dialog.
  case answer(KittenImage, isLiked: Bool)
}
