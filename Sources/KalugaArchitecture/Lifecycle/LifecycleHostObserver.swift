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
  private struct Attached {
    let id: Int
    weak var host: Host?
  }

  private let attached = InitializedSubject<Attached?>(
    wrappedValue: nil,
    conflation: .by { $0?.id == $1?.id }
  )
  private var lastID = 0

  /// The current host, or nil; observers follow attaching and detaching.
  public private(set) lazy var host: InitializedObservable<Host?> =
    attached.map(conflation: .by { $0 === $1 }) { $0?.host }

  /// Creates a service without a host.
  public init() {}

  /// The current host, or nil.
  public var currentHost: Host? { attached.current?.host }

  /// Makes the host the current one.
  public func attach(to host: Host) -> HostAttachment {
    lastID += 1
    let id = lastID
    attached.current = Attached(id: id, host: host)
    return HostAttachment { [weak self] in
      guard let self, attached.current?.id == id else { return }
      attached.current = nil
    }
  }
}
