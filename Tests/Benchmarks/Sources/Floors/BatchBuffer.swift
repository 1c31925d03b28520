import Synchronization

/// A buffer under a mutex, which one consumer takes as a whole.
package final class BatchBuffer: Sendable {
  @usableFromInline
  struct State {
    @usableFromInline var values: [Int] = []
    @usableFromInline var consumer: CheckedContinuation<Void, Never>?
  }

  @usableFromInline let state = Mutex(State())

  package init() {}

  @inlinable
  package func send(_ value: Int) {
    let consumer = state.withLock { state in
      state.values.append(value)
      return state.consumer.take()
    }
    consumer?.resume()
  }

  /// Returns all values that wait, as soon as there are some.
  @inlinable
  package func take() async -> [Int] {
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
