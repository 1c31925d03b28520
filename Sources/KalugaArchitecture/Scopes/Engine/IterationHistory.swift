/// Finds out whether a sequence that is iterated again and again has ended for good.
///
///     iterated ──cancelled──▶ left ──iterated again, ends without an element──▶ over
///
/// Cancelling the consumer of an `AsyncStream` finishes the stream. The next consumer receives
/// nothing, which looks like a silent service. A sequence that has ended by itself is not reported.
struct IterationHistory {
  private var wasCancelled = false
  private var isReported = false

  /// Notes the end of an iteration.
  ///
  /// - Parameters:
  ///   - isEmpty: Whether the sequence has ended without an element and without an error.
  ///   - isCancelled: Whether the consumer was cancelled.
  /// - Returns: Whether the sequence has ended for good; true at most once.
  mutating func didEnd(isEmpty: Bool, isCancelled: Bool) -> Bool {
    let isOver = isEmpty && !isCancelled && wasCancelled && !isReported
    wasCancelled = isCancelled
    if isOver { isReported = true }
    return isOver
  }
}
