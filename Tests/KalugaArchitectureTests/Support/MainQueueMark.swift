import Dispatch

/// Tells whether code runs on the main queue, which is where main-actor jobs run.
///
/// The main thread would be the wrong question: under an `async` main, on Linux, main-actor jobs
/// may run on another one.
enum MainQueueMark {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: key) == true }
}
