/// Binds a view model to the host that shows it.
///
///     manager = LifecycleManager(viewModel, host: self) { [weak self] in
///       [viewModel.$title.observe { self?.title = $0 }]       // ends when the host disappears
///     }
///     manager.hostDidAppear()      // … hostDidDisappear() … unbind()
///
/// The manager attaches the view model's services to the host as soon as it is created. When the
/// set of services changes, it first detaches removed services and then attaches new ones. It
/// ignores services that need a host of another type.
///
/// The host owns the manager, and the manager owns the view model; the manager holds the host
/// weakly. A manager that is released without ``unbind()`` detaches the services, but does not
/// clear the view model.
///
/// Kaluga: `LifecycleManager`.
@MainActor
public final class LifecycleManager {
  private struct Bound {
    let viewModel: BaseLifecycleViewModel
    let onLifecycle: @MainActor () -> [any Disposable]
  }

  /// The view model and its callback; nil after `unbind()`, so that the manager releases them.
  private var bound: Bound?
  private weak var host: AnyObject?

  private var attachments: [ObjectIdentifier: HostAttachment] = [:]
  /// The disposables of the current appearance; nil while the host has disappeared.
  private var appearance: DisposeBag?
  /// The disposables of the previous appearance, until they have been disposed.
  private var ending: DisposeBag?
  private let subscription = DisposeBag()

  /// Binds a view model to its host and attaches its services.
  ///
  /// - Parameters:
  ///   - viewModel: The view model that the host shows.
  ///   - host: The host to attach the services to.
  ///   - onLifecycle: Called at each appearance, after the view model has been resumed. The
  ///     returned disposables are disposed at the end of that appearance.
  public init(
    _ viewModel: BaseLifecycleViewModel,
    host: AnyObject,
    onLifecycle: @escaping @MainActor () -> [any Disposable] = { [] }
  ) {
    bound = Bound(viewModel: viewModel, onLifecycle: onLifecycle)
    self.host = host
    viewModel.activeLifecycleSubscribables
      .observe { [weak self] services in self?.attach(services) }
      .addTo(subscription)
  }

  deinit {
    for attachment in attachments.values { attachment.dispose() }
  }

  /// Resumes the view model and calls `onLifecycle`; does nothing if the host has already appeared.
  public func hostDidAppear() {
    guard let bound, appearance == nil else { return }
    let bag = DisposeBag()
    appearance = bag
    bound.viewModel.didResume()
    // Inside a hook, the resume takes effect after that hook; the callback must follow it.
    bound.viewModel.afterHandling { [weak self] in self?.begin(bag) }
  }

  private func begin(_ bag: DisposeBag) {
    ending.take()?.dispose()
    // Hooks, and the disposal above, may have ended this appearance.
    guard appearance === bag, let bound, bound.viewModel.currentStage == .resumed else { return }
    for disposable in bound.onLifecycle() { disposable.addTo(bag) }
    if appearance !== bag { bag.dispose() }
  }

  /// Makes the view model visible and disposes what `onLifecycle` returned: the user sees the host
  /// and uses something else.
  public func hostDidBecomeInactive() {
    if let bound { endAppearance(of: bound.viewModel, by: .show) }
  }

  /// Pauses the view model and disposes what `onLifecycle` returned.
  public func hostDidDisappear() {
    if let bound { endAppearance(of: bound.viewModel, by: .pause) }
  }

  /// Ends the binding: pauses the view model, detaches its services, clears it and releases it.
  ///
  /// Later calls do nothing. If it is called inside a hook of the view model, these steps follow
  /// that hook.
  public func unbind() {
    guard let ended = bound else { return }
    endAppearance(of: ended.viewModel, by: .pause)
    bound = nil
    subscription.dispose()
    ended.viewModel.afterHandling {
      self.attach([])
      ended.viewModel.clear()
    }
  }

  private func endAppearance(
    of viewModel: BaseLifecycleViewModel,
    by call: LifecycleStateMachine.Call
  ) {
    let ended = appearance.take()
    ending = ended
    viewModel.handle(call, quietly: true)
    if let ended, ending === ended { ending = nil }
    viewModel.afterHandling { ended?.dispose() }
  }

  private func attach(_ services: [any LifecycleSubscribable]) {
    let wanted = Set(services.map(ObjectIdentifier.init))
    for (id, attachment) in attachments where !wanted.contains(id) {
      attachments[id] = nil
      attachment.detach()
    }
    guard let host else { return }
    for service in services where attachments[ObjectIdentifier(service)] == nil {
      // Attaching a service may end the binding.
      guard bound != nil, let service = service as? any HostLifecycleSubscribable else { continue }
      let attachment = service.attach(toAny: host)
      if bound != nil {
        attachments[ObjectIdentifier(service)] = attachment
      } else {
        attachment?.detach()
      }
    }
  }
}
