import Dispatch
import KalugaArchitecture

/// Reads the lines of the process's standard input, and not ahead.
@MainActor
final class StandardInput: LineSource {
  // Reading blocks, and threads of the concurrency runtime must not block.
  private let queue = DispatchQueue(label: "KalugaTerminal.StandardInput")
  let descriptor: CInt
  private var lines = LineBuffer()
  private var isAtEnd = false

  convenience init() {
    Platform.openMissingDescriptors()
    self.init(descriptor: 0)
  }

  init(descriptor: CInt) {
    self.descriptor = descriptor
  }

  var isTerminal: Bool { Platform.isTerminal(descriptor) }

  func next() async -> String? {
    while true {
      if let line = lines.popLine(isAtEnd: isAtEnd) { return line }
      if isAtEnd { return nil }
      if let bytes = await read() {
        lines.append(bytes)
      } else {
        isAtEnd = true
      }
    }
  }

  /// Returns the next line if it has arrived.
  func arrivedLine() -> String? { lines.popLine(isAtEnd: isAtEnd) }

  /// Waits for bytes, or the end of the input, but not longer than this number of milliseconds.
  ///
  /// - Returns: Whether ``read()`` returns at once.
  func hasBytes(within limit: CInt) async -> Bool {
    await onQueue { Platform.hasBytes($0, within: limit) }
  }

  /// Waits for bytes and returns them; nil at the end of the input or after an error.
  func read() async -> [UInt8]? {
    await onQueue { Platform.readBytes($0, upTo: 65536) }
  }

  private func onQueue<Result: Sendable>(
    _ work: @escaping @Sendable (CInt) -> Result
  ) async -> Result {
    let handOff = OneShot<Result>()
    queue.async { @Sendable [descriptor] in handOff.settle(work(descriptor)) }
    return await handOff.wait()
  }
}
