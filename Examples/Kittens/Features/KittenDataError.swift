/// The reasons why images could not be loaded.
public enum KittenDataError: Error, Hashable, Sendable {
  /// The task was cancelled.
  case cancelled
  /// The server did not answer within the time limit.
  case timedOut(Duration)
  /// The server could not be reached.
  case unreachable(endpoint: String, reason: String)
  /// The server answered with a status other than 200.
  case status(Int)
  /// The answer exceeds the limit in bytes.
  case tooLarge(limit: Int)
  /// The answer is not a list of images.
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
    case .unreadable(let reason): "the answer is not a list of images: \(reason)"
    }
  }
}
