import Synchronization

/// A value under a mutex, and the one consumer that waits for the next value.
final class LatestValue: Sendable {
  private struct State {
    var value = 0
    var version = 0
    var consumer: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  func write(_ value: Int) {
    let consumer = state.withLock { state in
      state.value = value
      state.version += 1
      return state.consumer.take()
    }
    consumer?.resume()
  }

  /// Waits until the version is not the given one, and returns the value.
  func next(after version: Int) async -> (value: Int, version: Int) {
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
