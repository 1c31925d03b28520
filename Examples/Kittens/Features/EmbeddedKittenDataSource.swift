public import KalugaArchitecture

/// Provides a fixed list of images, so that the app runs without a network.
///
/// It simulates a network that can be off or slow.
public final class EmbeddedKittenDataSource: KittenDataSource {
  /// The state of the simulated network.
  public enum Network: String, CaseIterable, Sendable {
    /// Calls return at once.
    case on
    /// Calls throw ``KittenDataError/unreachable(endpoint:reason:)``.
    case off
    /// Calls wait for ``EmbeddedKittenDataSource/slowAnswer``, or until the network is on or off.
    case slow
  }

  /// The state of the simulated network.
  public let network = MutableStateFlow(Network.on)

  /// How long a call waits while the network is slow; without end if this is nil.
  public let slowAnswer: Duration?

  private let images: [KittenImage]

  /// Creates a source with this number of images.
  public init(count: Int = 10, slowAnswer: Duration? = nil) {
    self.slowAnswer = slowAnswer
    images = (1...count).map { KittenImage(url: "https://kittens.example/\($0).jpg") }
  }

  /// Loads a part of the list, depending on the state of the network.
  public func load(limit: Int, offset: Int) async throws(KittenDataError) -> [KittenImage] {
    try await pass()
    return Array(images.dropFirst(offset).prefix(limit))
  }

  /// Returns when the network lets a call through.
  func pass() async throws(KittenDataError) {
    guard try await answer() == .on else {
      throw .unreachable(endpoint: "kittens.example", reason: "the network is off")
    }
  }

  /// Waits until the network is on or off; returns `on`, too, when a slow network answers.
  private func answer() async throws(KittenDataError) -> Network {
    do {
      return try await withThrowingTaskGroup(of: Network.self) { [network, slowAnswer] group in
        group.addTask { try await network.asStateFlow().first { $0 != .slow } }
        if let slowAnswer {
          group.addTask {
            try await Task.sleep(for: slowAnswer)
            return .on
          }
        }
        defer { group.cancelAll() }
        return try await group.next() ?? .on
      }
    } catch {
      throw .cancelled
    }
  }
}
