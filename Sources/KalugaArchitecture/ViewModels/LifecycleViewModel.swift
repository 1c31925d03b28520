public import Observation

/// The base class of all view models; owns work that is cancelled with the view model.
///
/// A view model is isolated to the main actor. Subclass ``BaseLifecycleViewModel`` if the view
/// model must know whether it is shown.
///
/// ``clear()`` ends the view model: it cancels the scope and calls ``onCleared()``. Releasing the
/// view model without ``clear()`` cancels the scope too, but does not call ``onCleared()``.
///
/// Kaluga: `LifecycleViewModel`.
@MainActor
open class LifecycleViewModel: Observable {
  /// The scope of work that may run as long as the view model lives, whether shown or not.
  ///
  /// Work retains what it captures until it ends. Capture the view model weakly in work that may
  /// wait for a long time.
  ///
  /// Kaluga: `coroutineScope`.
  public let scope: TaskScope

  /// The current stage of the view model.
  ///
  /// The stage becomes `visible` or `resumed` before the hooks `onVisible` and `onResume` are called.
  /// It becomes `visible` or `paused` after `onPause` and `onHidden` have returned and the scopes of
  /// the stages are cancelled, and `cleared` between the cancellation of the scope
  /// and ``onCleared()``.
  public private(set) final lazy var stage: InitializedObservable<LifecycleStage> = {
    let subject = InitializedSubject(wrappedValue: currentStage)
    stageSubject = subject
    return subject.asObservable()
  }()

  /// The value of ``stage``, without creating the observable, which most view models never need.
  private(set) final var currentStage = LifecycleStage.created

  private var stageSubject: InitializedSubject<LifecycleStage>?
  private var machine = LifecycleStateMachine()
  private var queued = FIFOQueue<QueuedCall>()
  private(set) final var isHandling = false
  private var whenHandled: [@MainActor () -> Void] = []

  /// The number of view models that are handling calls, one nested inside the other.
  ///
  /// It is usually zero, and then no view model has to be checked.
  private static var handlingDepth = 0
  static var isAnyHandling: Bool { handlingDepth > 0 }

  /// Creates a view model in the stage `created`.
  public init() {
    scope = TaskScope(nameOf: Self.self)
  }

  deinit {
    scope.cancel()
  }

  /// Ends the view model: pauses it if it is shown, cancels its scope and calls ``onCleared()``.
  ///
  /// Later lifecycle calls do nothing. A call made inside a lifecycle hook takes effect after that
  /// hook.
  ///
  /// Kaluga: `clear` (which runs `onCleared` each time, and leaves the scope usable).
  public final func clear() {
    handle(.clear)
  }

  /// Called once by ``clear()``, after the scope is cancelled; override it to release resources.
  ///
  /// The tasks of the scope are cancelled but may still be running. Work that is launched in the
  /// scope now does not run, and a diagnostic says so; ``TaskScope/addCleanUp(_:)`` still starts its
  /// clean-up. Overrides need not call `super`.
  ///
  /// Kaluga: `onCleared`.
  open func onCleared() {}

  // MARK: Calls

  typealias QueuedCall = (call: LifecycleStateMachine.Call, isQuiet: Bool)

  /// Handles a lifecycle call after those that are already queued.
  ///
  /// The toolkit's own calls are quiet: they report no diagnostic if they have no effect.
  final func handle(_ call: LifecycleStateMachine.Call, quietly isQuiet: Bool = false) {
    if isMoving { enqueue((call, isQuiet)) } else { LifecycleTurn(of: self, (call, isQuiet)).run() }
  }

  private func enqueue(_ call: QueuedCall) {
    queued.append(call)
    handleQueued()
  }

  private func handleQueued() {
    // Calls are not nested: the stage must not change while a hook runs.
    guard !isHandling else { return }
    // Nor while a child's hook runs: the child must change its stage before or after its parent
    // does, and cannot do so inside its own hook.
    if let busy = memberInHook { return busy.afterHandling { self.handleQueued() } }
    if !queued.isEmpty { LifecycleTurn(of: self).run() }
  }

