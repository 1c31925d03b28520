import KalugaArchitecture

/// Starts a task on the main actor, which the seed of the test orders if there is one.
@discardableResult
func startTask<Output: Sendable>(
  _ operation: @escaping @MainActor () async -> Output
) -> Task<Output, Never> {
  guard let executor = MainActorSeededExecutor.current else {
    return Task { @MainActor in await operation() }
  }
  return Task(executorPreference: executor) { @concurrent in await operation() }
}
