extension AsyncSequence where Self: Sendable {
  /// Calls closures on the main actor with each element of a sequence, and at its end.
  ///
  ///     client.headlines.collect { [weak self] in
  ///       self?.show($0)
  ///     } onCompletion: { [weak self] error in
  ///       if let error { self?.show(error) }
  ///     }
  ///     .addTo(scope)
  ///
  /// The iterator is made before the call returns, which registers the consumer of a flow. The calls
  /// happen one after the other in later jobs of the main actor, and `onCompletion` is the last one.
  /// Both closures are released when the collection has ended.
  ///
  /// Keep the token in a bag or a scope. Releasing it does not end the collection, and neither does
  /// releasing the sequence. After `dispose()` on the main actor, neither closure is called. After
  /// `dispose()` elsewhere, at most one call completes. Disposing is no completion.
  ///
  /// kotlinx.coroutines: `onEach` and `onCompletion`, which is also called for a cancellation.
  ///
  /// - Parameters:
  ///   - onEach: Called with each element.
  ///   - onCompletion: Called once, with the error if the sequence has failed, and with nil if it
  ///     has ended. A flow or an event channel does neither.
  /// - Returns: A token that ends the collection.
  public func collect(
    onEach: @escaping @MainActor (Element) -> Void,
    onCompletion: @escaping @MainActor (Failure?) -> Void
  ) -> any Disposable {
    // Made here and not in the task, so that the consumer receives what is emitted after this call.
    var iterator = makeAsyncIterator()
    let task = ArchitectureEvents.startTask {
      var failure: Failure?
      do throws(Failure) {
        while let element = try await iterator.next(isolation: MainActor.shared) {
          // An event that has been taken has no other consumer, so it is delivered.
          if AsyncIterator.dropsElement { return }
          onEach(element)
        }
      } catch {
        failure = error
      }
      if !Task.isCancelled { onCompletion(failure) }
    }
    return SimpleDisposable { task.cancel() }
  }
}

extension AsyncSequence where Self: Sendable, Failure == Never {
  /// Calls a closure on the main actor with each element of a sequence that cannot fail, such as a
  /// flow or an event channel.
  ///
  /// Works like ``collect(onEach:onCompletion:)``, without a call at the end.
  ///
  /// - Parameter onEach: Called with each element.
  /// - Returns: A token that ends the collection.
  public func collect(onEach: @escaping @MainActor (Element) -> Void) -> any Disposable {
    collect(onEach: onEach) { _ in }
  }
}
