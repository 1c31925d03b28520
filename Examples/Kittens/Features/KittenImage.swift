/// A picture of a kitten, by its address.
public struct KittenImage: Codable, Hashable, Sendable {
  /// The address.
  public var url: String

  /// Creates an image.
  public init(url: String) {
    self.url = url
  }
}
