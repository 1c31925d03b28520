extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Shares one run of this sequence among any number of consumers, which receive its latest
  /// element, and `initial` until there is one.
  ///
  /// The runs end with the scope, which is not retained, and when the flow is released. When the
  /// sequence ends or fails, the flow keeps its last value. A failure goes to the scope's error
  /// handler; the scope stays active. Use ``retry(maxAttempts:if:backoff:clock:)`` before this method
  /// to run the sequence again.
  public func stateIn(
    _ scope: TaskScope,
    initial: Element,
    start: FlowStart = .eagerly
  ) -> StateFlow<Element> where Element: Equatable {
    stateIn(scope, start: start, into: StateFlowStorage(initial) { $0 == $1 })
  }

  /// Shares one run of this sequence among any number of consumers, which receive its latest
  /// element.
  ///
  /// Works like ``stateIn(_:initial:start:)``, but compares elements by a closure.
  public func stateIn(
    _ scope: TaskScope,
    initial: Element,
    start: FlowStart = .eagerly,
    by areEqual: @escaping @Sendable (Element, Element) -> Bool
  ) -> StateFlow<Element> {
    stateIn(scope, start: start, into: StateFlowStorage(initial, areEqual: areEqual))
  }

  private func stateIn(
    _ scope: TaskScope,
    start: FlowStart,
    into storage: StateFlowStorage<Element>
  ) -> StateFlow<Element> {
    let initial = start.hasExpiration ? storage.value : nil
    share(
      in: scope,
      start: start,
      through: FlowFeed(storage, onRelease: { $0.finish() }),
      consumers: storage.subscriptionCount,
      onExpire: { storage in if let initial { storage.update { _ in initial } } },
      store: { storage, element in storage.update { _ in element } }
    )
    return StateFlow(storage)
  }

  /// Shares one run of this sequence among any number of consumers, which receive each element.
  ///
  /// A new consumer starts with the latest `replay` elements. With `.eagerly`, elements that arrive
  /// before the first consumer are lost, except for the replay. The slowest consumer holds up the
  /// sequence. When the sequence ends or fails, its consumers keep waiting. In all else, this works
  /// like ``stateIn(_:initial:start:)``.
  ///
  /// Stops the program at the caller's line if the replay is negative.
  public func shareIn(
    _ scope: TaskScope,
    replay: Int = 0,
    start: FlowStart = .lazily,
    file: StaticString = #file,
    line: UInt = #line
  ) -> SharedFlow<Element> {
    let flow = MutableSharedFlow<Element>(replay: replay, file: file, line: line)
    share(
      in: scope,
      start: start,
      through: FlowFeed(flow.storage, onRelease: { _ in }),
      consumers: flow.subscriptionCount,
      onExpire: { $0.resetReplayCache() },
      store: { try await $0.emit($1, isolation: nil) }
    )
    return flow.asSharedFlow()
  }

  /// Runs this sequence according to the start policy, and stores its elements.
  private func share<Storage: FlowStorage>(
    in scope: TaskScope,
    start: FlowStart,
    through feed: FlowFeed<Storage>,
    consumers: StateFlow<Int>,
    onExpire: @escaping @Sendable (Storage) -> Void,
    store: @escaping @Sendable (Storage, Element) async throws -> Void
  ) {
    let source = SharedRuns(
      of: Self.self,
      start,
      in: scope,
      onExpire: { [weak storage = feed.storage] didReset in
        if let storage { onExpire(storage) }
        didReset()
      },
      launch: { scope, source in
        // Made here and not in the task, so that no element emitted after the start is lost.
        let iterator = Lock<AsyncIterator?>(makeAsyncIterator())
        return scope.launch(on: nil, name: "shared sequence", evenIfCancelled: true) {
          await source.run {
            guard var iterator = iterator.withLock({ $0.take() }) else { return false }
            var isEmpty = true
            while let element = try await iterator.next(isolation: nil) {
              try AsyncIterator.checkCancellation()
              isEmpty = false
              guard let storage = feed.storage else { return false }
              try await store(storage, element)
            }
            return isEmpty
          }
        }
      }
    )
    // The listener keeps the source for as long as the flow exists.
    let count = consumers.storage
    _ = count.addListener { [weak count] event in
      switch event {
      case .changed: source.consumersDidChange { (count?.value ?? 0) > 0 }
      case .finished: source.stop()
      }
    }
    feed.stop(source, with: scope)
    source.start()
  }
}
