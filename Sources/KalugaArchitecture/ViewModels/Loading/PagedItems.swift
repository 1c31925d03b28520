/// The items that a ``Pager`` has loaded so far.
public struct PagedItems<Item> {
  /// The loaded items, in the order of their pages.
  public var items: [Item]
  /// Whether a page is being loaded.
  public var isLoading: Bool
  /// The error of the last load; nil unless it has failed.
  public var error: (any Error)?
  /// Whether the last page has been loaded.
  public var isAtEnd: Bool

  /// Creates a state.
  public init(
    items: [Item] = [],
    isLoading: Bool = false,
    error: (any Error)? = nil,
    isAtEnd: Bool = false
  ) {
    self.items = items
    self.isLoading = isLoading
    self.error = error
    self.isAtEnd = isAtEnd
  }
}

extension PagedItems: Sendable where Item: Sendable {}

extension PagedItems: Equatable where Item: Equatable {
  /// Returns whether both states are equal; errors are compared as in ``Loadable``.
  public static func == (left: PagedItems, right: PagedItems) -> Bool {
    left.items == right.items && left.isLoading == right.isLoading
      && left.isAtEnd == right.isAtEnd && areEqualErrors(left.error, right.error)
  }
}
