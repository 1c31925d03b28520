/// A consumer of a ``StateFlow``, a ``SharedFlow`` or an ``EventChannel``.
///
/// An iterator belongs to one task at a time. The consumer is registered when the iterator is made.
/// It is removed when the iterator is released, or when its task is cancelled and waits for an
/// element or asks for one.
///
/// A cancelled consumer that works on an element is a slow consumer until then: it is counted, and
/// emitters wait for it. The library cannot see the cancellation earlier.
public struct FlowIterator<Value: Sendable>: AsyncIteratorProtocol {
  @usableFromInline
  enum Consumer {
    case state(FlowConsumer<StateFlowStorage<Value>>)
    case shared(FlowConsumer<SharedFlowStorage<Value>>)
    case channel(FlowConsumer<ChannelStorage<Value>>)
  }

  @usableFromInline var consumer: Consumer?

  init(_ consumer: Consumer) {
    self.consumer = consumer
  }

  /// Returns the next element, or nil if the task is cancelled.
  ///
  /// The call stays on the caller's actor and does not suspend if an element is available. A
  /// cancelled task receives no element.
  @inlinable
  public mutating func next(isolation: isolated (any Actor)? = #isolation) async -> Value? {
    let value: Value?
    switch consumer {
    case .state(let consumer): value = await consumer.next(isolation: isolation)
    case .shared(let consumer): value = await consumer.next(isolation: isolation)
    case .channel(let consumer): value = await consumer.next(isolation: isolation)
    case nil: return nil
    }
    if value == nil { consumer = nil }
    return value
  }
}

@available(*, unavailable)
extension FlowIterator: Sendable {}

/// An iterator that takes no element after the cancellation of its task.
protocol CancellableIterator: AsyncIteratorProtocol {}

extension FlowIterator: CancellableIterator {}

extension AsyncIteratorProtocol {
  /// Whether the task is cancelled and the element that has just arrived must be dropped.
  ///
  /// A source may ignore its cancellation. Elements that it yields after that are dropped. A flow
  /// does not: its element was taken before a cancellation on another thread. It is delivered,
  /// because an event has no other consumer.
  static var dropsElement: Bool {
    Task.isCancelled && !(Self.self is any CancellableIterator.Type)
  }

  /// Throws if the element that has just arrived must be dropped.
  static func checkCancellation() throws {
    if dropsElement { throw CancellationError() }
  }
}

extension AsyncSequence where AsyncIterator == FlowIterator<Element> {
  /// Returns the first element that fulfils the condition, and waits for it if necessary.
  ///
  /// The call registers a consumer: a state flow offers its current value first, a shared flow its
  /// replay cache. The condition runs on the caller's actor. Events that do not fulfil it are
  /// removed from their channel. Throws `CancellationError` if the task is cancelled first.
  public func first(
    isolation: isolated (any Actor)? = #isolation,
    where condition: (Element) -> Bool
  ) async throws(CancellationError) -> Element {
    var iterator = makeAsyncIterator()
    while let element = await iterator.next(isolation: isolation) {
      if condition(element) { return element }
    }
    throw CancellationError()
  }
}
