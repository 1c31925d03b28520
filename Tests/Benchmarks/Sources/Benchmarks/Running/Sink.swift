/// What observers write into: the number of their calls, and the last value.
struct Seen {
  var count = 0
  var last = 0
}

/// Behind a pointer, so that all contestants' observers do the same few instructions.
typealias Sink = UnsafeMutablePointer<Seen>

extension Sink {
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

/// Runs work with a sink.
@MainActor
func withSink<Result>(_ body: (Sink) async throws -> Result) async rethrows -> Result {
  let sink = Sink.allocate(capacity: 1)
  sink.initialize(to: Seen())
  defer { sink.deallocate() }
  return try await body(sink)
}

/// Measures writes on the main actor, and checks what the observers have got; returns the cost of one.
///
/// The numbers from 1 on are written, or 0, the first value, if the writes are equal. The first calls of
/// the observers do not count.
@MainActor
@inline(__always)
func measureWrites<Token>(
  _ writes: Int,
  areEqual: Bool = false,
  notifications: Int = 1,
  last: (Int) -> Int = { $0 },
  observe: (Sink) -> Token,
  write: (Token, Int) -> Void
) throws -> Double {
  let sink = Sink.allocate(capacity: 1)
  sink.initialize(to: Seen())
  defer { sink.deallocate() }
  let token = observe(sink)
  sink.pointee = Seen()
  let cost = time(writes) { for i in 1...writes { write(token, opaque(areEqual ? 0 : i)) } }
  let expected = areEqual ? 0 : writes * notifications
  try require("notifications", sink.pointee.count, expected)
  if expected > 0 { try require("last value", sink.pointee.last, last(writes)) }
  withExtendedLifetime(token) {}
  return cost
}
