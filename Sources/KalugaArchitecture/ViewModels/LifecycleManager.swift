/// Binds a view model to the host that shows it.
///
///     manager = LifecycleManager(viewModel, host: self) { [weak self] in
///       [viewModel.$title.observe { self?.title = $0 }]       // ends when the host disappears
///     }
///     manager.hostDidAppear()      // … hostDidDisappear() … unbind()
///
/// The services of the view model are attached to the host from the binding on. When their set
/// changes, removed ones are detached first, then new ones attached. Services that need a host of
/// another type are left alone.
///
/// The host owns the manager, and the manager the view model; the host is held weakly. A manager that is
/// released without ``unbind()`` detaches the services, and leaves the end to the view model's own
/// release.
///
/// Kaluga: `LifecycleManager`.
@MainActor
public final class LifecycleManager {
  private struct Bound {
    let viewModel: BaseLifecycleViewModel
    let onLifecycle: @MainActor () -> [any Disposable]
  }

  /// What is bound; nil from `unbind()` on, when nothing here may keep it alive any longer.
  private var bound: Bound?
  private weak var host: AnyObject?

  private var attachments: [ObjectIdentifier: HostAttachment] = [:]
  /// What ends with the appearance; nil while the host is not there.
  private var appearance: DisposeBag?
  /// What is left of the appearance before, while its end is under way.
  private var ending: DisposeBag?
  private let subscription = DisposeBag()

  /// Binds the view model and attaches its services.
  ///
  /// - Parameters:
  ///   - viewModel: What the host shows.
  ///   - host: What the services are attached to.
  ///   - onLifecycle: Called at each appearance, after the view model was resumed. What it returns is
  ///     disposed at the end of that appearance.
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

  /// Resumes the view model and calls `onLifecycle`; does nothing while the host is there already.
  public func hostDidAppear() {
    guard let bound, appearance == nil else { return }
    let bag = DisposeBag()
    appearance = bag
    bound.viewModel.didResume()
    // A host that comes within a hook comes when that has ended.
    bound.viewModel.afterHandling { [weak self] in self?.begin(bag) }
  }

  private func begin(_ bag: DisposeBag) {
    ending.take()?.dispose()
    // Hooks and callbacks may end the appearance.
    guard appearance === bag, let bound, bound.viewModel.currentStage == .resumed else { return }
    for disposable in bound.onLifecycle() { disposable.addTo(bag) }
    if appearance !== bag { bag.dispose() }
  }

  /// Pauses the view model, and disposes what `onLifecycle` returned.
  public func hostDidDisappear() {
    if let bound { endAppearance(of: bound.viewModel) }
  }

  /// Ends the binding: pauses, detaches the services, clears the view model and lets go of it.
  ///
  /// Later calls do nothing. From inside a hook of the view model all of this comes after that hook.
  public func unbind() {
    guard let ended = bound else { return }
    endAppearance(of: ended.viewModel)
    bound = nil
    subscription.dispose()
    ended.viewModel.afterHandling {
      self.attach([])
      ended.viewModel.clear()
    }
  }

  private func endAppearance(of viewModel: BaseLifecycleViewModel) {
    let ended = appearance.take()
    ending = ended
    viewModel.handle(.pause, quietly: true)
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
      // A service that is attached may end the binding.
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
