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

  private let source = WeakSource<Host>()
  private var currentID: Int?
  private var lastID = 0

  /// Creates a service without a host.
  public init() {
    host = InitializedObservable(node: source.makeNode())
  }

  deinit {
    // Nobody is left who could attach: what observes the host through others is released.
    MainActorQueue.shared.enqueue { [node = host.node] in node.complete() }
  }

  /// The current host, or nil.
  public var currentHost: Host? { host.current }

  /// Makes the host the current one.
  public func attach(to host: Host) -> HostAttachment {
    lastID += 1
    let id = lastID
    currentID = id
    store(host)
    return HostAttachment { [weak self] in
      guard let self, currentID == id else { return }
      currentID = nil
      store(nil)
    }
  }

  private func store(_ host: Host?) {
    guard source.isChange(host) else { return }
    let node = self.host.node
    let point = node.parts?.armedPoint
    point?.willChange()
    source.store(host)
    node.valueDidChange(from: nil, point)
  }
}

/// Holds an object weakly, as the value of a node that keeps no values.
///
/// The value is nil once the object has been released. Observers are not called then.
@MainActor
private final class WeakSource<Object: AnyObject>: Source {
  private weak var object: Object?
  /// Whether the last write was an object, released or not: observers have seen it.
  private var hasObject = false

  func makeNode() -> Node<Object?> {
    let derivation = Derivation<Object?>(
      from: self,
      isForgetful: true,
      read: { [unowned self] in object }
    )
    return Node(derivation, .everyWrite)
  }

  func follow(_ demand: Demand, for node: any AnyNode) {}

  func isChange(_ newObject: Object?) -> Bool {
    object !== newObject || hasObject != (newObject != nil)
  }

  func store(_ newObject: Object?) {
    object = newObject
    hasObject = newObject != nil
  }
}
