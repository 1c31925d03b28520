/// A service of a view model that needs to know the host that shows it: a navigator, an alert
/// presenter.
///
/// A marker: the view model publishes the set of them
/// (``BaseLifecycleViewModel/activeLifecycleSubscribables``), and a host uses those it can serve.
///
/// Kaluga: `LifecycleSubscribable`.
@MainActor
public protocol LifecycleSubscribable: AnyObject {}
