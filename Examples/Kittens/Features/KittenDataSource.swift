/// Where links to images come from, page by page.
public protocol KittenDataSource: Sendable {
  /// Loads a part of the list.
  ///
  /// Ends soon after its task is cancelled.
  ///
  /// - Parameters:
  ///   - limit: How many images at most; fewer mean that there are no more.
  ///   - offset: How many images come before.
  /// - Returns: The images, in order.
  /// - Throws: Why there are none.
  func load(limit: Int, offset: Int) async throws(KittenDataError) -> [KittenImage]
}
