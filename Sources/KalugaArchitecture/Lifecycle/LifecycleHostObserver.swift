/// A service that publishes its current host as an observable.
///
///     let alerts = LifecycleHostObserver<UIViewController>()
///     alerts.host.observe { controller in … }
///
/// The service holds the host weakly, so ``currentHost`` is nil once the host is released.
/// Attaching a host replaces the previous one; detaching the previous one has no effect after that.
///
/// Kaluga: `LifecycleManagerObserver`, `DefaultActivityLifecycleSubscribable`.
@MainActor
public final class LifecycleHostObserver<Host: AnyObject>: HostLifecycleSubscribable {
  /// The current host, or nil.
  ///
  /// Observers are called when a host is attached or detached, but not when it is released without
  /// being detached. A state flow made from this observable retains the last host it received.
  public let host: InitializedObservable<Host?>

  private let source = WeakSource<Host>()
  private var attachments = 0

  /// Creates a service without a host.
  public init() {
    host = InitializedObservable(node: source.makeNode())
  }

  deinit {
    // No host can be attached any more. Completing the node releases its observers and dependents.
    MainActorQueue.shared.enqueue { [node = host.node] in node.complete() }
  }

  /// The current host, or nil.
  public var currentHost: Host? { host.current }

  /// Attaches a host in place of the current one.
  ///
  /// - Returns: A token that detaches the host, unless another host has replaced it.
  public func attach(to host: Host) -> HostAttachment {
    attachments += 1
    // Before the host is stored: an observer may attach another one.
    let number = attachments
    store(host)
    return HostAttachment { [weak self] in
      guard let self, attachments == number else { return }
      store(nil)
    }
  }

  private func store(_ host: Host?) {
    guard source.isChange(host) else { return }
    let node = self.host.node
    let point = node.parts?.tracking.load()
    point?.willChange()
    source.store(host)
    node.valueDidChange(from: nil, point)
  }
}

/// The source of a node whose value is a weakly held object.
///
/// The value becomes nil when the object is released; observers are not called then.
@MainActor
private final class WeakSource<Object: AnyObject>: Source {
  private weak var object: Object?
  /// Whether the last write was an object.
  ///
  /// If so, observers received an object last. Writing nil is then a change, even if the object has
  /// been released.
  private var hasObject = false

  func makeNode() -> Node<Object?> {
    let derivation = Derivation<Object?>(
      from: self,
      isForgetful: true,
      read: { [unowned self] in object }
    )
    return Node(derivation, .everyWrite)
  }

  func setDemand(_ demand: Demand, for node: any AnyNode) {}

  func isChange(_ newObject: Object?) -> Bool {
    object !== newObject || hasObject != (newObject != nil)
  }

  func store(_ newObject: Object?) {
    object = newObject
    hasObject = newObject != nil
  }
}
