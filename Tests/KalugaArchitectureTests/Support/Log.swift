import KalugaArchitecture

/// What happened, in order; usable from any isolation.
final class Log<Entry: Sendable>: Sendable {
  private let entries = Lock<[Entry]>([])

  var all: [Entry] { entries.withLock { $0 } }
  var count: Int { entries.withLock { $0.count } }

  func append(_ entry: Entry) {
    entries.withLock { $0.append(entry) }
  }
}
