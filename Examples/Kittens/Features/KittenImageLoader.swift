public import Foundation

/// Loads pictures.
public protocol KittenImageLoader: Sendable {
  /// Loads the bytes of a picture.
  ///
  /// It must throw soon after its task is cancelled.
  ///
  /// - Returns: The bytes, in a format such as JPEG.
  /// - Throws: The reason why the picture could not be loaded.
  func load(_ image: KittenImage) async throws(KittenDataError) -> Data
}

/// Loads pictures from their addresses.
///
/// Like ``HTTPKittenDataSource``, it does not trust the server.
public struct HTTPKittenImageLoader: KittenImageLoader {
  private let byteLimit: Int
  private let timeLimit: Duration
  private let clock: any Clock<Duration>

  /// Creates a loader.
  ///
  /// - Parameters:
  ///   - byteLimit: The maximum size of a picture.
  ///   - timeLimit: The maximum time for a picture.
  ///   - clock: The clock for the time limit.
  public init(
    byteLimit: Int = 8 << 20,
    timeLimit: Duration = .seconds(15),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.byteLimit = byteLimit
    self.timeLimit = timeLimit
    self.clock = clock
  }

  /// Requests the picture.
  public func load(_ image: KittenImage) async throws(KittenDataError) -> Data {
    guard let url = URL(string: image.url), url.host() != nil else {
      throw .unreachable(endpoint: image.url, reason: "this is not an address")
    }
    return try await HTTPParts.body(
      of: url,
      byteLimit: byteLimit,
      timeLimit: timeLimit,
      clock: clock
    )
  }
}
