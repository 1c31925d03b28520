public import Foundation

/// Loads images from a server, which answers `GET endpoint?limit=4&offset=8` with `[{"url": "…"},
/// …]`.
///
/// The source does not trust the server: it limits the size of an answer and the time to wait for
/// it. It keeps neither cookies nor a cache.
public struct HTTPKittenDataSource: KittenDataSource {
  private let endpoint: URL
  private let byteLimit: Int
  private let timeLimit: Duration
  private let clock: any Clock<Duration>

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - endpoint: The address of the list. An existing query is kept.
  ///   - byteLimit: The maximum size of an answer.
  ///   - timeLimit: The maximum time for an answer.
  ///   - clock: The clock for the time limit.
  public init(
    endpoint: URL,
    byteLimit: Int = 1 << 20,
    timeLimit: Duration = .seconds(15),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.endpoint = endpoint
    self.byteLimit = byteLimit
    self.timeLimit = timeLimit
    self.clock = clock
  }

  /// Requests a part of the server's list.
  public func load(limit: Int, offset: Int) async throws(KittenDataError) -> [KittenImage] {
    let url = endpoint.appending(queryItems: [
      URLQueryItem(name: "limit", value: "\(limit)"),
      URLQueryItem(name: "offset", value: "\(offset)"),
    ])
    let body = try await HTTPParts.body(
      of: url,
      byteLimit: byteLimit,
      timeLimit: timeLimit,
      clock: clock
    )
    return try Self.images(body, limit: limit)
  }

  private static func images(
    _ body: Data,
    limit: Int
  ) throws(KittenDataError) -> [KittenImage] {
    let images: [KittenImage]
    do {
      images = try JSONDecoder().decode([KittenImage].self, from: body)
    } catch {
      throw .unreadable(reason(error))
    }
    var addresses: [KittenImage] = []
    // If the server sends more than the limit, the next page would repeat the rest.
    for (index, image) in images.prefix(limit).enumerated() {
      guard let url = URL(string: image.url), url.scheme != nil else {
        throw .unreadable("[\(index)].url is not an address")
      }
      // The server's text can contain control characters; in `absoluteString` they are encoded.
      addresses.append(KittenImage(url: url.absoluteString))
    }
    return addresses
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      "\(path(context)) has no \"\(key.stringValue)\""
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "\(path(context)): \(context.debugDescription)"
    default: "it is not JSON"
    }
  }

  private static func path(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
    return path.isEmpty ? "the answer" : path.joined(separator: ".")
  }
}
