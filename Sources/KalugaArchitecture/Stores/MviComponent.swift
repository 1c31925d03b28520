/// Wires a store and a view, for as long as there is a view and it is started.
///
///                        ┌──onViewCreated──▶┐
///     no view, stopped ──┤                  ├──▶ bound ──onStop or onViewDestroyed──▶ back
///                        └─────onStart─────▶┘
///     anything ──onDestroy──▶ destroyed      (for good: the store is disposed)
///
/// While a view is bound, the newest model is rendered, and then each model that differs. Labels are shown,
/// those first that were published while no view was bound. Events become intents. There is one view at a
/// time; a new view replaces the previous one.
///
/// Calls are idempotent and safe in any order, also inside the view's methods. Effects of the store continue
/// while no view is bound, and end with ``onDestroy()``. To end them earlier, give the component an intent for
/// `onStop`. The component owns the store and disposes it when the component is released. It retains the view
/// until ``onViewDestroyed()``.
@MainActor
public final class MviComponent<Model: Equatable, Event, Label: Sendable> {
  private let observeModel: (@escaping @MainActor (Model) -> Void) -> any Disposable
  private let handle: @MainActor (Event) -> Void
  private let labels: StoreLabels<Label>
  private let sendOnStart: @MainActor () -> Void
  private let sendOnStop: @MainActor () -> Void
  private nonisolated let store: any Disposable

  private var view: (any MviView<Model, Event, Label>)?
  private var isStarted = false
  private var isDestroyed = false
  /// The number of starts, which identifies the newest one.
  private var startCount = 0
  /// What ends with the binding; its identity identifies the binding.
  private var binding: TaskScope?
  private var rendered: Model?

  /// Creates a component of a store.
  ///
  /// - Parameters:
  ///   - store: The store, which the component owns from now on.
  ///   - startIntent: Sent at each start, after the view has been bound.
  ///   - stopIntent: Sent at each stop, after the view has been unbound, to end effects that are no longer needed.
  ///   - model: Returns what the view shows of the state.
  ///   - intent: Returns the intent of an event; nil for none.
  public init<Intent, State>(
    _ store: any Store<Intent, State, Label>,
    startIntent: Intent? = nil,
    stopIntent: Intent? = nil,
    model: @escaping @MainActor (State) -> Model,
    intent: @escaping @MainActor (Event) -> Intent?
  ) {
    self.store = store
    labels = store.labels
    observeModel = { [state = store.state] render in state.observe { render(model($0)) } }
    handle = { event in
      if let intent = intent(event) { store.send(intent) }
    }
    sendOnStart = { if let startIntent { store.send(startIntent) } }
    sendOnStop = { if let stopIntent { store.send(stopIntent) } }
  }

  deinit {
    binding?.cancel()
    store.dispose()
  }

  // MARK: Calls from the host

  /// Sets the view, which replaces the previous one.
  public func onViewCreated(_ view: any MviView<Model, Event, Label>) {
    guard !isDestroyed, self.view !== view else { return }
    unbind()
    self.view = view
    bindIfReady()
  }

  /// Reports that the view is visible.
  public func onStart() {
    guard !isDestroyed, !isStarted else { return }
    isStarted = true
    startCount += 1
    let start = startCount
    bindIfReady()
    // Rendering may have stopped it, and started it again, which has sent the intent then.
    if isStarted, start == startCount { sendOnStart() }
  }

  /// Reports that the view is no longer visible.
  public func onStop() {
    guard isStarted else { return }
    isStarted = false
    unbind()
    sendOnStop()
  }

  /// Releases the view.
  public func onViewDestroyed() {
    unbind()
    view = nil
  }

  /// Ends the component: stops it, releases the view and disposes the store.
  public func onDestroy() {
    guard !isDestroyed else { return }
    isDestroyed = true
    onStop()
    onViewDestroyed()
    store.dispose()
  }

  // MARK: Binding

  private func bindIfReady() {
    guard let view, isStarted, binding == nil else { return }
    let scope = TaskScope(name: "MviComponent.binding")
    binding = scope
    rendered = nil
    // Events first: the view may dispatch one while it renders for the first time.
    scope.add(view.onEvent(handle))
    scope.launch(name: "labels") { [labels] in
      for await label in labels { view.show(label) }
    }
    let observation = observeModel { [weak self] model in self?.render(model, in: scope) }
    scope.add(observation)
  }

  private func render(_ model: Model, in scope: TaskScope) {
    // Rendering may have ended this binding while the scope did not know its observation yet.
    guard binding === scope, rendered != model else { return }
    rendered = model
    view?.render(model)
  }

  private func unbind() {
    binding.take()?.cancel()
  }
}
