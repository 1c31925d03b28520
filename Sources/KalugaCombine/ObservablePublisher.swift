#if canImport(Combine)
  public import Combine
  public import KalugaArchitecture

  /// An observable as a Combine publisher.
  ///
  /// A subscriber gets the current value, and then the newest value after each change. What it has no
  /// demand for is skipped, except for the newest value, which waits; a value equal to the one it got
  /// last is skipped, as the observable compares them.
  ///
  /// - Values come on the main actor. Who subscribes there, with demand, has the current value before
  ///   `subscribe` returns, and each later one before the write returns, in turn with the other
  ///   observers. Who subscribes elsewhere gets the current value in a later job of the main actor.
  /// - `request` and `cancel` may be called from any thread, also inside `receive`. On the main actor they
  ///   act at once. After `cancel()` elsewhere at most the call that is being made goes on.
  /// - It never completes: an observable keeps its value when its source ends or fails, and says so in
  ///   its `sourceState`.
  /// - It keeps the observable for as long as the subscription lasts.
  public struct ObservablePublisher<Value>: Publisher, Sendable {
    /// What observers of the observable see.
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
    /// The values as a Combine publisher, for code that is written with Combine.
    ///
    ///     model.$name.publisher.assign(to: \.text, on: label).store(in: &cancellables)
    public var publisher: ObservablePublisher<Value> { ObservablePublisher(self) }
  }
#endif
