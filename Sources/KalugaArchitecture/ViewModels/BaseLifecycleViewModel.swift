/// A view model that knows whether it is shown, with tasks that run only then.
///
///     final class ClockViewModel: BaseLifecycleViewModel {
///       @InitializedSubject var seconds = 0
///
///       override func onResume(scope: TaskScope) {
///         scope.launch { [weak self, ticker] in
///           for await _ in ticker { self?.seconds += 1 }      // cancelled when paused
///         }
///       }
///     }
///
/// Whoever shows the view model calls ``didResume()`` and ``didPause()``, and ``LifecycleViewModel/clear()``
/// at the end. Calls in any order and number are safe: a second resume does nothing, a pause without
/// resume does nothing, a clear while resumed pauses first. A call made from inside a hook takes
/// effect after that hook.
///
/// Kaluga: `BaseLifecycleViewModel`.
open class BaseLifecycleViewModel: LifecycleViewModel {
  /// The services that want to know the host: without duplicates, in the order of insertion.
  ///
  /// Kaluga: `activeLifecycleSubscribables`.
  public private(set) final lazy var activeLifecycleSubscribables = subscribables.asObservable()

  private lazy var subscribables: InitializedSubject<[any LifecycleSubscribable]> = {
    let services = Self.withoutDuplicates(initialSubscribables)
    initialSubscribables = []
    return InitializedSubject(
      wrappedValue: services,
      changePolicy: .by { old, new in old.elementsEqual(new, by: ===) }
    )
  }()
  /// The services until the subject is made, which most view models never need.
  private var initialSubscribables: [any LifecycleSubscribable]
  private var resumedScope: TaskScope?
  private var repeatedWork: [RepeatedWork] = []
  private(set) final var children: [BaseLifecycleViewModel] = []
  /// Where children are brought that are added now: behind the stage on the way up, ahead of it on
  /// the way down.
  private var childrenStage = LifecycleStage.created
  private(set) final weak var parent: BaseLifecycleViewModel?

  /// What shows this view model as one of its screens; nil of a part of a screen.
  final weak var owner: AnyObject?

  /// Creates a view model with the services that follow its host.
  public init(lifecycleSubscribables: [any LifecycleSubscribable] = []) {
    initialSubscribables = lifecycleSubscribables
    super.init()
  }

  // MARK: Calls from the host

  /// Tells the view model that it is shown: makes a new resumed scope and calls
  /// ``onResume(scope:)``.
  ///
  /// Does nothing if the view model is resumed or cleared.
  ///
  /// Kaluga: `didResume`.
  public final func didResume() {
    handle(.resume)
  }

  /// Tells the view model that it is not shown any more: calls ``onPause()`` and cancels the resumed
  /// scope.
  ///
  /// Does nothing unless the view model is resumed.
  ///
  /// Kaluga: `didPause`.
  public final func didPause() {
    handle(.pause)
  }

  // MARK: Hooks

  /// Called each time the view model is shown.
  ///
  /// - Parameter scope: A child of the life scope, new for each resume, that is cancelled when the
  ///   view model is paused or cleared. Tasks launched here start after the current main-actor job.
  ///   Disposables added to it end with it, in the order of arrival.
  ///
  /// Overrides need not call `super`.
  ///
  /// Kaluga: `onResume`.
  open func onResume(scope: TaskScope) {}

  /// Called each time the view model is not shown any more, before the resumed scope is cancelled.
  ///
  /// Overrides need not call `super`.
  ///
  /// Kaluga: `onPause`.
  open func onPause() {}

  // MARK: Subscribables

  /// Adds services, except for those that are there already.
  ///
  /// Kaluga: `addLifecycleSubscribables`.
  public final func addLifecycleSubscribables(_ added: any LifecycleSubscribable...) {
    subscribables.current = Self.withoutDuplicates(subscribables.current + added)
  }

  /// Removes services; those that are not there do not matter.
  ///
  /// Kaluga: `removeLifecycleSubscribables`.
  public final func removeLifecycleSubscribables(_ removed: any LifecycleSubscribable...) {
    subscribables.current.removeAll { service in removed.contains { $0 === service } }
  }

