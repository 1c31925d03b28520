/// A view model that knows whether it is shown, and can run tasks only during that time.
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
/// The host calls ``didResume()`` when the user sees and uses the view model,
/// ``didBecomeVisible()`` when the user sees it and uses something else, ``didPause()`` when it is
/// hidden, and ``LifecycleViewModel/clear()`` at the end. It is safe to make these calls in any order
/// and any number of times: a call that changes nothing does nothing, and a clear of what is shown
/// pauses it first. A call made inside a hook takes effect after that hook.
///
/// Kaluga: `BaseLifecycleViewModel`.
open class BaseLifecycleViewModel: LifecycleViewModel {
  /// The services to attach to the host, in the order of insertion and without duplicates.
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
  /// The services until the subject is created, which most view models never need.
  private var initialSubscribables: [any LifecycleSubscribable]
  private var visibleScope: TaskScope?
  private var resumedScope: TaskScope?
  /// What begins in the scope of each stage.
  private var repeatedWork = RepeatedWork()
  private var isInStartingHook = false {
    didSet { Self.runningStartingHooks += isInStartingHook ? 1 : -1 }
  }
  /// How many view models are in `onVisible` or `onResume`; if none is, registrations look for no
  /// caller.
  private static var runningStartingHooks = 0
  /// What these hooks have registered; nil while that is nothing.
  private var registrations: HookRegistrations?
  private var childList = ChildList()
  /// The place in the parent's list of children, which sets it.
  final var placeInParent = 0
  /// The stage that a child added now must reach.
  ///
  /// A rise updates it after ``stage``, and any other step before it, because children resume after
  /// their parent and pause before it.
  private var childrenStage = LifecycleStage.created
  private(set) final weak var parent: BaseLifecycleViewModel?

  /// How many views make this view model visible, and how many resume it.
  package final var views = (visible: 0, resumed: 0)

  /// The driver that shows this view model as a screen; nil if it is only a part of a screen.
  final weak var owner: AnyObject?

  /// The properties that are saved with the screen.
  final var savedProperties: [any SavedProperty] = []

  /// The saved values of this screen that had no property at its start; nil if there were none.
  final var untakenValues: SavedValues?

  /// Creates a view model with the services to attach to its host.
  ///
  /// Because of the parameter, an initializer `init()` of a subclass is written without `override`.
  public init(lifecycleSubscribables: [any LifecycleSubscribable] = []) {
    initialSubscribables = lifecycleSubscribables
    super.init()
    if !UnclaimedProperties.isEmpty { claimSavedProperties() }
  }

  // MARK: Calls from the host

  /// Resumes the view model when the user sees and uses it: calls ``onVisible(scope:)``, unless it
  /// is visible already, and then ``onResume(scope:)``.
  ///
  /// Does nothing if the view model is already resumed or cleared.
  ///
  /// Kaluga: `didResume`.
  public final func didResume() {
    handle(.resume)
  }

  /// Makes the view model visible when the user sees it and uses something else.
  ///
  /// Calls ``onVisible(scope:)`` if it was hidden, and ``onPause()`` if it was resumed. Does nothing if
  /// the view model is already visible or cleared.
  public final func didBecomeVisible() {
    handle(.show)
  }

  /// Pauses the view model when it is hidden: calls ``onPause()`` if it is resumed, and then
  /// ``onHidden()``.
  ///
  /// Does nothing unless the view model is visible or resumed.
  ///
  /// Kaluga: `didPause`.
  public final func didPause() {
    handle(.pause)
  }

  // MARK: Hooks

  /// Called each time the view model becomes visible, before ``onResume(scope:)``; overrides need not
  /// call `super`.
  ///
  /// The scope is as that of ``onResume(scope:)``, but ends with the visibility: a sheet that covers the
  /// screen partly, a question and an inactive host do not end it.
  open func onVisible(scope: TaskScope) {}

  /// Called each time the view model is hidden, after ``onPause()`` and before the visible scope is
  /// cancelled.
  ///
  /// Overrides need not call `super`.
  open func onHidden() {}

  /// Called each time the user begins to use the view model; overrides need not call `super`.
  ///
  /// Work in the scope ends with the pause. What lasts as long as the view model belongs in the
  /// initializer: `collectWhileResumed`, `repeatOnResume`, `poll`, `load` and `addChild`. If the same
  /// line registers it at a second resume, and the earlier registration is still there,
  /// ``ArchitectureDiagnostic/Kind/repeatedRegistration`` is reported.
  ///
  /// - Parameter scope: A child of the view model's scope, new for each resume and cancelled after the
  ///   pause. Tasks launched in it start after the current main-actor job. Disposables added to it
  ///   are disposed when it ends, in the order of insertion.
  ///
  /// Kaluga: `onResume`.
  open func onResume(scope: TaskScope) {}

