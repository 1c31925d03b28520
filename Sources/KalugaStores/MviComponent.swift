import KalugaArchitecture

/// Connects a store to a view, while a view exists and is started.
///
///                        ┌──onViewCreated──▶┐
///     no view, stopped ──┤                  ├──▶ bound ──onStop or onViewDestroyed──▶ back
///                        └─────onStart─────▶┘
///     anything ──onDestroy──▶ destroyed      (for good: the store is disposed)
///
/// When a view is bound, it renders the newest model, and then each model that differs from the one
/// before. It shows labels, beginning with those that were published while no view was bound. Its
/// events become intents. A new view replaces the previous one.
///
/// Calls are idempotent and safe in any order, even inside the view's methods. Effects of the store
/// continue while no view is bound, and are cancelled by ``onDestroy()``. To end them earlier, give
/// the component an intent for `onStop`. The component owns the store and disposes it when the
/// component is released. It retains the view until ``onViewDestroyed()``.
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
  /// The scope of the current binding, which also identifies it.
  private var binding: TaskScope?
  private var rendered: Model?

  /// Creates a component of a store.
  ///
  /// - Parameters:
  ///   - store: The store, which the component owns from now on.
  ///   - startIntent: Sent at each start, after the view, if there is one, has been bound.
  ///   - stopIntent: Sent at each stop, after the view has been unbound, to end effects that are no
  ///     longer needed.
  ///   - model: Returns the model for a state.
  ///   - intent: Returns the intent for an event, or nil if the event has none.
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

  /// Sets the view in place of the previous one, and binds it if the component is started.
  public func onViewCreated(_ view: any MviView<Model, Event, Label>) {
    guard !isDestroyed, self.view !== view else { return }
    unbind()
    self.view = view
    bindIfReady()
  }

  /// Starts the component when the view becomes visible: binds the view, then sends the start
  /// intent.
  public func onStart() {
    guard !isDestroyed, !isStarted else { return }
    isStarted = true
    startCount += 1
    let start = startCount
    bindIfReady()
    // Rendering may have stopped the component, or restarted it, which has already sent the intent.
    if isStarted, start == startCount { sendOnStart() }
  }

  /// Stops the component when the view is hidden: unbinds the view, then sends the stop intent.
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
    // Events first, because the view may dispatch one during its first rendering.
    scope.add(view.onEvent(handle))
    scope.launch(name: "labels") { [labels] in
      for await label in labels { view.show(label) }
    }
    let observation = observeModel { [weak self] model in self?.render(model, in: scope) }
    scope.add(observation)
  }

  private func render(_ model: Model, in scope: TaskScope) {
    // Rendering may have ended this binding before the observation was added to its scope.
    guard binding === scope, rendered != model else { return }
    rendered = model
    view?.render(model)
  }

  private func unbind() {
    binding.take()?.cancel()
  }
}
