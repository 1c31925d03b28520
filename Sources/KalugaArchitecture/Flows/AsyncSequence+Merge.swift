extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns the elements of both sequences in the order of their arrival.
  ///
  /// Each sequence keeps its order. What both send in one turn may be interleaved in any way.
  ///
  ///     let saves = saveTaps.merge(with: shortcuts)
  ///
  /// Consumers of both are registered when an iterator is made. From its first `next` on, a task for
  /// each sequence reads one element ahead, and waits until it is taken. The result ends when both have
  /// ended, and fails with the first failure. Then, and when the iterator is released or its task is
  /// cancelled, both tasks are cancelled. Elements that they have read by then are dropped, which an
  /// ``EventChannel`` does not repeat: to lose no event, ``collect(onEach:)`` each channel.
  ///
  /// RxSwift, Combine: `merge`.
  public func merge<Other: AsyncSequence & Sendable>(
    with other: Other
  ) -> some AsyncSequence<Element, Failure> & Sendable
  where Other.Element == Element, Other.Failure == Failure {
    MergedSequence(first: self, second: other)
  }
}

/// Two sequences in the order of arrival.
private struct MergedSequence<First: AsyncSequence & Sendable, Second: AsyncSequence & Sendable>:
  AsyncSequence, Sendable
where
  First.Element: Sendable, Second.Element == First.Element, Second.Failure == First.Failure
{
  typealias Step = MergeStep<First.Element, First.Failure>

  let first: First
  let second: Second

  struct Iterator: CancellableIterator {
    /// What the readers send: each step waits until it is taken.
    fileprivate var steps: FlowIterator<Step>
    fileprivate let readers: MergeReaders
    fileprivate var runningCount = 2

    mutating func next(
      isolation: isolated (any Actor)? = #isolation
    ) async throws(First.Failure) -> First.Element? {
      readers.start()
      while runningCount > 0 {
        switch await steps.next(isolation: isolation) {
        case .element(let element): return element
        case .end: runningCount -= 1
        case .failure(let error):
          end()
          throw error
        case nil: end()
        }
      }
      return nil
    }

    private mutating func end() {
      runningCount = 0
      readers.cancel()
    }
  }

  func makeAsyncIterator() -> Iterator {
    let steps = MutableSharedFlow<Step>()
    return Iterator(
      steps: steps.makeAsyncIterator(),
      readers: MergeReaders(reader(of: first, into: steps), reader(of: second, into: steps))
    )
  }

  /// Registers a consumer of a sequence, and returns what its task does.
  private func reader<Input: AsyncSequence & Sendable>(
    of input: Input,
    into steps: MutableSharedFlow<Step>
  ) -> @Sendable () async -> Void
  where Input.Element == First.Element, Input.Failure == First.Failure {
    let iterator = Lock<Input.AsyncIterator?>(input.makeAsyncIterator())
    return {
      guard var iterator = iterator.withLock({ $0.take() }) else { return }
      var end = Step.end
      do throws(First.Failure) {
        while let element = try await iterator.next(isolation: nil) {
          // Throws only if this task is cancelled.
          guard (try? await steps.emit(.element(element), isolation: nil)) != nil else { return }
        }
      } catch {
        end = .failure(error)
      }
      try? await steps.emit(end, isolation: nil)
    }
  }
}

/// What a reader sends to the consumer of a merged sequence.
private enum MergeStep<Element: Sendable, Failure: Error>: Sendable {
  case element(Element)
  case end
  case failure(Failure)
}

/// The tasks that read for one consumer, from its first read on.
private final class MergeReaders {
  private var waiting: [@Sendable () async -> Void]
  private var tasks: [Task<Void, Never>] = []

  init(_ readers: @Sendable () async -> Void...) {
    waiting = readers
  }

  deinit {
    cancel()
  }

  func start() {
    if waiting.isEmpty { return }
    tasks = waiting.map { ArchitectureEvents.startReader($0) }
    waiting = []
  }

  func cancel() {
    waiting = []
    for task in tasks { task.cancel() }
  }
}
