/// A link to a picture of a kitten.
public struct KittenImage: Codable, Hashable, Sendable {
  /// The address of the picture.
  public var url: String

  /// Creates an image.
  public init(url: String) {
    self.url = url
  }
}
