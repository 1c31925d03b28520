/// What observers write into: the number of their calls, and the last value.
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

extension UnsafeMutablePointer<Sink.Seen> {
  @inline(__always)
  func note(_ value: Int) {
    pointee.count += 1
    pointee.last = value
  }

  /// Notes the value unless it is the last one, in place of a derived value that drops equal results.
  @inline(__always)
  func noteChange(_ value: Int) {
    if value != pointee.last { note(value) }
  }
}
