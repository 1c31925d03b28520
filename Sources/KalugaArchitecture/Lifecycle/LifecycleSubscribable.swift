/// A service of a view model that needs the host, such as a navigator or an alert presenter.
///
/// The host is the object that shows the view model. This protocol is only a marker. The view model
/// publishes its services in ``BaseLifecycleViewModel/activeLifecycleSubscribables``, and a
/// ``LifecycleManager`` attaches the host to those that accept its type. To be attached, conform to
/// ``HostLifecycleSubscribable`` or use a ``LifecycleHostObserver``.
///
/// Kaluga: `LifecycleSubscribable`.
@MainActor
public protocol LifecycleSubscribable: AnyObject {}

/// A service that can be attached to hosts of one type.
///
/// Kaluga: `ActivityLifecycleSubscribable`, `ViewControllerLifecycleSubscribable`.
@MainActor
public protocol HostLifecycleSubscribable<Host>: LifecycleSubscribable {
  /// The type of host that the service needs, such as a view controller or a window.
  associatedtype Host: AnyObject

  /// Attaches a host in place of the current one.
  ///
  /// The service must hold the host weakly.
  ///
  /// - Returns: A token that detaches only this host. Once another host is attached, it does
  ///   nothing.
  func attach(to host: Host) -> HostAttachment
}

extension HostLifecycleSubscribable {
  /// Attaches the host if it has the type that the service needs; otherwise returns nil.
  func attach(toAny host: AnyObject) -> HostAttachment? {
    (host as? Host).map { attach(to: $0) }
  }
}
