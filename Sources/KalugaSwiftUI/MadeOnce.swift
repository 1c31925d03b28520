#if canImport(SwiftUI)
  /// Keeps what the first evaluation of a body has made, until the identity of the view ends.
  ///
  /// It is cheap to create, because SwiftUI drops all but the first one of an identity.
  @MainActor
  final class MadeOnce<Value: Sendable> {
    private var value: Value?
    private let end: (@MainActor @Sendable (Value) -> Void)?

    /// Creates a place for a value, which is passed to the closure in a job after the end.
    nonisolated init(_ end: (@MainActor @Sendable (Value) -> Void)? = nil) {
      self.end = end
    }

    // SwiftUI does not promise where it releases the state of a view.
    deinit {
      if let value, let end { Task { @MainActor in end(value) } }
    }

    func value(_ make: @MainActor () -> Value) -> Value {
      if let value { return value }
      let value = make()
      self.value = value
      return value
    }
  }
#endif
