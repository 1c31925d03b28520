import Dispatch
import Foundation
import KalugaArchitecture
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The parts of an answer, in the order of their arrival.
enum HTTPPart: Sendable {
  case status(Int)
  case bytes(Data)
  case tooLarge
  case end
  case failure(String)
}

/// A request whose answer comes in parts, so that one can stop reading in the middle.
enum HTTPParts {
  /// Sends the request when somebody iterates, and cancels it when nobody does any longer.
  ///
  /// Of a larger answer than the limit no more than that much is kept.
  static func of(_ url: URL, byteLimit: Int) -> CallbackFlowOf<HTTPPart> {
    CallbackFlow { sink in
      let configuration = URLSessionConfiguration.ephemeral
      configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
      // On Linux, cancelling a task stops the process if the session is looking for it in a cache.
      configuration.urlCache = nil
      // How long to wait is for the source to say, by its clock: the session's own limit, a minute without a
      // byte, would come before a longer one.
      configuration.timeoutIntervalForRequest = configuration.timeoutIntervalForResource
      let delegate = HTTPPartsDelegate(sink, byteLimit: byteLimit)
      let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
      session.dataTask(with: url).resume()
      return {
        // Also lets the session release its delegate, which it would keep for good. Not from here: on
        // Linux it waits for the queue that reads from all servers, and this may be a callback of it.
        DispatchQueue.global().async {
          // Neither is one cancelled that has just ended: the same would happen.
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

/// Hands on what the session tells, on the session's queue.
private final class HTTPPartsDelegate: NSObject, URLSessionDataDelegate {
  private let sink: CallbackFlowOf<HTTPPart>.Sink
  private let byteLimit: Int
  private let received = Atomic(0)
  private let ended = Atomic(false)

  /// Whether the session has told the end of the task.
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
    // The length that the server announces; -1 if it does not.
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
