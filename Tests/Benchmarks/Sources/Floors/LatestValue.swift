import Synchronization

/// A value under a mutex, and the one consumer that waits for the next value.
package final class LatestValue: Sendable {
  @usableFromInline
  struct State {
    @usableFromInline var value = 0
    @usableFromInline var version = 0
    @usableFromInline var consumer: CheckedContinuation<Void, Never>?
  }

  @usableFromInline let state = Mutex(State())

  package init() {}

  @inlinable
  package func write(_ value: Int) {
    let consumer = state.withLock { state in
      state.value = value
      state.version += 1
      return state.consumer.take()
    }
    consumer?.resume()
  }

  /// Returns the value and its version as soon as the version is another one.
  @inlinable
  package func next(after version: Int) async -> (value: Int, version: Int) {
    while true {
      let (value, current) = state.withLock { ($0.value, $0.version) }
      if current != version { return (value, current) }
      await withCheckedContinuation { continuation in
        let isLate = state.withLock { state in
          if state.version == version { state.consumer = continuation }
          return state.version != version
        }
        if isLate { continuation.resume() }
      }
    }
  }
}
