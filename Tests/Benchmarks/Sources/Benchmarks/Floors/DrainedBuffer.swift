import Synchronization

/// A buffer under a mutex, which one job at a time empties on the main actor.
final class DrainedBuffer: Sendable {
  private struct State {
    var values: [Int] = []
    var isScheduled = false
  }

  private let state = Mutex(State())
  private let receive: @MainActor @Sendable (Int) -> Void

  init(_ receive: @escaping @MainActor @Sendable (Int) -> Void) {
    self.receive = receive
  }

  func post(_ value: Int) {
    let isFirst = state.withLock { state in
      state.values.append(value)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { Task { @MainActor in drain() } }
  }

  @MainActor
  private func drain() {
    let values = state.withLock { state in
      state.isScheduled = false
      let values = state.values
      state.values = []
      return values
    }
    for value in values { receive(value) }
  }
}
