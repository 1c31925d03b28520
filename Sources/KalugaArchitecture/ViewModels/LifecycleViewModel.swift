public import Observation

/// The base of all view models: something with a life, and work that ends with it.
///
/// Lives on the main actor. Subclass ``BaseLifecycleViewModel`` to also follow whether the view
/// model is shown.
///
/// Work ends without ``clear()`` too: when the view model is released, its scope is cancelled.
/// ``onCleared()`` belongs to ``clear()`` alone.
///
/// Kaluga: `LifecycleViewModel`.
@MainActor
open class LifecycleViewModel: Observable {
  /// Holds the work that runs as long as the view model lives, shown or not.
  ///
  /// Work launched here keeps what it captures alive until it ends: capture the view model weakly in
  /// work that waits for long.
  ///
  /// Kaluga: `coroutineScope`.
  public let scope: TaskScope

  /// The stage of the view model's life.
  ///
  /// Becomes `resumed` before `onResume`, `paused` after `onPause` and the end of the resumed scope,
  /// and `cleared` after the life scope was cancelled and before ``onCleared()``.
  public private(set) final lazy var stage: InitializedObservable<LifecycleStage> = {
    let subject = InitializedSubject(wrappedValue: currentStage)
    stageSubject = subject
    return subject.asObservable()
  }()

  /// The stage that ``stage`` shows.
  ///
  /// Reading it makes no observable, which most view models never need.
  private(set) final var currentStage = LifecycleStage.created

  private var stageSubject: InitializedSubject<LifecycleStage>?
  private var machine = LifecycleStateMachine()
  private var queued = FIFOQueue<QueuedCall>()
  private(set) final var isHandling = false
  private var whenHandled: [@MainActor () -> Void] = []

  /// The number of view models that are handling calls, one inside the other.
  ///
  /// While it is zero, as it is most of the time, no view model has to be asked.
  private static var handlingDepth = 0
  static var isAnyHandling: Bool { handlingDepth > 0 }

  /// Creates a view model in the stage `created`.
  public init() {
    scope = TaskScope(nameOf: Self.self)
  }

  deinit {
    scope.cancel()
  }

  /// Ends the view model: pauses it if it is resumed, cancels its scope and calls ``onCleared()``.
  ///
  /// Later calls do nothing, and so does everything else that would bring the view model on.
  /// A call made from inside a lifecycle hook takes effect after that hook.
  ///
  /// Kaluga: `clear` (which runs `onCleared` each time, and leaves the scope usable).
  public final func clear() {
    handle(.clear)
  }

  /// Called once, by ``clear()``, after the scope was cancelled; for giving back resources.
  ///
  /// The scope's tasks are cancelled but may not have ended. Overrides need not call `super`.
  ///
  /// Kaluga: `onCleared`.
  open func onCleared() {}

  // MARK: Moving on

  private typealias QueuedCall = (call: LifecycleStateMachine.Call, isQuiet: Bool)

  /// Handles a lifecycle call, after those that wait already.
  ///
  /// A quiet call is made by the toolkit itself, which need not know whether there is anything to do.
  final func handle(_ call: LifecycleStateMachine.Call, quietly isQuiet: Bool = false) {
    guard isMoving else { return handleNow((call, isQuiet)) }
    queued.append((call, isQuiet))
    handleQueued()
  }

  private func handleQueued() {
    // Not nested: the running hook must see one stage from its beginning to its end.
    guard !isHandling else { return }
    // Nor while a child's hook runs: the child must move before its parent, or after it, and cannot do so
    // inside its own hook.
    if let busy = memberInHook { return busy.afterHandling { self.handleQueued() } }
    if let first = queued.popFirst() { handleNow(first) }
  }

  private func handleNow(_ first: QueuedCall) {
    runAsHook { move(first) }
  }

  /// Runs the body, and then what waits: lifecycle calls that are made meanwhile wait, as in a hook.
  final func runAsHook(_ body: () -> Void) {
    if isHandling { return body() }
    isHandling = true
    Self.handlingDepth += 1
    body()
    while let next = queued.popFirst() { move(next) }
    isHandling = false
    Self.handlingDepth -= 1
    didHandle()
    guard !whenHandled.isEmpty else { return }
    let waiting = whenHandled
    whenHandled = []
    for body in waiting { body() }
  }

  private func move(_ queued: QueuedCall) {
    switch machine.handle(queued.call) {
    case .none:
      if !queued.isQuiet { reportIgnored(queued.call) }
    case .resume:
      show(.resumed)
      resume()
    case .pause:
      moveToPaused()
    case .clear:
      moveToCleared()
    case .pauseAndClear:
      moveToPaused()
      moveToCleared()
    }
  }

  private func moveToPaused() {
    pause()
    show(.paused)
  }

  private func moveToCleared() {
    willClear()
    scope.cancel()
    show(.cleared)
    onCleared()
  }

  private func show(_ stage: LifecycleStage) {
    currentStage = stage
    stageSubject?.current = stage
  }

  /// Whether lifecycle calls wait, or would wait, for a hook that is running.
  final var isMoving: Bool { isHandling || !queued.isEmpty || memberInHook != nil }

  /// Runs the closure when all lifecycle calls made so far have taken effect: at once, unless this is
  /// inside a hook, of this view model or of one that belongs to it.
  final func afterHandling(_ body: @escaping @MainActor () -> Void) {
    if isHandling || !queued.isEmpty {
      whenHandled.append(body)
    } else if let busy = memberInHook {
      busy.afterHandling { self.afterHandling(body) }
    } else {
      body()
    }
  }

  /// A view model that belongs to this one, and one of whose hooks is running.
  var memberInHook: LifecycleViewModel? { nil }

  /// The view model is shown from now on.
  func resume() {}

  /// The view model is no longer shown.
  func pause() {}

  /// The view model is about to end.
  func willClear() {}

  /// All lifecycle calls made so far have taken effect, and their hooks have returned.
  func didHandle() {}

  private func reportIgnored(_ call: LifecycleStateMachine.Call) {
    ArchitectureDiagnostics.report(
      ArchitectureDiagnostic(
        .ignoredLifecycleCall,
        "\(type(of: self)) is \(machine.stage): to \(call) it does nothing. "
          + "Let one host make these calls: resume, pause, clear."
      )
    )
  }
}
