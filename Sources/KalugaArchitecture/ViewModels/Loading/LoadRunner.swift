/// Loads what a loader shows; the source of the loader's node, which retains it.
///
/// It therefore lives as long as the loader, an observer, or an observable derived from it.
@MainActor
final class LoadRunner<Value>: Source {
  typealias Work = @MainActor () async throws -> Value

  /// A load for one value of the input.
  private struct Request {
    /// Loads the value; nil if the input has nothing to load.
    let work: Work?
    /// Returns whether the input still has the value.
    let isCurrent: @MainActor () -> Bool
  }

  private let name: String?
  private let makeRequest: @MainActor () -> Request
  private let observeInput: @MainActor (@escaping @MainActor () -> Void) -> any Disposable
  private var observation: (any Disposable)?

  private let latest: LatestLoad<Loadable<Value>>
  /// The resumed scope; nil or ended while the view model is not resumed.
  private weak var scope: TaskScope?
  /// The request that the state answers; nil if a load is due.
  private var answered: Request? {
    // An old input is released after the access, because its `deinit` may use the loader.
    didSet { withExtendedLifetime(oldValue) {} }
  }

  /// Creates a runner that has not begun.
  ///
  /// `makeWork` returns the work for a value of the input; nil if there is nothing to load. `workName`
  /// returns what a diagnostic calls the work.
  init<Input>(
    _ input: BasicObservable<Input>,
    name: String?,
    workName: @escaping @MainActor () -> String,
    runs: SerialRuns = SerialRuns(),
    _ makeWork: @escaping @MainActor (Input) -> Work?
  ) {
    self.name = name
    latest = LatestLoad(.idle, workName, runs: runs)
    makeRequest = {
      let node = input.node
      let value = node.value
      let version = node.version
      return Request(work: makeWork(value)) {
        // A node that stores its value counts the changes.
        if !node.isDerived, node.version == version { return true }
        let newest = node.value
        if input.isSame(value, newest) { return true }
        // A value that contains NaN differs from itself.
        return node.comparison != .everyWrite && !input.isSame(value, value)
          && !input.isSame(newest, newest)
      }
    }
    observeInput = { onChange in input.observe { _ in onChange() } }
  }

  deinit {
    observation?.dispose()
    latest.ownerDidEnd()
  }

  /// Makes the node that shows the state, once.
  func makeNode() -> Node<Loadable<Value>> {
    // A running load that is replaced by a newer one does not change the state.
    let policy = ChangePolicy<Loadable<Value>>.by { old, new in
      switch (old, new) {
      case (.idle, .idle), (.loading, .loading): true
      default: false
      }
    }
    return latest.makeNode(policy, source: self)
  }

  func setDemand(_ demand: Demand, for node: any AnyNode) {}

  func reload() -> Task<Void, Never>? {
    answered = nil
    return loadIfNeeded()
  }

  /// Begins to follow the input, until the scope ends.
  func begin(in scope: TaskScope) {
    self.scope = scope
    let observation = observeInput { [weak self] in self?.loadIfNeeded() }
    self.observation = observation
    observation.addTo(scope)
  }

  @discardableResult
  private func loadIfNeeded() -> Task<Void, Never>? {
    guard let scope, scope.isActive, answered?.isCurrent() != true else { return nil }
    answered = nil
    let request = makeRequest()
    guard let work = request.work else {
      latest.settle(.idle)
      return nil
    }
    let previous = latest.settled.value
    return latest.start(in: scope, name: name, showing: .loading(previous: previous), work) {
      [weak self] result in
      self?.answered = request
      return switch result {
      case .success(let value): .loaded(value)
      case .failure(let error): .failed(error, previous: previous)
      }
    }
  }

  /// Called on any thread when the view model is released.
  nonisolated func viewModelDidEnd() {
    MainActorQueue.shared.enqueue {
      self.latest.endLoad()
      self.latest.node?.complete()
    }
  }
}

/// A view model's reference to a runner, which it does not retain; ends the runner with the view
/// model.
@MainActor
final class LoadRunnerReference<Value> {
  private weak let runner: LoadRunner<Value>?

  init(_ runner: LoadRunner<Value>) {
    self.runner = runner
  }

  deinit {
    runner?.viewModelDidEnd()
  }

  var isOver: Bool { runner == nil }

  func begin(in scope: TaskScope) {
    runner?.begin(in: scope)
  }
}