  /// Unavailable: override ``onResume(scope:)``.
  @available(*, unavailable, message: "override onResume(scope:)")
  open func onResume() {}

  /// Unavailable: override ``onResume(scope:)`` without `async`.
  @available(*, unavailable, message: "override it without async, and launch work in the scope")
  open func onResume(scope: TaskScope) async {}

  /// Called each time the user stops using the view model, before the resumed scope is cancelled.
  ///
  /// The view model may stay visible. Overrides need not call `super`.
  ///
  /// Kaluga: `onPause`.
  open func onPause() {}

  // MARK: Subscribables

  /// Adds services, one by one; ignores those that were already added.
  ///
  /// Kaluga: `addLifecycleSubscribables`.
  public final func addLifecycleSubscribables(_ added: any LifecycleSubscribable...) {
    subscribables.current = Self.withoutDuplicates(subscribables.current + added)
  }

  /// Removes services; ignores those that were not added.
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

  /// Calls the closure with the scope of a stage: immediately if there is one, and then each time it
  /// begins, after the hook of the stage.
  ///
  /// The closure is released when a scope begins and `isOver` returns true.
  final func begin(
    at stage: WorkStage,
    name: String? = nil,
    until isOver: @escaping @MainActor () -> Bool = { false },
    _ begin: @escaping @MainActor (TaskScope) -> Void
  ) {
    repeatedWork.append(stage, name, isOver, begin)
    if let scope = scope(of: stage) { begin(scope) }
  }

  /// The scope of a stage, or nil if the view model has not reached the stage.
  package final func scope(of stage: WorkStage) -> TaskScope? {
    stage == .visible ? visibleScope : resumedScope
  }

  /// The calls that have registered closures for each visibility or resume, with their places.
  final var namesOfRepeatedWork: [String] { repeatedWork.names }

  /// Begins the scope of a stage: calls the hook, and then starts the repeated work.
  private func beginScope(of stage: WorkStage) {
    let suffix = stage == .visible ? ".visible" : ".resumed"
    let scope = scope.childScope(nameOf: Self.self, suffix: suffix)
    isInStartingHook = true
    if stage == .visible { onVisible(scope: scope) } else { onResume(scope: scope) }
    isInStartingHook = false
    registrations?.hookDidEnd(stage == .visible ? "onVisible" : "onResume", of: self)
    // Set after the hook: work that the hook added starts below and must not start twice.
    if stage == .visible { visibleScope = scope } else { resumedScope = scope }
    withExtendedLifetime(repeatedWork.removeEnded()) {}
    for begin in repeatedWork.beginnings(at: stage) { begin(scope) }
  }

  /// Notes a registration, which `onVisible` and `onResume` must not make again and again.
  ///
  /// `isKept` returns whether the registration has not ended by other means.
  final func noteRegistration(
    _ call: String,
    _ fileID: StaticString,
    _ line: UInt,
    isKept: @escaping @MainActor () -> Bool = { true }
  ) {
    // A parent's hook may register something on its child.
    guard Self.runningStartingHooks > 0, let caller = lineage.first(where: \.isInStartingHook)
    else { return }
    let registrations = caller.registrations ?? HookRegistrations()
    caller.registrations = registrations
    registrations.add("\(call) at \(fileID):\(line)", isKept: isKept)
  }

  // MARK: Children

  /// Adds and retains a child: a view model that is shown as a part of this one.
  ///
  /// A child resumes after its parent, and is paused and cleared before it. Children resume in the
  /// order of addition, and are paused and cleared in the reverse order. A child that is added takes the
  /// stage of a visible, resumed or cleared view model immediately, and is otherwise paused. If it
  /// has another parent, it is removed from that parent first. A lifecycle call that a child's hook
  /// makes on its parent takes effect after that hook.
  ///
  /// A child that is cleared on its own is released by its parent. Adding a cleared view model, or
  /// one that is already a child, does nothing.
  ///
  /// - Parameters:
  ///   - child: The child.
  ///   - fileID: The caller's file, for diagnostics.
  ///   - line: The caller's line, for diagnostics.
  public final func addChild(
    _ child: BaseLifecycleViewModel,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    guard child !== self, child.parent !== self, child.currentStage != .cleared else { return }
    child.parent?.removeChild(child)
    // The hook that ran in between may have added the child to another parent.
    child.parent?.forget(child)
    child.parent = self
    childList.append(child)
    noteRegistration("addChild", fileID, line) { [weak self, weak child] in
      child?.parent === self
    }
    child.restoreFromScreen()
    switch childrenStage {
    case .created, .paused: child.handle(.pause, quietly: true)
    case .visible: child.handle(.show, quietly: true)
    case .resumed: child.handle(.resume, quietly: true)
    case .cleared: clearChildren()
    }
  }

