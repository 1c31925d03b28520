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
    let handOff = OneShot<Bool>()
    queue.async { @Sendable [descriptor] in
      handOff.settle(Platform.hasBytes(descriptor, within: limit))
    }
    return await handOff.wait()
  }

  /// Waits for bytes and returns them; nil at the end of the input or after an error.
  func read() async -> [UInt8]? {
    let handOff = OneShot<[UInt8]?>()
    queue.async { @Sendable [descriptor] in
      handOff.settle(Platform.readBytes(descriptor, upTo: 65536))
    }
    return await handOff.wait()
  }
}
