import Synchronization

/// A buffer under a mutex, which one consumer takes as a whole.
final class BatchBuffer: Sendable {
  private struct State {
    var values: [Int] = []
    var consumer: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  func send(_ value: Int) {
    let consumer = state.withLock { state in
      state.values.append(value)
      return state.consumer.take()
    }
    consumer?.resume()
  }

  /// Waits until there are values, and returns all of them.
  func take() async -> [Int] {
    while true {
      let values = state.withLock { state in
        let values = state.values
        state.values = []
        return values
      }
      if !values.isEmpty { return values }
      await withCheckedContinuation { continuation in
        let isLate = state.withLock { state in
          if state.values.isEmpty { state.consumer = continuation }
          return !state.values.isEmpty
        }
        if isLate { continuation.resume() }
      }
    }
  }
}
