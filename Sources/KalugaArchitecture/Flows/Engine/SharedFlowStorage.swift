/// Gives a shared flow the type of its values, which its core does not know.
@usableFromInline
final class SharedFlowStorage<Value: Sendable>: Sendable {
  @usableFromInline let core: SharedFlowCore

  init(_ machine: SharedFlowMachine) {
    core = SharedFlowCore(machine)
  }

  @inlinable
  func tryEmit(_ value: Value) -> Bool {
    core.tryEmit(FlowElement(value))
  }

  func emit(_ value: Value, isolation: isolated (any Actor)?) async throws(CancellationError) {
    try await core.emit(FlowElement(value), isolation: isolation)
  }

  var replayCache: [Value] { core.replayCache.map(value) }

  func resetReplayCache() {
    core.resetReplayCache()
  }

  var subscriptionCount: StateFlow<Int> { core.subscriptionCount }

  @inlinable
  func value(of element: AnyFlowElement) -> Value {
    // All elements in the core are made here. A checked cast would take as long as the rest of a read.
    unsafe unsafeDowncast(element, to: FlowElement<Value>.self).value
  }
}

extension SharedFlowStorage: FlowStorage {
  @usableFromInline
  func join() -> SharedFlowCursor { core.join() }

  @usableFromInline
  func leave(_ cursor: SharedFlowCursor) {
    core.leave(cursor)
  }

  @inlinable
  func take(_ cursor: inout SharedFlowCursor) -> FlowTaking<Value> {
    core.take(&cursor).map { .value(value(of: $0)) } ?? .nothing
  }

  @usableFromInline
  func addWaiter(_ waiter: OneShot<Void>, _ cursor: SharedFlowCursor) -> Int? {
    core.addWaiter(waiter, cursor)
  }

  @usableFromInline
  func removeWaiter(_ id: Int) {
    core.removeWaiter(id)
  }

  @usableFromInline
  func consumerWasCancelled() {}
}

/// A ``FlowElement``, whatever the type of its value.
@usableFromInline typealias AnyFlowElement = any AnyObject & Sendable

/// A value in a flow whose core does not know its type.
@usableFromInline
final class FlowElement<Value: Sendable>: Sendable {
  @usableFromInline let value: Value

  @usableFromInline
  init(_ value: Value) {
    self.value = value
  }
}
