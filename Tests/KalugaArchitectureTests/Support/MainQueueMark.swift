import Dispatch

/// Determines whether code runs on the main queue, where main-actor jobs run.
///
/// The main thread is not a reliable sign: with an `async` main on Linux, main-actor jobs may run
/// on a different thread.
enum MainQueueMark {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: key) == true }
}
