/// A service of a view model that needs to know the host that shows it: a navigator, an alert
/// presenter.
///
/// A marker: the view model publishes the set of them
/// (``BaseLifecycleViewModel/activeLifecycleSubscribables``), and a host attaches to those it can
/// serve. Conform to ``HostLifecycleSubscribable``, or use a ``LifecycleHostObserver``, to be attached.
///
/// Kaluga: `LifecycleSubscribable`.
@MainActor
public protocol LifecycleSubscribable: AnyObject {}

/// A service that is attached to hosts of one type.
///
/// Kaluga: `ActivityLifecycleSubscribable`, `ViewControllerLifecycleSubscribable`.
@MainActor
public protocol HostLifecycleSubscribable<Host>: LifecycleSubscribable {
  /// What the service needs: a view controller, a window, a terminal.
  associatedtype Host: AnyObject

  /// Makes the host the current one, in place of any other.
  ///
  /// - Returns: Detaches this host and no other: when another host was attached meanwhile, detaching
  ///   does nothing. The service must not keep the host alive.
  func attach(to host: Host) -> HostAttachment
}

extension HostLifecycleSubscribable {
  /// Attaches a host of any type; nil if it is not of the type that the service needs.
  func attach(toAny host: AnyObject) -> HostAttachment? {
    (host as? Host).map { attach(to: $0) }
  }
}
