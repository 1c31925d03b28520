/// Something that can be ended once, such as an observation, a callback or a resource.
///
/// `dispose()` is idempotent and can be called from any isolation, and from inside the callback
/// that it ends. It never waits for another thread.
///
/// Kaluga: `Disposable`.
public protocol Disposable: AnyObject, Sendable {
  /// Ends the observation, callback or resource; later calls do nothing.
  func dispose()
}

extension Disposable {
  /// Adds this to a bag, which disposes it.
  ///
  /// Kaluga: `Disposable.addTo`.
  public func addTo(_ bag: DisposeBag) {
    bag.add(self)
  }
}

/// A disposable that knows whether it has been disposed, so that a bag or scope can forget it.
package protocol KnowingDisposable: Disposable {
  /// Whether it has been disposed; never false again after it was true.
  var isDisposed: Bool { get }
}

/// Returns whether a disposable is known to have been disposed.
func isDisposed(_ disposable: any Disposable) -> Bool {
  (disposable as? any KnowingDisposable)?.isDisposed == true
}
