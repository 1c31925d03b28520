import KalugaArchitecture

/// Holds each call until the test answers it.
@MainActor
final class FakeRepository {
  private(set) var calls: [String] = []
  private var answers: [EventChannel<Result<String, any Error>>] = []
  /// Whether calls wait for their answers even if their task is cancelled.
  var ignoresCancellation = false

  func find(_ query: String) async throws -> String {
    let answer = EventChannel<Result<String, any Error>>()
    calls.append(query)
    answers.append(answer)
    return if ignoresCancellation {
      // An unstructured task is not cancelled with its creator.
      try await Task.detached { try await Self.first(of: answer) }.value
    } else {
      try await Self.first(of: answer)
    }
  }

  private nonisolated static func first(
    of channel: EventChannel<Result<String, any Error>>
  ) async throws -> String {
    for await result in channel { return try result.get() }
    throw CancellationError()
  }

  /// Answers a call when it has been made.
  func answer(_ call: Int, _ result: Result<String, any Error>) async {
    await until(calls.count > call)
    guard calls.count > call else { return }
    answers[call].send(result)
  }
}
