/// The result of a load that runs while its view model is shown.
///
///     lazy var profile = load(api.profile)
///     lazy var results = load(latest: $query, repository.find)
///
/// `load(during:name:fileID:line:_:)` and `load(latest:during:name:fileID:line:_:)` of a view model
/// make loaders. A loader follows these rules:
///
/// - It loads while the view model is resumed, from the moment it is made: a `lazy` property makes
///   it when the property is first read. A question and any sheet over the screen therefore cancel the
///   load, unless it was made with `during: .visible`. Resumed then means visible in these rules, and a
///   pause that the view model is hidden.
/// - A new input and ``reload()`` cancel the running load. Loads never overlap: the new load waits
///   until the cancelled one has ended, whose result is not shown.
/// - A cancelled load that has not ended after ten seconds is abandoned: the new load begins, and
///   ``ArchitectureDiagnostic/Kind/abandonedWork`` is reported. To give up a request earlier, load
///   with ``withTimeout(_:clock:fileID:line:_:)``.
/// - A pause cancels the running load. The next resume loads only if the last load was cancelled,
///   if the input has changed, or if ``reload()`` was called in between.
/// - A cancelled load never fails. The state returns to the one before the load, even if the work
///   itself throws a `CancellationError`.
/// - A state is delivered even if its value is equal to the previous one.
/// - It ends with its view model, or earlier if nothing refers to it or to an observable that is
///   derived from it, and nothing observes them.
///
/// A loader does not retain its view model. It retains its work and its input, so capture the view
/// model weakly in the work.
public final class Loader<Value>: InitializedObservable<Loadable<Value>> {
  let runner: LoadRunner<Value>

  init(_ runner: LoadRunner<Value>) {
    self.runner = runner
    super.init(node: runner.makeNode())
  }

  /// Loads again: immediately if the view model is resumed, and otherwise at the next resume.
  ///
  /// Cancels a running load. Also the way to try again after a failure.
  ///
  /// - Returns: The task of the load; nil if the view model is not resumed, or if the input has
  ///   nothing to load. It ends early if the load is cancelled or replaced.
  @discardableResult
  public func reload() -> Task<Void, Never>? {
    runner.reload()
  }
}
