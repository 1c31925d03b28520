import Synchronization

/// A buffer under a mutex, which one job at a time empties on the main actor.
package final class DrainedBuffer: Sendable {
  @usableFromInline
  struct State {
    @usableFromInline var values: [Int] = []
    @usableFromInline var isScheduled = false
  }

  @usableFromInline let state = Mutex(State())
  private let receive: @MainActor @Sendable (Int) -> Void

  package init(_ receive: @escaping @MainActor @Sendable (Int) -> Void) {
    self.receive = receive
  }

  @inlinable
  package func post(_ value: Int) {
    let isFirst = state.withLock { state in
      state.values.append(value)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { schedule() }
  }

  @usableFromInline
  func schedule() {
    Task { @MainActor in drain() }
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
