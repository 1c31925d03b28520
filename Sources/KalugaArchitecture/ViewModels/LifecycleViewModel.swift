public import Observation

/// The base of all view models: something with a life, and work that ends with it.
///
/// Lives on the main actor. Subclass ``BaseLifecycleViewModel`` to also follow whether the view
/// model is shown.
///
/// Nobody has to call ``clear()`` for the work to end: when the view model is released its scope is
/// cancelled. ``onCleared()`` belongs to ``clear()`` alone.
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

  /// Where the view model is in its life.
  ///
  /// Becomes `resumed` before `onResume`, `paused` after `onPause` and the end of the resumed scope,
  /// and `cleared` after the life scope was cancelled and before ``onCleared()``.
  public let stage: InitializedObservable<LifecycleStage>

  private let stageSubject = InitializedSubject(wrappedValue: LifecycleStage.created)
  private var machine = LifecycleStateMachine()
  private var queued = FIFOQueue<(call: LifecycleStateMachine.Call, isQuiet: Bool)>()
  private(set) final var isHandling = false
  private var whenHandled: [@MainActor () -> Void] = []

  /// How many view models are handling calls, one inside the other; mostly none, and then nobody need
  /// be asked.
  private static var handlingDepth = 0
  static var isAnyHandling: Bool { handlingDepth > 0 }

  /// Creates a view model in the stage `created`.
  public init() {
    scope = TaskScope(name: "\(Self.self)")
    stage = stageSubject.asObservable()
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

  /// Handles a lifecycle call, after those that wait already.
  ///
  /// A quiet one comes from the toolkit itself, which need not know whether there is anything to do.
  final func handle(_ call: LifecycleStateMachine.Call, quietly isQuiet: Bool = false) {
    queued.append((call, isQuiet))
    handleQueued()
  }

  private func handleQueued() {
    // Not nested: the hook that is running now must see one stage from its begin to its end.
    guard !isHandling else { return }
    // Nor around it: what belongs to this one has to move before it, or after it, and cannot from
    // inside of its own hook.
    if let busy = memberInHook { return busy.afterHandling { self.handleQueued() } }
    isHandling = true
    Self.handlingDepth += 1
    while let (call, isQuiet) = queued.popFirst() {
      let steps = machine.handle(call)
      if steps.isEmpty, !isQuiet { reportIgnored(call) }
      for step in steps {
        switch step {
        case .resume:
          stageSubject.current = .resumed
          resume()
        case .pause:
          pause()
          stageSubject.current = .paused
        case .clear:
          willClear()
          scope.cancel()
          stageSubject.current = .cleared
          onCleared()
        }
      }
    }
    isHandling = false
    Self.handlingDepth -= 1
    let waiting = whenHandled
    whenHandled = []
    for body in waiting { body() }
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

  /// The view model is not shown any more.
  func pause() {}

  /// The view model is about to end.
  func willClear() {}

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
