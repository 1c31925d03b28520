import Synchronization

/// What `observe` returns: ends one observation.
final class ObserverToken: Disposable {
  /// Stands where an observer was.
  static let dead = ObserverToken()

  private let hub: ObserverRemover?
  private let disposed: Atomic<Bool>

  /// The place of the observer in its hub; negative once it has been removed.
  @MainActor private var place: Int32

  /// The node behind the observer, if it is one.
  @MainActor private var link: ObserverLink?

  @MainActor
  init(hub: ObserverRemover, index: Int, downstream: (any DownstreamNode)?) {
    self.hub = hub
    disposed = Atomic(false)
    place = Int32(index)
    link = downstream.map { ObserverLink($0) }
  }

  private init() {
    hub = nil
    disposed = Atomic(true)
    place = -1
    link = nil
  }

  /// The place of the observer in its hub; nil once it has been removed.
  @MainActor var index: Int? {
    get { place < 0 ? nil : Int(place) }
    set { place = newValue.map { Int32($0) } ?? -1 }
  }

  /// True from the first `dispose()` on: no call begins any more.
  var isDisposed: Bool { disposed.load(ordering: .acquiring) }

  func dispose() {
    guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    // The closure may only be released on the main actor, and this may be any thread.
    hub?.removeLater(self)
  }

  /// Called when the observed value can never change again, or by nobody.
  @MainActor
  func sourceDidComplete() {
    disposed.store(true, ordering: .releasing)
    link.take()?.node.inputDidComplete()
  }
}

/// Keeps tokens of plain observers small: few observers are nodes.
@MainActor
private final class ObserverLink {
  let node: any DownstreamNode

  init(_ node: any DownstreamNode) {
    self.node = node
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
