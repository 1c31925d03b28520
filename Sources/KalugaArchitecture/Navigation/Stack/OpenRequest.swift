/// A request whose screen is open and may still give a result, whatever its type.
protocol OpenRequest: Sendable {
  var expected: String { get }
  func accepts(_ result: NavigationResult) -> Bool
  func finish(_ result: NavigationResult)
  func cancel(_ reason: NavigationCancellation)
  func refuse(_ error: NavigationError)
}

/// The typed side of an open request.
struct OpenResultRequest<Result: Sendable>: OpenRequest {
  let ticket: NavigationTicket<Result>

  var expected: String { "\(Result.self)" }

  func accepts(_ result: NavigationResult) -> Bool {
    result.value is Result
  }

  func finish(_ result: NavigationResult) {
    guard let value = result.value as? Result else { return cancel(.back) }
    ticket.settle(.finished(value))
  }

  func cancel(_ reason: NavigationCancellation) {
    ticket.settle(.cancelled(reason))
  }

  func refuse(_ error: NavigationError) {
    ticket.settle(.refused(error))
  }
}
