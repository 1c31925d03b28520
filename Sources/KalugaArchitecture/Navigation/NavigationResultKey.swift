/// Identifies a closure that receives the results of a view model's requests, even after a restart.
///
///     private let rated = NavigationResultKey<Int>("rated")
///
/// See ``NavigatingViewModel/onResult(_:_:)``. The name is saved with the stack. It must be unique
/// in its view model, and must not change between versions of the app.
public struct NavigationResultKey<Result: Sendable>: Hashable, Sendable {
  /// The name that is saved with the stack.
  public let name: String

  /// Creates a key.
  public init(_ name: String) {
    self.name = name
  }
}
