import KalugaArchitecture

/// Results that are returned one after the other, with the last one repeated.
final class ResultSequence<Result: Sendable>: Sendable {
  private let results: [Result]
  private let given = Lock(0)

  init(_ results: [Result]) {
    precondition(
      !results.isEmpty,
      "returns(inSequence:) needs at least one value, found none. Pass one, or leave out the stub."
    )
    self.results = results
  }

  func next() -> Result {
    let index = given.withLock { given in
      let index = given
      given = min(given + 1, results.count - 1)
      return index
    }
    return results[index]
  }
}
