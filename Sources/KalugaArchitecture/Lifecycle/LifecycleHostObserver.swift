/// A service that knows its current host, as observable state.
///
///     let alerts = LifecycleHostObserver<UIViewController>()
///     alerts.host.observe { controller in … }
///
/// The host is held weakly: when it is released, ``currentHost`` is nil. A host that is attached
/// replaces the one before, and detaching the one before then does nothing.
///
/// Kaluga: `LifecycleManagerObserver`, `DefaultActivityLifecycleSubscribable`.
@MainActor
public final class LifecycleHostObserver<Host: AnyObject>: HostLifecycleSubscribable {
  /// The current host, or nil; observers follow attaching and detaching.
  ///
  /// They are not told when a host is released without being detached. A state flow of this keeps the
  /// host that it has seen last.
  public let host: InitializedObservable<Host?>

  private let node = WeakNode<Host>()
  private var currentID: Int?
  private var lastID = 0

  /// Creates a service without a host.
  public init() {
    host = InitializedObservable(node: node)
  }

  deinit {
    // Nobody is left who could attach: what observes the host through others is released.
    MainActorQueue.shared.enqueue(MainActorJob { [node] in node.complete() })
  }

  /// The current host, or nil.
  public var currentHost: Host? { host.current }

  /// Makes the host the current one.
  public func attach(to host: Host) -> HostAttachment {
    lastID += 1
    let id = lastID
    currentID = id
    node.store(host)
    return HostAttachment { [weak self] in
      guard let self, currentID == id else { return }
      currentID = nil
      node.store(nil)
    }
  }
}
