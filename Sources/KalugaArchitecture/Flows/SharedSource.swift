/// Runs the collection of a source in a scope, when its start policy says so.
enum SharedSource {
  /// Starts following the policy.
  ///
  /// - Parameters:
  ///   - source: What runs. What it throws goes to the scope's error handler; the scope lives on.
  ///   - start: The policy.
  ///   - scope: Owns the work.
  ///   - consumers: How many consumers there are.
  ///   - store: Gets each element.
  static func run<Source: AsyncSequence & Sendable>(
    _ source: Source,
    _ start: FlowStart,
    in scope: TaskScope,
    consumers: StateFlow<Int>,
    store: @escaping @Sendable (Source.Element) async throws -> Void
  ) where Source.Element: Sendable {
    let collect: @Sendable @concurrent () async throws -> Void = {
      try await Self.collect(source.makeAsyncIterator(), store)
    }
    switch start {
    case .eagerly:
      guard scope.isActive else { return }
      // Made here and not in the task: what the source emits right after this call must arrive.
      let iterator = Lock<Source.AsyncIterator?>(source.makeAsyncIterator())
      scope.launch(on: nil) {
        guard let iterator = iterator.withLock({ $0.take() }) else { return }
        try await Self.collect(iterator, store)
      }
    case .lazily:
      scope.launch(on: nil) {
        _ = try await consumers.first { $0 > 0 }
        try await collect()
      }
    case .whileSubscribed(let grace, let clock):
      let work = scope.childScope(name: "whileSubscribed")
      scope.launch(on: nil) {
        while true {
          _ = try await consumers.first { $0 > 0 }
          work.launch(on: nil, collect)
          repeat {
            _ = try await consumers.first { $0 == 0 }
          } while try await comeBack(consumers, within: grace, clock)
          work.cancelChildren()
          // The next run must not overlap with this one.
          await work.waitUntilEmpty()
        }
      }
    }
  }

  private static func collect<Iterator: AsyncIteratorProtocol>(
    _ iterator: consuming sending Iterator,
    _ store: (Iterator.Element) async throws -> Void
  ) async throws where Iterator.Element: Sendable {
    var iterator = iterator
    while let element = try await iterator.next(isolation: nil) {
      // A source need not notice its cancellation; what it yields after that is not wanted.
      try Task.checkCancellation()
      try await store(element)
    }
  }

  /// Whether a consumer comes before the time is over.
  private static func comeBack(
    _ consumers: StateFlow<Int>,
    within grace: Duration,
    _ clock: any Clock<Duration>
  ) async throws -> Bool {
    if grace <= .zero { return consumers.value > 0 }
    return try await withThrowingTaskGroup { group in
      group.addTask {
        _ = try await consumers.first { $0 > 0 }
        return true
      }
      group.addTask {
        try await clock.sleep(for: grace)
        return false
      }
      defer { group.cancelAll() }
      return try await group.next() ?? false
    }
  }
}
