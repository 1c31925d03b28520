import Synchronization

/// What `observe` returns: ends one observation.
///
/// Unchecked only because it has a subclass: all that may change is atomic, isolated to the main actor, or
/// handed over by the list of removals.
@safe
class ObserverToken: Disposable, @unchecked Sendable {
  /// Stands where an observer was.
  static let dead = ObserverToken()

  private let hub: ObserverRemover?

  /// The token that was disposed before this one, while both wait for their removal.
  ///
  /// Unsafe only by type: whoever disposes first writes it, before the token enters the list, and the
  /// main actor afterwards.
  final nonisolated(unsafe) var previousRemoval: Unmanaged<ObserverToken>?

  private let disposed: Atomic<Bool>

  /// The place of the observer in its hub; negative once it has been removed.
  @MainActor private final var place: Int32

  @MainActor
  init(hub: ObserverRemover, index: Int) {
    self.hub = hub
    disposed = Atomic(false)
    place = Int32(index)
  }

  private init() {
    hub = nil
    disposed = Atomic(true)
    place = -1
  }

  /// The place of the observer in its hub; nil once it has been removed.
  @MainActor final var index: Int? {
    get { place < 0 ? nil : Int(place) }
    set { place = newValue.map { Int32($0) } ?? -1 }
  }

  /// True from the first `dispose()` on: no call begins any more.
  final var isDisposed: Bool { disposed.load(ordering: .acquiring) }

  final func dispose() {
    guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    // The closure may only be released on the main actor, and this may be any thread.
    hub?.removeLater(self)
  }

  /// Called when the observed value can never change again, or by nobody.
  @MainActor
  func sourceDidComplete() {
    disposed.store(true, ordering: .releasing)
  }
}

/// The token of a node that is derived from the observed one: few are, and the others stay small.
///
/// Unchecked as its base class is; what it adds is isolated to the main actor.
final class LinkToken: ObserverToken, @unchecked Sendable {
  @MainActor private var downstream: (any DownstreamNode)?

  @MainActor
  init(hub: ObserverRemover, index: Int, downstream: any DownstreamNode) {
    self.downstream = downstream
    super.init(hub: hub, index: index)
  }

  @MainActor
  override func sourceDidComplete() {
    super.sourceDidComplete()
    downstream.take()?.inputDidComplete()
  }
}

/// A node whose value follows from others.
@MainActor
protocol DownstreamNode: AnyObject {
  /// One of the inputs has a new value.
  func inputDidChange()

  /// One of the inputs can never change again.
  func inputDidComplete()
}
