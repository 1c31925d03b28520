#if canImport(Combine)
  public import Combine
  public import KalugaArchitecture

  /// An observable as a Combine publisher.
  ///
  /// A subscriber receives the current value, and then the newest value after each change. While
  /// the subscriber has no demand, only the newest value is kept for it. A value that the
  /// observable's change policy considers equal to the last one received is skipped.
  ///
  /// - **Isolation.** Values are delivered on the main actor. A subscriber that subscribes there
  ///   with demand receives the current value before `subscribe` returns. It receives each later
  ///   value before the write returns, in registration order with other observers. A subscriber
  ///   that subscribes elsewhere receives the current value in a later main-actor job.
  /// - **Re-entrancy.** `request` and `cancel` can be called from any thread, and inside `receive`.
  ///   On the main actor they take effect immediately. Elsewhere, a `receive` that is already
  ///   running may continue after `cancel()`, but no other call begins.
  /// - **Completion.** The publisher never completes. An observable keeps its value when its source
  ///   ends or fails, and reports that in its `sourceState`.
  /// - **Lifetime.** A subscription retains the observable.
  public struct ObservablePublisher<Value>: Publisher, Sendable {
    /// The type of the observable's values.
    public typealias Output = Value

    /// Observables do not fail.
    public typealias Failure = Never

    private let observable: BasicObservable<Value>

    fileprivate init(_ observable: BasicObservable<Value>) {
      self.observable = observable
    }

    /// Starts observing for a subscriber.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Value, Downstream.Failure == Never {
      let subscription = ObservableSubscription(observable, subscriber)
      subscriber.receive(subscription: subscription)
      MainActorTurn.run { subscription.start() }
    }
  }

  extension BasicObservable {
    /// A Combine publisher of the values.
    ///
    ///     model.$name.publisher.assign(to: \.text, on: label).store(in: &cancellables)
    public var publisher: ObservablePublisher<Value> { ObservablePublisher(self) }
  }
#endif