  /// Removes and pauses a child; its life no longer depends on this view model.
  ///
  /// Its ``Saved`` properties are no longer saved with the screen, until it is added again.
  public final func removeChild(_ child: BaseLifecycleViewModel) {
    guard child.parent === self else { return }
    forget(child)
    child.handle(.pause, quietly: true)
  }

  private func forget(_ child: BaseLifecycleViewModel) {
    child.parent = nil
    childList.remove(child)
  }

  private func clearChildren() {
    // The hook of a child may have cleared or moved the next one.
    for child in children.reversed() where child.parent === self {
      forget(child)
      child.clear()
    }
  }

  /// The children, in the order of addition.
  final var children: [BaseLifecycleViewModel] { childList.all }

  /// The view models whose stages follow this one's: its children or the screens of a nested stack.
  var members: [BaseLifecycleViewModel] { children }

  /// This view model and all its descendants.
  package var family: [BaseLifecycleViewModel] { family(\.members) }

  /// Returns this view model and all view models that can be reached from it, without duplicates.
  final func family(
    _ next: (BaseLifecycleViewModel) -> [BaseLifecycleViewModel]
  ) -> [BaseLifecycleViewModel] {
    var family: [BaseLifecycleViewModel] = [self]
    // View models can form a cycle, in which each is its own ancestor.
    var known: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    var index = 0
    while index < family.count {
      family += next(family[index]).filter { known.insert(ObjectIdentifier($0)).inserted }
      index += 1
    }
    return family
  }

  /// This view model and its ancestors, from the inside out.
  ///
  /// Ends when it meets a member again, because view models may form a cycle.
  final var lineage: [BaseLifecycleViewModel] {
    var lineage = [self]
    // Those at half the distance are met in a cycle.
    while let parent = lineage[lineage.count - 1].parent, parent !== lineage[lineage.count / 2] {
      lineage.append(parent)
    }
    return lineage
  }

  /// The outermost ancestor of this view model, or itself if it has no parent.
  final var outermost: BaseLifecycleViewModel { lineage[lineage.count - 1] }

  /// The scopes of a stage of this view model and all its descendants, for callers that wait for
  /// them.
  package func scopesOfFamily(_ stage: WorkStage) -> [TaskScope] {
    family.compactMap { $0.scope(of: stage) }
  }

  override var memberInHook: LifecycleViewModel? {
    guard Self.isAnyHandling, !childList.isEmpty else { return nil }
    return family.first { $0 !== self && $0.isHandling }
  }

  // MARK: Turns

  override func begin(_ step: LifecycleTurn.Step) {
    super.begin(step)
    switch step {
    case .show:
      beginScope(of: .visible)
      childrenStage = .visible
    case .resume:
      if visibleScope == nil { beginScope(of: .visible) }
      beginScope(of: .resumed)
      // Set after the hooks: children that they added start with the others.
      childrenStage = .resumed
    case .cover: childrenStage = .visible
    case .pause: childrenStage = .paused
    case .clear: childrenStage = .cleared
    }
  }

  override func members(in step: LifecycleTurn.Step) -> [BaseLifecycleViewModel] {
    step == .show || step == .resume ? children.reversed() : children
  }

  override func turn(
    of child: BaseLifecycleViewModel,
    in step: LifecycleTurn.Step
  ) -> LifecycleTurn? {
    // A hook may have removed the child.
    guard child.parent === self else { return nil }
    if step == .clear { forget(child) }
    return child.turn(in: step)
  }

  override func end(_ step: LifecycleTurn.Step) {
    switch step {
    case .show, .clear: break
    case .resume:
      untakenValues?.screenDidResume(self)
      SharedFiles.viewModelDidResume()
    case .cover: endResume()
    case .pause:
      endResume()
      onHidden()
      visibleScope.take()?.cancel()
    }
    super.end(step)
  }

  private func endResume() {
    guard currentStage == .resumed else { return }
    onPause()
    resumedScope.take()?.cancel()
  }

  override func didHandle() {
    // Not earlier, because the last hook may still make calls on the parent.
    if currentStage == .cleared { parent?.forget(self) }
  }
}
