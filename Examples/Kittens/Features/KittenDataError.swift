/// Why images could not be loaded.
public enum KittenDataError: Error, Hashable, Sendable {
  /// The task was cancelled.
  case cancelled
  /// There was no answer within the limit.
  case timedOut(Duration)
  /// There is no way to the server, or it does not answer on that port.
  case unreachable(endpoint: String, reason: String)
  /// The server answered that it has no images.
  case status(Int)
  /// The answer is larger than what is read.
  case tooLarge(limit: Int)
  /// The answer is no list of images.
  case unreadable(String)
}

extension KittenDataError: CustomStringConvertible {
  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .cancelled: "loading was cancelled"
    case .timedOut(let limit): "no answer within \(limit); try again"
    case .unreachable(let endpoint, let reason):
      "\(endpoint) cannot be reached (\(reason)); check the address and the connection"
    case .status(let status): "the server answered with status \(status); try again later"
    case .tooLarge(let limit): "the answer is larger than \(limit) bytes; ask for fewer images"
    case .unreadable(let reason): "the answer is no list of images: \(reason)"
    }
  }
}
