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
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Lets a write to a closed pipe, or beyond the allowed size of files, fail instead of ending the process.
  static func letWritesFail() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Leaves interrupts to the dispatch source that listens to them; to be called once it does.
  static func leaveInterruptsToDispatch() {
    // Elsewhere the source has installed a handler of its own.
    #if canImport(Darwin)
      signal(SIGINT, SIG_IGN)
    #endif
  }

  static var interrupt: CInt { SIGINT }

  /// Reads once, waiting for input; nil at the end of the input or after an error.
  static func readBytes(_ descriptor: CInt, upTo count: Int) -> [UInt8]? {
    var result = -1
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      repeat {
        result = unsafe read(descriptor, buffer.baseAddress, count)
      } while result < 0 && isWorthAnotherTry(descriptor, POLLIN)
      initialized = max(result, 0)
    }
    return result > 0 ? bytes : nil
  }

  /// Writes everything, waiting for room; the number of the error if that is not possible.
  static func writeBytes(_ descriptor: CInt, _ bytes: UnsafeBufferPointer<UInt8>) -> CInt? {
    var rest = unsafe UnsafeRawBufferPointer(bytes)[...]
    while unsafe !rest.isEmpty {
      let part = unsafe UnsafeRawBufferPointer(rebasing: rest)
      let written = unsafe write(descriptor, part.baseAddress, part.count)
      if written > 0 {
        unsafe rest = unsafe rest.dropFirst(written)
      } else if !isWorthAnotherTry(descriptor, POLLOUT) {
        return errno
      }
    }
    return nil
  }

  /// What an error of a call means, in the words of the system; nil if only nobody reads any longer.
  static func failure(_ error: CInt) -> String? {
    unsafe error == EPIPE ? nil : String(cString: strerror(error))
  }

  /// Whether a call failed for the moment only; waits until it may succeed.
  ///
  /// A terminal or pipe that another program has set to not blocking is so for all who share it: that it
  /// has nothing now, or no room, is neither its end nor an error.
  private static func isWorthAnotherTry(_ descriptor: CInt, _ event: Int32) -> Bool {
    if errno == EINTR { return true }
    guard errno == EAGAIN || errno == EWOULDBLOCK else { return false }
    var waiting = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return unsafe poll(&waiting, 1, -1) >= 0 || errno == EINTR
  }
}
