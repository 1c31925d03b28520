public import KalugaArchitecture

/// A list of images that is part of the program, so that it runs without a network.
///
/// Its network is a toy: it can be off, and it can be so slow that no answer comes until it is on again.
public final class EmbeddedKittenDataSource: KittenDataSource {
  /// What the network is like.
  public enum Network: String, CaseIterable, Sendable {
    /// Answers come at once.
    case on
    /// Nothing can be reached.
    case off
    /// No answer comes until the network is another one.
    case slow
  }

  /// What the network is like.
  public let network = MutableStateFlow(Network.on)

  private let images: [KittenImage]

  /// Creates a source of so many images.
  public init(count: Int = 10) {
    images = (1...count).map { KittenImage(url: "https://kittens.example/\($0).jpg") }
  }

  /// Loads a part of the list, as the network permits.
  public func load(limit: Int, offset: Int) async throws(KittenDataError) -> [KittenImage] {
    let network: Network
    do {
      network = try await self.network.asStateFlow().first { $0 != .slow }
    } catch {
      throw .cancelled
    }
    guard network == .on else {
      throw .unreachable(endpoint: "kittens.example", reason: "the network is off")
    }
    return Array(images.dropFirst(offset).prefix(limit))
  }
}
