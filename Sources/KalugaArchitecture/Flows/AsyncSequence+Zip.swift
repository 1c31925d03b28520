extension AsyncSequence where Self: Sendable {
  /// Returns pairs of the first, second, third elements of both sequences.
  ///
  /// Consumers of both are registered when an iterator is made. Nothing is read ahead, and no task is
  /// started: each `next` reads this sequence, then the other. The result ends with the shorter
  /// sequence. The end or the failure of the other one shows once this one has the next element. If
  /// the task is cancelled between the two reads, the first element is dropped.
  ///
  /// RxSwift, Combine: `zip`.
  public func zip<Other: AsyncSequence & Sendable>(
    with other: Other
  ) -> some AsyncSequence<(Element, Other.Element), Failure> & Sendable
  where Other.Failure == Failure {
    ZippedSequence(first: self, second: other)
  }
}

/// The pairs of two sequences.
private struct ZippedSequence<First: AsyncSequence & Sendable, Second: AsyncSequence & Sendable>:
  AsyncSequence, Sendable
where Second.Failure == First.Failure {
  let first: First
  let second: Second

  struct Iterator: AsyncIteratorProtocol {
    /// Both nil at the end, which releases the consumers.
    fileprivate var first: First.AsyncIterator?
    fileprivate var second: Second.AsyncIterator?

    mutating func next(
      isolation: isolated (any Actor)? = #isolation
    ) async throws(First.Failure) -> (First.Element, Second.Element)? {
      do throws(First.Failure) {
        if let element = try await first?.next(isolation: isolation),
          let other = try await second?.next(isolation: isolation)
        {
          return (element, other)
        }
      } catch {
        (first, second) = (nil, nil)
        throw error
      }
      (first, second) = (nil, nil)
      return nil
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(first: first.makeAsyncIterator(), second: second.makeAsyncIterator())
  }
}
