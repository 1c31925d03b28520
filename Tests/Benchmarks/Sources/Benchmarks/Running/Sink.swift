/// What observers write into: how often they were called, and with what last.
///
/// Behind a pointer, so that all contestants' observers do the same few instructions.
@MainActor
final class Sink {
  struct Seen {
    var count = 0
    var last = 0
  }

  let seen: UnsafeMutablePointer<Seen>

  init() {
    seen = .allocate(capacity: 1)
    seen.initialize(to: Seen())
  }

  isolated deinit {
    seen.deallocate()
  }

  func reset() { seen.pointee = Seen() }

  func check(_ what: String, count: Int, last: Int) throws(BenchmarkError) {
    try require("\(what), notifications", seen.pointee.count, count)
    if count > 0 { try require("\(what), last value", seen.pointee.last, last) }
  }
}
