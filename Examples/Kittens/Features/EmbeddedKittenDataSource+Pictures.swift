public import Foundation

/// The pictures of the list, which depend on the same simulated network.
extension EmbeddedKittenDataSource: KittenImageLoader {
  /// Returns the same drawing for each address.
  public func load(_ image: KittenImage) async throws(KittenDataError) -> Data {
    try await pass()
    return Data(base64Encoded: Self.drawing) ?? Data()
  }

  /// A face of a kitten, 16 pixels wide, as a PNG file.
  private static let drawing = """
    iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQAAAAA3iMLMAAAAMUlEQVR42mP4/5/h/GeG448ZDh9mOMDM0MAIQj2GIARkNDaC\
    yEPODA/bGT7wM/z/DwDCQhGeAQqWogAAAABJRU5ErkJggg==
    """
}
