#if canImport(UIKit) && !os(watchOS)
  /// Calls its closure after it has been released.
  final class ReleaseObserver: Sendable {
    private let action: @MainActor @Sendable () -> Void

    init(_ action: @escaping @MainActor @Sendable () -> Void) {
      self.action = action
    }

    deinit {
      Task { @MainActor [action] in action() }
    }
  }
#endif
