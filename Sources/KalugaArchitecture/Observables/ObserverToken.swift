import Synchronization

/// What `observe` returns: ends one observation.
final class ObserverToken: Disposable {
  private let disposed = Atomic(false)
  private let hub: any ObserverRemoving

  /// The place of the observer in its hub; nil once it has been removed.
  @MainActor var index: Int?

  /// The node behind the observer, if it is one.
  @MainActor private var downstream: (any DownstreamNode)?

  @MainActor
  init(hub: any ObserverRemoving, index: Int, downstream: (any DownstreamNode)?) {
    self.hub = hub
    self.index = index
    self.downstream = downstream
  }

  /// True from the first `dispose()` on: no call begins any more.
  var isDisposed: Bool { disposed.load(ordering: .acquiring) }

  func dispose() {
    guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    // The closure may only be released on the main actor, and this may be any thread.
    hub.removeLater(self)
  }

  /// Called when the observed value can never change again, or by nobody.
  @MainActor
  func sourceDidComplete() {
    downstream.take()?.inputDidComplete()
  }
}

/// The untyped side of a hub, for its tokens.
protocol ObserverRemoving: AnyObject, Sendable {
  /// Removes the token's observer on the main actor, soon; callable from any thread.
  func removeLater(_ token: ObserverToken)
}

/// A node whose value follows from others.
@MainActor
protocol DownstreamNode: AnyObject {
  /// One of the inputs has a new value.
  func inputDidChange()

  /// One of the inputs can never change again.
  func inputDidComplete()
}