  /// Runs the body as if it were a hook: lifecycle calls made inside it wait, and take effect after
  /// it.
  final func runAsHook(_ body: () -> Void) {
    if isHandling { return body() }
    let turn = LifecycleTurn(of: self)
    body()
    turn.run()
  }

  /// Whether a lifecycle call made now would wait for a running hook.
  final var isMoving: Bool { hasCalls || memberInHook != nil }

  private var hasCalls: Bool { isHandling || !queued.isEmpty }

  /// Runs the closure when all lifecycle calls made so far have taken effect.
  ///
  /// Runs it immediately, unless a hook of this view model or of a descendant is running.
  final func afterHandling(_ body: @escaping @MainActor () -> Void) {
    if hasCalls {
      whenHandled.append(body)
    } else if let busy = memberInHook {
      busy.afterHandling { self.afterHandling(body) }
    } else {
      body()
    }
  }

  /// A descendant whose hook is running.
  var memberInHook: LifecycleViewModel? { nil }

  // MARK: Turns

  /// Returns the turn in which this view model handles a call of its parent's turn; nil if the call
  /// must wait.
  ///
  /// This looks for no running hook of a descendant, because the parent has done so. A child that was
  /// added since then has a queued call if such a hook is running.
  final func turn(in parentStep: LifecycleTurn.Step) -> LifecycleTurn? {
    let call = (call: parentStep, isQuiet: true)
    if !hasCalls { return LifecycleTurn(of: self, call) }
    enqueue(call)
    return nil
  }

  final func turnDidBegin() {
    isHandling = true
    Self.handlingDepth += 1
  }

  final func turnDidEnd() {
    isHandling = false
    Self.handlingDepth -= 1
    didHandle()
    guard !whenHandled.isEmpty else { return }
    let waiting = whenHandled
    whenHandled = []
    for body in waiting { body() }
  }

  final func nextQueuedCall() -> QueuedCall? { queued.popFirst() }

  final func nextStep(of call: LifecycleStateMachine.Call) -> LifecycleTurn.Step? {
    machine.nextStep(of: call)
  }

  /// Begins a step, before the members take it.
  func begin(_ step: LifecycleTurn.Step) {
    switch step {
    case .show: show(.visible)
    case .resume: show(.resumed)
    case .cover, .pause, .clear: break
    }
  }

  /// The members that take the step before it ends, last first.
  func members(in step: LifecycleTurn.Step) -> [BaseLifecycleViewModel] { [] }

  /// Returns the turn in which a member takes the step; nil if it does not, or must wait.
  func turn(of member: BaseLifecycleViewModel, in step: LifecycleTurn.Step) -> LifecycleTurn? {
    nil
  }

  /// Ends a step, after all members have taken it.
  func end(_ step: LifecycleTurn.Step) {
    switch step {
    case .show, .resume: break
    case .cover: show(.visible)
    case .pause: show(.paused)
    case .clear:
      scope.cancel()
      show(.cleared)
      scope.core.runOnCleared { onCleared() }
    }
  }

  /// Called when all lifecycle calls made so far have taken effect and their hooks have returned.
  func didHandle() {}

  private func show(_ stage: LifecycleStage) {
    currentStage = stage
    ArchitectureEvents.send(event(of: stage))
    stageSubject?.current = stage
  }

  private func event(of stage: LifecycleStage) -> ArchitectureEvent {
    let name = "\(type(of: self))"
    return switch stage {
    case .created, .paused: .paused(viewModel: name)
    case .visible: .visible(viewModel: name)
    case .resumed: .resumed(viewModel: name)
    case .cleared: .cleared(viewModel: name)
    }
  }

  /// Reports a problem of the view model.
  final func report(_ diagnostic: ArchitectureDiagnostic) {
    ArchitectureDiagnostics.report(diagnostic, to: scope.core.listener)
  }

  final func reportIgnored(_ call: LifecycleStateMachine.Call) {
    report(
      ArchitectureDiagnostic(
        .ignoredLifecycleCall,
        "\(type(of: self)) is \(machine.stage), so the call to \(call) it was ignored. "
          + "Make lifecycle calls from one host, in the order resume, pause, clear.",
        isForHandlersOnly: true
      )
    )
  }
}
