#if canImport(Combine)
  import Dispatch
  import KalugaArchitecture

  /// Runs calls from any thread on the main actor.
  enum MainActorTurn {
    private static let isMainQueue: DispatchSpecificKey<Bool> = {
      let key = DispatchSpecificKey<Bool>()
      DispatchQueue.main.setSpecific(key: key, value: true)
      return key
    }()

    /// Runs the closure synchronously if the caller is on the main queue, and otherwise in a later
    /// main-actor job.
    ///
    /// Calls from Combine have no static isolation. The check tests for the main queue, which runs
    /// the jobs of the main actor. It does not test for the main thread, which may be a different
    /// one on Linux.
    static func run(_ body: @escaping @MainActor @Sendable () -> Void) {
      if DispatchQueue.getSpecific(key: isMainQueue) == true {
        MainActor.assumeIsolated(body)
      } else {
        SimpleDisposable(onDisposeOnMainActor: body).dispose()
      }
    }
  }
#endif
