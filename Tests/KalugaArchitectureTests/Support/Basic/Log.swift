import Foundation

/// Records what happened, in order, from any isolation.
///
/// Unchecked, because the thread sanitizer sees an `NSLock` on Linux, but not a `Mutex`.
final class Log<Entry: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var entries: [Entry] = []

  var all: [Entry] { lock.withLock { entries } }
  var count: Int { lock.withLock { entries.count } }

  func append(_ entry: Entry) {
    lock.withLock { entries.append(entry) }
  }
}
