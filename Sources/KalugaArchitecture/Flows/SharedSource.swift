/// Runs the collection of a source in a scope, when its start policy says so.
enum SharedSource {
  /// Starts following the policy.
  ///
  /// - Parameters:
  ///   - start: The policy.
  ///   - scope: Owns the work. What the source throws goes to its error handler; the scope lives on.
  ///   - consumers: How many consumers there are.
  ///   - collect: Runs the source to its end.
  static func run(
    _ start: FlowStart,
    in scope: TaskScope,
    consumers: StateFlow<Int>,
    collect: @escaping @Sendable @concurrent () async throws -> Void
  ) {
    switch start {
    case .eagerly:
      scope.launch(on: nil, collect)
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
