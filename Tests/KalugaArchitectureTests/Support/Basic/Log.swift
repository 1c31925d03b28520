import Foundation

/// Records what happened, in order, from any isolation.
///
/// `@unchecked Sendable`: the lock guards the only stored property. It is an `NSLock` because the thread
/// sanitizer does not see `Mutex` on Linux.
final class Log<Entry: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var entries: [Entry] = []

  var all: [Entry] { lock.withLock { entries } }
  var count: Int { lock.withLock { entries.count } }

  func append(_ entry: Entry) {
    lock.withLock { entries.append(entry) }
  }
}
