/// Names what a view model does with the results of its requests, also in a later process.
///
///     private let rated = NavigationResultKey<Int>("rated")
///
/// See ``NavigatingViewModel/onResult(_:_:)``. The name is saved with the stack: it is unique in its view model,
/// and stays the same from one version of the app to the next.
public struct NavigationResultKey<Result: Sendable>: Hashable, Sendable {
  /// The name.
  public let name: String

  /// Creates a key.
  public init(_ name: String) {
    self.name = name
  }
}
