/// News that are shown once.
public enum KittensLabel: Hashable, Sendable {
  /// Open the dialog about an image; its answer comes back as ``KittensEvent/dialogAnswered(_:isLiked:)``.
  case openDialog(KittenImage)
  /// There is no image at that place of the list.
  case noSuchImage(Int)
}
