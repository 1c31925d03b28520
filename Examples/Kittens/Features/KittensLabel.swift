/// One-shot events of the list.
public enum KittensLabel: Hashable, Sendable {
  /// Open the dialog about an image.
  ///
  /// The view sends the answer as ``KittensEvent/dialogAnswered(_:isLiked:)``.
  case openDialog(KittenImage)
  /// There is no image at this index.
  case noSuchImage(Int)
}
