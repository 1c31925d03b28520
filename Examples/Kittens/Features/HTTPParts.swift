import Dispatch
import Foundation
import KalugaArchitecture
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The parts of a response, in the order of their arrival.
enum HTTPPart: Sendable {
  case status(Int)
  case bytes(Data)
  case tooLarge
  case end
  case failure(String)
}

/// Requests a URL and delivers the response in parts, so that the consumer can stop in the middle.
enum HTTPParts {
  /// Returns a flow that sends the request when it is iterated, and cancels it when the iteration
  /// ends.
  ///
  /// A response that exceeds the limit ends with ``HTTPPart/tooLarge``; the bytes beyond it are
  /// dropped.
  static func of(_ url: URL, byteLimit: Int) -> CallbackFlowOf<HTTPPart> {
    CallbackFlow { sink in
      let configuration = URLSessionConfiguration.ephemeral
      configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
      // On Linux, the process crashes if a task is cancelled while the session searches its cache.
      configuration.urlCache = nil
      // The data source limits the time with its own clock. The session's default, a minute without
      // data, could end a request before a longer limit does.
      configuration.timeoutIntervalForRequest = configuration.timeoutIntervalForResource
      let delegate = HTTPPartsDelegate(sink, byteLimit: byteLimit)
      let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
      session.dataTask(with: url).resume()
      return {
        // Invalidating also makes the session release its delegate, which it would otherwise retain
        // forever. It runs on another queue, because on Linux it waits for the queue of the
        // callbacks, and this closure may be called there.
        DispatchQueue.global().async {
          // A task that has just ended must not be cancelled: that would crash like the cache
          // above.
          if delegate.hasEnded {
            session.finishTasksAndInvalidate()
          } else {
            session.invalidateAndCancel()
          }
        }
      }
    }
  }
}

/// Sends the session's callbacks to the flow, on the session's queue.
private final class HTTPPartsDelegate: NSObject, URLSessionDataDelegate {
  private let sink: CallbackFlowOf<HTTPPart>.Sink
  private let byteLimit: Int
  private let received = Atomic(0)
  private let ended = Atomic(false)

  /// Whether the session has reported the end of the task.
  var hasEnded: Bool { ended.load(ordering: .acquiring) }

  init(_ sink: CallbackFlowOf<HTTPPart>.Sink, byteLimit: Int) {
    self.sink = sink
    self.byteLimit = byteLimit
  }

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    sink.send(.status((response as? HTTPURLResponse)?.statusCode ?? 0))
    // `expectedContentLength` is -1 if the server does not announce a length.
    if response.expectedContentLength > byteLimit { refuse() }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let count = received.add(data.count, ordering: .relaxed).newValue
    if count <= byteLimit { sink.send(.bytes(data)) } else { refuse() }
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    ended.store(true, ordering: .releasing)
    sink.send(error.map { .failure($0.localizedDescription) } ?? .end)
    sink.finish()
  }

  private func refuse() {
    sink.send(.tooLarge)
    sink.finish()
  }
}