  private static func withoutDuplicates(
    _ services: [any LifecycleSubscribable]
  ) -> [any LifecycleSubscribable] {
    var seen: Set<ObjectIdentifier> = []
    return services.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  // MARK: Work

  /// Runs work at each resume, until the pause after it; never two runs at the same time.
  ///
  /// Begins at the next resume, or at once if the view model is resumed. A run whose cancelled
  /// predecessor has not ended waits for it; the resume itself waits for nobody. Runs begin after
  /// ``onResume(scope:)``, in the order of registration. The work is kept until the view model is
  /// released: capture the view model weakly.
  ///
  /// AndroidX: `repeatOnLifecycle`.
  public final func repeatOnResume(
    name: String? = nil,
    _ operation: @escaping @MainActor () async throws -> Void
  ) {
    let work = RepeatedWork(name, operation)
    repeatedWork.append(work)
    if let resumedScope { work.begin(in: resumedScope) }
  }

  /// Follows a sequence while the view model is resumed, as ``repeatOnResume(name:_:)`` does.
  ///
  /// Each resume starts a new iteration: of a state flow it gets the newest value first, and never one
  /// that came and went during the pause.
  public final func collectWhileResumed<Source: AsyncSequence & Sendable>(
    _ sequence: Source,
    name: String? = nil,
    _ onEach: @escaping @MainActor (Source.Element) -> Void
  ) {
    repeatOnResume(name: name) {
      var iterator = sequence.makeAsyncIterator()
      while let element = try await iterator.next(isolation: MainActor.shared) {
        try Task.checkCancellation()
        onEach(element)
      }
    }
  }

  // MARK: Children

  /// Adds a view model that is shown as a part of this one, and keeps it.
  ///
  /// The child is resumed after this one, paused before it and cleared before it; several children
  /// are resumed in the order of addition, and paused and cleared in the reverse order. It is brought
  /// to where this one is at once: resumed if this one is, cleared if this one is. A child of another
  /// parent leaves that one. A call that a child's hook makes on this one takes effect after that hook.
  ///
  /// A child that is cleared by itself is not kept any longer.
  public final func addChild(_ child: BaseLifecycleViewModel) {
    guard child !== self, child.parent !== self, child.currentStage != .cleared else { return }
    child.parent?.removeChild(child)
    // The hook that ran then may have brought the child elsewhere.
    child.parent?.forget(child)
    child.parent = self
    children.append(child)
    switch childrenStage {
    case .created, .paused: child.handle(.pause, quietly: true)
    case .resumed: child.handle(.resume, quietly: true)
    case .cleared: clearChildren()
    }
  }

  /// Removes a child: it is paused, and lives on without this view model.
  public final func removeChild(_ child: BaseLifecycleViewModel) {
    guard child.parent === self else { return }
    forget(child)
    child.handle(.pause, quietly: true)
  }

  private func forget(_ child: BaseLifecycleViewModel) {
    child.parent = nil
    children.removeAll { $0 === child }
  }

  private func clearChildren() {
    while let child = children.popLast() {
      child.parent = nil
      child.clear()
    }
  }

  /// What belongs to this view model, and moves with it: children, or the screens of a nested stack.
  var members: [BaseLifecycleViewModel] { children }

  /// This view model and all below it.
  private var family: [BaseLifecycleViewModel] { family(\.members) }

  /// This view model and all that one reaches from it.
  final func family(
    _ next: (BaseLifecycleViewModel) -> [BaseLifecycleViewModel]
  ) -> [BaseLifecycleViewModel] {
    var family: [BaseLifecycleViewModel] = [self]
    // Nothing keeps a view model from being its own ancestor.
    var known: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    var index = 0
    while index < family.count {
      family += next(family[index]).filter { known.insert(ObjectIdentifier($0)).inserted }
      index += 1
    }
    return family
  }

  /// The view model that is shown, and that this one is a part of; itself, if it is no part of another.
  final var outermost: BaseLifecycleViewModel {
    family { $0.parent.map { [$0] } ?? [] }.last ?? self
  }

  /// The resumed scopes of this view model and of all below it; for those who wait for their end.
  package var resumedScopesOfFamily: [TaskScope] { family.compactMap(\.resumedScope) }

  override var memberInHook: LifecycleViewModel? {
    children.isEmpty ? nil : family.first { $0 !== self && $0.isHandling }
  }

  // MARK: Moving on

  override func resume() {
    let scope = scope.childScope(nameOf: Self.self, suffix: ".resumed")
    onResume(scope: scope)
    // Only now: what the hook registered and added begins here, and must not begin twice.
    resumedScope = scope
    for work in repeatedWork { work.begin(in: scope) }
    childrenStage = .resumed
    // A hook may have brought the next one elsewhere.
    for child in children where child.parent === self { child.handle(.resume, quietly: true) }
  }

  override func pause() {
    childrenStage = .paused
    for child in children.reversed() where child.parent === self {
      child.handle(.pause, quietly: true)
    }
    onPause()
    resumedScope.take()?.cancel()
  }

  override func willClear() {
    childrenStage = .cleared
    clearChildren()
  }

  override func didHandle() {
    // Only now: the last hook may still call the parent.
    if currentStage == .cleared { parent?.forget(self) }
  }
}
