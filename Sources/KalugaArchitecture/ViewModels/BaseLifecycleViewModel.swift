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
  public let activeLifecycleSubscribables: InitializedObservable<[any LifecycleSubscribable]>

  private let subscribables: InitializedSubject<[any LifecycleSubscribable]>
  private var resumedScope: TaskScope?

  /// Creates a view model with the services that follow its host.
  public init(lifecycleSubscribables: [any LifecycleSubscribable] = []) {
    subscribables = InitializedSubject(
      wrappedValue: Self.withoutDuplicates(lifecycleSubscribables),
      conflation: .by { old, new in old.elementsEqual(new, by: ===) }
    )
    activeLifecycleSubscribables = subscribables.asObservable()
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

  // MARK: Moving on

  override func resume() {
    let scope = scope.childScope(name: "\(Self.self).resumed")
    resumedScope = scope
    onResume(scope: scope)
  }

  override func pause() {
    onPause()
    resumedScope.take()?.cancel()
  }
}
