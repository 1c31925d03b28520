import KalugaArchitecture
import Synchronization

/// The calls of one mocked function, oldest first.
///
/// Recording a call appends it, and copies none of those before: whoever reads takes only what is new
/// to him, and waits for a signal that all who wait share.
final class CallLog<each Parameter: Sendable>: Sendable {
  typealias Call = MockCall<repeat each Parameter>

  private struct State {
    var calls: [Call] = []
    /// Counts `removeAll`, so that who waits notices that it happened.
    var era = 0
    var next: Promise<Void>?
  }

  /// What a reader gets.
  struct Reading {
    let calls: [Call]
    let era: Int
    /// What to wait for, if there are no calls.
    let next: Promise<Void>?
  }

  private let state = Lock(State())

  @discardableResult
  func record(_ arguments: repeat each Parameter) -> Call {
    let (call, next) = state.withLock { state -> (Call, Promise<Void>?) in
      // Taken under the lock: the places of one mock rise with its calls.
      let call = Call(arguments: (repeat each arguments), place: Place.next())
      state.calls.append(call)
      return (call, state.next.take())
    }
    next?.settle(())
    return call
  }

  var calls: [Call] { state.withLock { $0.calls } }

  var count: Int { state.withLock { $0.calls.count } }

  /// The calls from an index on, or all if calls were removed since.
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
    // Released after the lock: the end of an argument may be user code.
    let old = state.withLock { state in
      let old = state.calls
      state.calls = []
      state.era += 1
      return old
    }
    _ = old
  }
}

/// The places of calls among the calls of all mocks.
private enum Place {
  private static let count = Atomic(0)

  static func next() -> Int {
    count.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
