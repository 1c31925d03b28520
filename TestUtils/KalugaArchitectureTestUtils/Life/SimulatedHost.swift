public import KalugaArchitecture

/// A host that shows a view model, and does what hosts do to it: appear, disappear, be made anew.
///
///     let host = SimulatedHost(for: model) { AlertScreen() }
///     host.appear()
///     model.alerts.show("hello")
///     #expect(host.current.shown == ["hello"])
///     host.recreate()                                // the device was turned: the view model stays
///     host.unbind()                                  // shown no longer: the view model is cleared
///
/// Everything happens before a call returns.
@MainActor
public final class SimulatedHost<Host: AnyObject> {
  /// The host that there is now; services of the view model are attached to it.
  public private(set) var current: Host

  /// Whether the host shows the view model.
  public private(set) var isShown = false

  private let viewModel: BaseLifecycleViewModel
  private let makeHost: @MainActor () -> Host
  private let onLifecycle: @MainActor (Host) -> [any Disposable]
  private var manager: LifecycleManager?

  /// Makes a host and binds the view model to it.
  ///
  /// - Parameters:
  ///   - viewModel: What is shown.
  ///   - onLifecycle: What the host does at each appearance; what it returns ends with that.
  ///   - makeHost: Makes the first host, and another one for each ``recreate()``.
  public init(
    for viewModel: BaseLifecycleViewModel,
    onLifecycle: @escaping @MainActor (Host) -> [any Disposable] = { _ in [] },
    _ makeHost: @escaping @MainActor () -> Host
  ) {
    self.viewModel = viewModel
    self.onLifecycle = onLifecycle
    self.makeHost = makeHost
    current = makeHost()
    bind()
  }

  private func bind() {
    manager = LifecycleManager(viewModel, host: current) { [onLifecycle, weak current] in
      current.map(onLifecycle) ?? []
    }
  }

  /// Shows the view model: it is resumed.
  ///
  /// After ``unbind()`` there is none to show.
  public func appear() {
    isShown = manager != nil
    manager?.hostDidAppear()
  }

  /// Hides the view model: it is paused.
  public func disappear() {
    isShown = false
    manager?.hostDidDisappear()
  }

  /// Puts another host in the place of this one, as when a device is turned.
  ///
  /// The view model goes on. It is paused and resumed if it was shown, and its services come from the old
  /// host to the new one.
  public func recreate() {
    if isShown { manager?.hostDidDisappear() }
    current = makeHost()
    if manager != nil { bind() }
    if isShown { manager?.hostDidAppear() }
  }

  /// Shows the view model no longer: it is cleared.
  public func unbind() {
    isShown = false
    manager.take()?.unbind()
  }
}
