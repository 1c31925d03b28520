/// Splits bytes into lines; a line can arrive in several parts.
///
/// A byte order mark in front of the first line, which some editors write, is skipped.
struct LineBuffer {
  private var bytes: [UInt8] = []
  private var start = 0
  /// Where the search for a newline continues, so that each byte is examined only once.
  private var searched = 0
  private var isFirstLine = true

  mutating func append(_ new: [UInt8]) {
    bytes.removeFirst(start)
    searched -= start
    start = 0
    bytes += new
  }

  /// Removes and returns the next complete line, or, at the end of the input, the rest.
  mutating func popLine(isAtEnd: Bool) -> String? {
    if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      defer {
        start = end + 1
        searched = start
      }
      return text(upTo: end)
    }
    searched = bytes.count
    guard isAtEnd, start < bytes.count else { return nil }
    defer { start = bytes.count }
    return text(upTo: bytes.count)
  }

  private mutating func text(upTo end: Int) -> String {
    var line = bytes[start..<end]
    if isFirstLine, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    isFirstLine = false
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }
}
