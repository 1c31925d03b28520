/// Something that can be ended once: an observation, a callback, a resource.
///
/// `dispose()` is idempotent and may be called from any isolation, also from inside the callback
/// it ends. It never waits for another thread.
///
/// Kaluga: `Disposable`.
public protocol Disposable: AnyObject, Sendable {
  /// Ends what this object stands for; later calls do nothing.
  func dispose()
}

extension Disposable {
  /// Hands the responsibility for ending this to a bag.
  ///
  /// Kaluga: `Disposable.addTo`.
  public func addTo(_ bag: DisposeBag) {
    bag.add(self)
  }
}
