public import KalugaArchitecture

/// Provides a fixed list of images, so that the app runs without a network.
///
/// It simulates a network that can be off, or so slow that calls wait until it is on or off again.
public final class EmbeddedKittenDataSource: KittenDataSource {
  /// The state of the simulated network.
  public enum Network: String, CaseIterable, Sendable {
    /// Calls return at once.
    case on
    /// Calls throw ``KittenDataError/unreachable(endpoint:reason:)``.
    case off
    /// Calls wait until the network is on or off.
    case slow
  }

  /// The state of the simulated network.
  public let network = MutableStateFlow(Network.on)

  private let images: [KittenImage]

  /// Creates a source with this number of images.
  public init(count: Int = 10) {
    images = (1...count).map { KittenImage(url: "https://kittens.example/\($0).jpg") }
  }

  /// Loads a part of the list, depending on the state of the network.
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
