#if canImport(Combine)
  import KalugaArchitecture

  /// Runs calls from any thread on the main actor.
  enum MainActorTurn {
    /// Runs the closure synchronously if the caller is on the main queue, and otherwise in a later
    /// main-actor job.
    ///
    /// Calls from Combine have no static isolation.
    static func run(_ body: @escaping @MainActor @Sendable () -> Void) {
      if MainQueue.isCurrent {
        MainActor.assumeIsolated(body)
      } else {
        SimpleDisposable(onDisposeOnMainActor: body).dispose()
      }
    }
  }
#endif
