#if canImport(Combine)
  import Dispatch
  import KalugaArchitecture

  /// Brings calls from any thread to the main actor.
  enum MainActorTurn {
    private static let isMainQueue: DispatchSpecificKey<Bool> = {
      let key = DispatchSpecificKey<Bool>()
      DispatchQueue.main.setSpecific(key: key, value: true)
      return key
    }()

    /// Runs the closure before this returns if that is on the main actor, and else in a later job of it.
    ///
    /// Combine calls from code that has no isolation. It asks for the main queue, where the jobs of
    /// the main actor run, and not for the main thread: on Linux they are not the same.
    static func run(_ body: @escaping @MainActor @Sendable () -> Void) {
      if DispatchQueue.getSpecific(key: isMainQueue) == true {
        MainActor.assumeIsolated(body)
      } else {
        SimpleDisposable(onDisposeOnMainActor: body).dispose()
      }
    }
  }
#endif
