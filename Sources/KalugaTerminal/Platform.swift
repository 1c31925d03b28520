// The C library under its one name per platform; the only file that knows them apart.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The few calls of the C library that a terminal needs.
enum Platform {
  static func isTerminal(_ descriptor: CInt) -> Bool {
    isatty(descriptor) == 1
  }

  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Lets a write to a closed pipe fail instead of ending the process.
  static func ignoreClosedPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Leaves interrupts to the dispatch source that listens to them.
  static func ignoreDefaultInterrupt() {
    signal(SIGINT, SIG_IGN)
  }

  static var interrupt: CInt { SIGINT }

  /// Reads once, blocking; nil at the end of the input or after an error.
  static func readBytes(_ descriptor: CInt, upTo count: Int) -> [UInt8]? {
    var result = -1
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      repeat {
        result = read(descriptor, buffer.baseAddress, count)
      } while result < 0 && errno == EINTR
      initialized = max(result, 0)
    }
    return result > 0 ? bytes : nil
  }

  /// Writes everything, blocking; false if the other side does not read any longer.
  static func writeBytes(_ descriptor: CInt, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = UnsafeRawBufferPointer(bytes)[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let written = write(descriptor, part.baseAddress, part.count)
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
