// The only file that depends on the platform: the C library has a different name on each.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The few C library calls that a terminal needs.
enum Platform {
  static func isTerminal(_ descriptor: CInt) -> Bool {
    isatty(descriptor) == 1
  }

  static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Makes a write to a closed pipe, or past the file size limit, fail instead of ending the
  /// process.
  static func letWritesFail() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Turns off the default action of Ctrl-C, which ends the process.
  ///
  /// Call it once a dispatch source listens for interrupts.
  static func leaveInterruptsToDispatch() {
    // On other platforms the dispatch source installs its own signal handler.
    #if canImport(Darwin)
      signal(SIGINT, SIG_IGN)
    #endif
  }

  static var interrupt: CInt { SIGINT }

  /// Waits for input and returns what has arrived; nil at the end of the input or after an error.
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

  /// Writes all bytes, waiting for space if necessary.
  ///
  /// Returns nil on success, and otherwise the value of `errno`.
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

  /// Ends the process.
  static func exit(_ code: CInt) -> Never {
    #if canImport(Darwin)
      Darwin.exit(code)
    #elseif canImport(Glibc)
      Glibc.exit(code)
    #elseif canImport(Musl)
      Musl.exit(code)
    #elseif canImport(Android)
      Android.exit(code)
    #endif
  }

  /// Returns the system's description of an `errno` value; nil if the reader closed the pipe.
  static func failure(_ error: CInt) -> String? {
    unsafe error == EPIPE ? nil : String(cString: strerror(error))
  }

  /// Returns whether a failed call should be retried, after waiting until it can succeed.
  ///
  /// If another program has set a shared terminal or pipe to non-blocking, it is non-blocking here
  /// as well. That it has no data or no space at the moment is then neither its end nor an error.
  private static func isWorthAnotherTry(_ descriptor: CInt, _ event: Int32) -> Bool {
    if errno == EINTR { return true }
    guard errno == EAGAIN || errno == EWOULDBLOCK else { return false }
    var waiting = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return unsafe poll(&waiting, 1, -1) >= 0 || errno == EINTR
  }
}
