import KalugaArchitecture
import Synchronization

/// The calls of one mocked function, oldest first.
///
/// Recording appends a call without copying earlier ones. A reader takes only the calls that it has
/// not read, and waits for a signal that all waiters share.
final class CallLog<each Parameter: Sendable>: Sendable {
  typealias Call = MockCall<repeat each Parameter>

  private struct State {
    var calls: [Call] = []
    /// The number of times that calls were removed, so that waiters notice it.
    var era = 0
    var next: Promise<Void>?
  }

  /// The result of a read.
  struct Reading {
    let calls: [Call]
    let era: Int
    /// The signal to wait for; nil if there are new calls.
    let next: Promise<Void>?
  }

  private let state = Lock(State())

  @discardableResult
  func record(_ arguments: repeat each Parameter) -> Call {
    let (call, next) = state.withLock { state -> (Call, Promise<Void>?) in
      // Numbered under the lock, so that the positions of a mock's calls increase.
      let call = Call(arguments: (repeat each arguments), place: Place.next())
      state.calls.append(call)
      return (call, state.next.take())
    }
    next?.settle(())
    return call
  }

  var calls: [Call] { state.withLock { $0.calls } }

  /// Returns the calls from an index on, or all calls if some were removed in the meantime.
  func read(from index: Int, era: Int) -> Reading {
    state.withLock { state in
      let index = era == state.era ? index : 0
      if index < state.calls.count {
        return Reading(calls: Array(state.calls[index...]), era: state.era, next: nil)
      }
      let next = state.next ?? Promise<Void>()
      state.next = next
      return Reading(calls: [], era: state.era, next: next)
    }
  }

  func removeAll() {
    // Arguments are released outside the lock, because that may run user code.
    let old = state.withLock { state in
      let old = state.calls
      state.calls = []
      state.era += 1
      return old
    }
    _ = old
  }
}

/// Numbers the calls of all mocks in the order of recording.
private enum Place {
  private static let count = Atomic(0)

  static func next() -> Int {
    count.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
