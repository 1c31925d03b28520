import KalugaArchitecture

/// Runs a walk whose tasks a seed orders, on the main actor.
@MainActor
func runSeeded<Output: Sendable>(
  seed: UInt64 = 0,
  _ body: @escaping @MainActor () async throws -> Output
) async throws -> Output {
  let executor = MainActorSeededExecutor(seed: seed)
  let run = Task(executorPreference: executor) { @concurrent in
    let work = WorkWatch(executor: executor, reportsProblems: true)
    return try await ArchitectureEvents.withListener(work, body)
  }
  return try await withTaskCancellationHandler {
    try await run.value
  } onCancel: {
    run.cancel()
  }
}
