import Dispatch

/// Finds out whether code without static isolation runs on the main queue, which runs the jobs of
/// the main actor.
///
/// Tests for the queue and not for the main thread, which may be a different one on Linux.
package enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
