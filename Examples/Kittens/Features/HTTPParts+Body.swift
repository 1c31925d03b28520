import Foundation
import KalugaArchitecture

extension HTTPParts {
  /// Returns the whole answer; throws if the time limit passes or the task is cancelled.
  static func body(
    of url: URL,
    byteLimit: Int,
    timeLimit: Duration,
    clock: any Clock<Duration>
  ) async throws(KittenDataError) -> Data {
    do {
      return try await withTimeout(timeLimit, clock: clock) {
        try await body(of: url, byteLimit: byteLimit)
      }
    } catch let error as KittenDataError {
      throw error
    } catch is TimeoutError {
      throw .timedOut(timeLimit)
    } catch {
      throw .cancelled
    }
  }

  private static func body(of url: URL, byteLimit: Int) async throws -> Data {
    var body = Data()
    for await part in of(url, byteLimit: byteLimit) {
      switch part {
      case .status(200): break
      case .status(let status): throw KittenDataError.status(status)
      case .bytes(let bytes): body += bytes
      case .tooLarge: throw KittenDataError.tooLarge(limit: byteLimit)
      case .end: return body
      case .failure(let reason):
        throw KittenDataError.unreachable(endpoint: url.host() ?? "\(url)", reason: reason)
      }
    }
    // The flow ends without a final part only if the task is cancelled.
    throw CancellationError()
  }
}
