/// Loads links to images, page by page.
public protocol KittenDataSource: Sendable {
  /// Loads a part of the list.
  ///
  /// It must throw soon after its task is cancelled.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of images. A shorter result means that there are no more.
  ///   - offset: The number of images to skip.
  /// - Returns: The images, in order.
  /// - Throws: The reason why no images could be loaded.
  func load(limit: Int, offset: Int) async throws(KittenDataError) -> [KittenImage]
}
