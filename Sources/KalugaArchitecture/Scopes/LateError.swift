/// An error that may mean, like a `CancellationError`, that work was done for something that is gone.
package protocol LateError: Error {
  /// Whether it means that.
  var isLate: Bool { get }
}
