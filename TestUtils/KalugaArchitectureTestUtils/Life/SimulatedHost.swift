public import KalugaArchitecture

/// A simulated host of a view model, which can appear, disappear and be recreated.
///
///     let host = SimulatedHost(for: model) { AlertScreen() }
///     host.appear()
///     model.alerts.show("hello")
///     #expect(host.current.shown == ["hello"])
///     host.recreate()                                // like a rotation: the view model stays
///     host.unbind()                                  // the end: the view model is cleared
///
/// All effects of a call have happened when it returns.
@MainActor
public final class SimulatedHost<Host: AnyObject> {
  /// The current host, to which the services of the view model are attached.
  public private(set) var current: Host

  /// Whether the user sees the view model.
  public var isShown: Bool { state.stage != nil }

  private let viewModel: BaseLifecycleViewModel
  private let makeHost: @MainActor () -> Host
  private let onLifecycle: @MainActor (Host) -> [any Disposable]
  private var manager: LifecycleManager?
  private var state = HostState.background

  /// Creates a host and binds the view model to it.
  ///
  /// - Parameters:
  ///   - viewModel: The view model to show.
  ///   - onLifecycle: Called at each appearance. The returned disposables are disposed at its end.
  ///   - makeHost: Creates the first host, and a new host for each ``recreate()``.
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

  /// Shows the view model, which resumes it; does nothing after ``unbind()``.
  public func appear() { enter(.active) }

  /// Makes the view model visible: the user sees it, and uses something else.
  ///
  /// Does nothing after ``unbind()``.
  public func becomeInactive() { enter(.inactive) }

  /// Hides the view model, which pauses it.
  public func disappear() { enter(.background) }

  private func enter(_ state: HostState) {
    guard let manager else { return }
    self.state = state
    switch state.stage {
    case .resumed: manager.hostDidAppear()
    case .visible: manager.hostDidBecomeInactive()
    case nil: manager.hostDidDisappear()
    }
  }

  /// Replaces the host with a new one, like a system that recreates a screen after a rotation.
  ///
  /// The view model stays the same. If it was shown, it is paused and reaches its stage again. Its
  /// services are moved from the old host to the new one.
  public func recreate() {
    let (state, wasShown) = (state, isShown)
    if wasShown { disappear() }
    current = makeHost()
    if manager != nil { bind() }
    if wasShown { enter(state) }
  }

  /// Ends the binding, which clears the view model.
  public func unbind() {
    state = .background
    manager.take()?.unbind()
  }
}
