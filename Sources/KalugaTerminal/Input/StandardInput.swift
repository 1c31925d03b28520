import Dispatch
import KalugaArchitecture

/// The lines of the process's standard input.
///
/// Reads when a line is asked for and not ahead of it. Bytes that are no UTF-8 become replacement
/// characters. A last line without an end counts as a line.
@MainActor
public final class StandardInput: LineSource {
  // A thread of its own: reading blocks, and the threads of the concurrency runtime must not.
  private let queue = DispatchQueue(label: "KalugaTerminal.StandardInput")
  private var lines = LineBuffer()
  private var isAtEnd = false

  /// Creates the source.
  public init() {}

  /// Whether a person types the lines.
  public var isTerminal: Bool { Platform.isTerminal(0) }

  /// Waits for the next line; nil at the end of the input.
  public func next() async -> String? {
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

  private func read() async -> [UInt8]? {
    let handOff = OneShot<[UInt8]?>()
    queue.async { @Sendable in
      handOff.settle(Platform.readBytes(0, upTo: 65536))
    }
    return await handOff.wait()
  }
}
