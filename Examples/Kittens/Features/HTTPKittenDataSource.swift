public import Foundation
import KalugaArchitecture

/// Images of a server: `GET endpoint?limit=4&offset=8` answers with `[{"url": "https://…"}, …]`.
///
/// Reads no more than so many bytes, and waits no longer than so long: what a server sends, and whether it
/// sends anything, is not ours to decide. Keeps no cookies and no cache.
public struct HTTPKittenDataSource: KittenDataSource {
  private let endpoint: URL
  private let byteLimit: Int
  private let timeLimit: Duration
  private let clock: any Clock<Duration>

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - endpoint: The address of the list; its query is kept.
  ///   - byteLimit: How many bytes of an answer are read.
  ///   - timeLimit: How long an answer may take.
  ///   - clock: Measures that.
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

  /// Asks the server for a part of its list.
  public func load(limit: Int, offset: Int) async throws(KittenDataError) -> [KittenImage] {
    let url = endpoint.appending(queryItems: [
      URLQueryItem(name: "limit", value: "\(limit)"),
      URLQueryItem(name: "offset", value: "\(offset)"),
    ])
    let body = try await answerInTime(to: url)
    return try Self.images(body, limit: limit)
  }

  /// The answer, or what ended the wait for it: the time, or the cancellation of the task.
  private func answerInTime(to url: URL) async throws(KittenDataError) -> Data {
    let result = await withTaskGroup(of: Result<Data, KittenDataError>?.self) { group in
      group.addTask { await answer(to: url) }
      group.addTask { [clock, timeLimit] in
        guard (try? await clock.sleep(for: timeLimit)) != nil else { return nil }
        return .failure(.timedOut(timeLimit))
      }
      defer { group.cancelAll() }
      for await result in group {
        if let result { return result }
      }
      return .failure(.cancelled)
    }
    return try result.get()
  }

  private func answer(to url: URL) async -> Result<Data, KittenDataError>? {
    var body = Data()
    for await part in HTTPParts.of(url, byteLimit: byteLimit) {
      switch part {
      case .status(200): break
      case .status(let status): return .failure(.status(status))
      case .bytes(let bytes): body += bytes
      case .tooLarge: return .failure(.tooLarge(limit: byteLimit))
      case .end: return .success(body)
      case .failure(let reason):
        return .failure(.unreachable(endpoint: url.host() ?? "\(url)", reason: reason))
      }
    }
    // Only a cancelled consumer sees an end without one.
    return nil
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
    // Of a server that sends more than was asked for the rest would come twice.
    for (index, image) in images.prefix(limit).enumerated() {
      guard let url = URL(string: image.url), url.scheme != nil else {
        throw .unreadable("[\(index)].url is no address")
      }
      // As a stranger wrote it, it might contain what controls a terminal; here that is encoded.
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
    default: "it is no JSON"
    }
  }

  private static func path(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
    return path.isEmpty ? "the answer" : path.joined(separator: ".")
  }
}
