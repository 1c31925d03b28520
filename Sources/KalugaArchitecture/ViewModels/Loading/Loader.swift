/// The result of a load that runs while its view model is shown.
///
///     lazy var profile = load(api.profile)
///     lazy var results = load(latest: $query, repository.find)
///
/// ``BaseLifecycleViewModel/load(name:_:)`` and `load(latest:name:_:)` make loaders. A loader
/// follows these rules:
///
/// - It loads while the view model is resumed, from the moment it is made: a `lazy` property makes
///   it when the property is first read.
/// - A new input and ``reload()`` cancel the running load. Loads never overlap: the new load waits
///   until the cancelled one has ended, whose result is not shown.
/// - A pause cancels the running load. The next resume loads only if the last load was cancelled,
///   if the input has changed, or if ``reload()`` was called in between.
/// - A cancelled load never fails. The state returns to the one before the load, even if the work
///   itself throws a `CancellationError`.
/// - A state is delivered even if its value is equal to the previous one.
///
/// A loader does not retain its view model. The view model retains the loader, its work and its
/// input until it is released, so capture the view model weakly in the work.
public final class Loader<Value>: InitializedObservable<Loadable<Value>> {
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

  private let latest: LatestLoad<Loadable<Value>>
  /// The resumed scope; nil or ended while the view model is not resumed.
  private weak var scope: TaskScope?
  /// The request that the state answers; nil if a load is due.
  private var answered: Request? {
    // An old input is released after the access, because its `deinit` may use the loader.
    didSet { withExtendedLifetime(oldValue) {} }
  }

  /// Creates a loader that has not begun.
  ///
  /// `makeWork` returns the work for a value of the input; nil if there is nothing to load.
  init<Input>(
    _ input: BasicObservable<Input>,
    name: String?,
    _ makeWork: @escaping @MainActor (Input) -> Work?
  ) {
    self.name = name
    makeRequest = {
      let node = input.node
      let value = node.value
      let version = node.version
      return Request(work: makeWork(value)) {
        // A value such as NaN differs from itself. A node that stores its value counts the changes.
        if !node.isDerived, node.version == version { return true }
        let newest = node.value
        return input.isSame(value, newest) || areBothNaN(value, newest)
      }
    }
    observeInput = { onChange in input.observe { _ in onChange() } }
    // A running load that is replaced by a newer one does not change the state.
    let policy = ChangePolicy<Loadable<Value>>.by { old, new in
      switch (old, new) {
      case (.idle, .idle), (.loading, .loading): true
      default: false
      }
    }
    latest = LatestLoad(.idle, policy)
    super.init(node: latest.node)
  }

  deinit {
    latest.ownerDidEnd()
  }

  /// Loads again: immediately if the view model is resumed, and otherwise at the next resume.
  ///
  /// Cancels a running load. Also the way to try again after a failure.
  ///
  /// - Returns: The task of the load; nil if the view model is not resumed, or if the input has
  ///   nothing to load. It ends early if the load is cancelled or replaced.
  @discardableResult
  public func reload() -> Task<Void, Never>? {
    answered = nil
    return loadIfNeeded()
  }

  /// Begins to follow the input, until the scope ends.
  func begin(in scope: TaskScope) {
    self.scope = scope
    observeInput { [weak self] in self?.loadIfNeeded() }.addTo(scope)
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
}

/// Returns whether both are numbers that differ from every number, themselves included.
private func areBothNaN<Input>(_ left: Input, _ right: Input) -> Bool {
  func isNaN(_ value: Input) -> Bool { (value as? any FloatingPoint)?.isNaN == true }
  return isNaN(left) && isNaN(right)
}
