#if canImport(Combine)
  public import Combine
  import KalugaArchitecture

  /// A flow as a Combine publisher.
  ///
  /// Each subscriber iterates the flow separately, and is registered with it before `subscribe`
  /// returns. An element is requested only when the subscriber has demand, never ahead of time. A
  /// state flow therefore delivers its newest value at the time of the demand, and a lossless flow
  /// makes its emitter wait.
  ///
  /// - **Isolation.** Values and the completion are delivered on the main actor, one at a time, in
  ///   later jobs. Use `receive(on:)` to receive them elsewhere. `request` and `cancel` can be
  ///   called from any thread, and inside `receive`.
  /// - **Completion.** The end is detected when an element is requested. It therefore needs demand,
  ///   unlike the end of Combine's own sequences. An error of the flow becomes the failure.
  /// - **Cancellation.** After `cancel()` on the main actor the subscriber receives nothing. After
  ///   `cancel()` elsewhere, a `receive` that is already running may continue. The subscriber is
  ///   released before `cancel()` returns, and the task that iterates the flow is cancelled.
  public struct FlowPublisher<Source: AsyncSequence & Sendable>: Publisher, Sendable
  where Source.Element: Sendable {
    /// The type of the flow's elements.
    public typealias Output = Source.Element

    /// The type of errors that the flow may throw; `Never` for most flows of the toolkit.
    public typealias Failure = Source.Failure

    private let source: Source

    fileprivate init(_ source: Source) {
      self.source = source
    }

    /// Starts iterating the flow for a subscriber.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
      // Created here and not in the task, so that a value emitted right after this call is
      // received.
      let iterator = source.makeAsyncIterator()
      let subscription = FlowSubscription<Source, Downstream>(subscriber)
      subscriber.receive(subscription: subscription)
      // Started last, because a subscriber must have its subscription before it receives a value.
      subscription.start(iterator)
    }
  }

  extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// A Combine publisher of the elements.
    ///
    ///     flow.publisher.sink { print($0) }.store(in: &cancellables)
    public var publisher: FlowPublisher<Self> { FlowPublisher(self) }
  }
#endif
