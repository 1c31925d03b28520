#if canImport(Combine)
  public import Combine
  import KalugaArchitecture

  /// A flow as a Combine publisher.
  ///
  /// Each subscriber runs the flow for itself, and is registered with it before `subscribe` returns.
  /// The flow is asked for an element only when the subscriber wants one: nothing is taken from it
  /// ahead of time. A state flow therefore gives its newest value at the time of the demand, and a
  /// flow that loses nothing waits.
  ///
  /// - Values and the completion come on the main actor, one at a time, in later jobs of it; use
  ///   `receive(on:)` to have them elsewhere. `request` and `cancel` may be called from any thread, also
  ///   inside `receive`.
  /// - The end is noticed when an element is asked for: it needs demand, unlike the end of Combine's own
  ///   sequences. What the flow throws is the failure.
  /// - After `cancel()` on the main actor nothing is received, and after one elsewhere at most what
  ///   is being received. The subscriber is released before `cancel()` returns, and the flow hears of it as
  ///   of the cancellation of a task.
  public struct FlowPublisher<Source: AsyncSequence & Sendable>: Publisher, Sendable
  where Source.Element: Sendable {
    /// What the flow gives.
    public typealias Output = Source.Element

    /// What the flow may throw; `Never` for the flows of the toolkit.
    public typealias Failure = Source.Failure

    private let source: Source

    fileprivate init(_ source: Source) {
      self.source = source
    }

    /// Runs the flow for a subscriber.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
      // Made here and not in the task: what is emitted right after this call must arrive.
      let iterator = source.makeAsyncIterator()
      let subscription = FlowSubscription<Source, Downstream>(subscriber)
      subscriber.receive(subscription: subscription)
      // Only now: a subscriber must have its subscription before it gets a value.
      subscription.start(iterator)
    }
  }

  extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// The sequence as a Combine publisher, for code that is written with Combine.
    ///
    ///     flow.publisher.sink { print($0) }.store(in: &cancellables)
    public var publisher: FlowPublisher<Self> { FlowPublisher(self) }
  }
#endif
