extension AsyncSequence where Self: Sendable, AsyncIterator == FlowIterator<Element> {
  /// Calls a closure on the main actor with each element of a flow or an event channel.
  ///
  /// The consumer is registered before the call returns. The calls happen one after the other
  /// in later jobs of the main actor. The closure is released when the collection has ended.
  ///
  /// Keep the token in a bag or a scope. Releasing it does not end the collection, and neither does
  /// releasing the flow, because flows have no end: the task would wait for ever. After
  /// `dispose()` on the main actor, the closure is not called. After `dispose()` elsewhere, at most
  /// one call completes, for an element that had already been taken.
  ///
  /// Other asynchronous sequences have no such method: iterate them in a task of a ``TaskScope``,
  /// where their end and their errors arrive, too.
  ///
  /// - Parameter onEach: Called with each element.
  /// - Returns: A token that ends the collection.
  public func collect(_ onEach: @escaping @MainActor (Element) -> Void) -> any Disposable {
    // Made here and not in the task, so that the consumer receives what is emitted after this call.
    var iterator = makeAsyncIterator()
    let task = ArchitectureEvents.startTask {
      while let element = await iterator.next(isolation: MainActor.shared) {
        // An event that has been taken has no other consumer, so it is delivered.
        onEach(element)
      }
    }
    return SimpleDisposable { task.cancel() }
  }
}
