import KalugaArchitecture

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

  // MARK: Signals

  /// Turns off the default action of a signal.
  ///
  /// Call it once a dispatch source listens for the signal.
  static func leaveToDispatch(_ signal: ProcessSignal) {
    // On other platforms the dispatch source installs its own signal handler.
    #if canImport(Darwin)
      Darwin.signal(signal.number, SIG_IGN)
    #endif
  }

  /// Gives the terminal back, and ends the process by the default action of a signal.
  static func endProcess(by signal: ProcessSignal) -> Never {
    restoreTerminals()
    #if canImport(Darwin)
      Darwin.signal(signal.number, SIG_DFL)
    #elseif canImport(Glibc)
      Glibc.signal(signal.number, SIG_DFL)
    #elseif canImport(Musl)
      Musl.signal(signal.number, SIG_DFL)
    #elseif canImport(Android)
      Android.signal(signal.number, SIG_DFL)
    #endif
    // A dispatch source may have blocked the signal in this thread.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, signal.number)
    unsafe sigprocmask(SIG_UNBLOCK, &signals, nil)
    raise(signal.number)
    // Not reached.
    exit(128 + signal.number)
  }

  /// Replaces the process by a new one of the same program, in which all signals have their usual
  /// effect.
  ///
  /// Nothing that is in memory survives. Returns only if the system refuses.
  static func replaceProcess(arguments: [String]) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigprocmask(SIG_SETMASK, &signals, nil)
    let program = CommandLine.arguments[0]
    var strings = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    _ = unsafe execvp(program, &strings)
  }

  /// Stops the process until a shell continues it; does nothing if there is no shell.
  ///
  /// Not by the signal of Ctrl-Z, because a dispatch source takes that one. Without a parent in the
  /// same session, such as in a container, nothing could continue the process.
  ///
  /// - Returns: Whether the process was stopped.
  @discardableResult
  static func stopProcess() -> Bool {
    guard getsid(getppid()) == getsid(0) else { return false }
    kill(getpid(), SIGSTOP)
    return true
  }

  // MARK: Terminals

  /// The settings that terminals had before they were changed for reading keys, by descriptor.
  private static let originalSettings = Lock<[CInt: termios]>([:])

  /// Restores terminals if the process ends while a session runs.
  private static let restoresAtExit: Void = {
    atexit { Platform.restoreTerminals() }
  }()

  /// Makes a terminal send each key at once, and print none.
  ///
  /// Ctrl-C and Ctrl-Z still send signals, so that they work while a command runs.
  static func startReadingKeys(_ descriptor: CInt) {
    var settings = termios()
    guard unsafe tcgetattr(descriptor, &settings) == 0 else { return }
    _ = restoresAtExit
    originalSettings.withLock { [settings] in $0[descriptor] = $0[descriptor] ?? settings }
    unsafe cfmakeraw(&settings)
    settings.c_lflag |= tcflag_t(ISIG)
    settings.c_oflag |= tcflag_t(OPOST)
    _ = unsafe tcsetattr(descriptor, TCSANOW, &settings)
  }

  /// Gives a terminal the settings that it had before.
  static func stopReadingKeys(_ descriptor: CInt) {
    let settings = originalSettings.withLock { $0.removeValue(forKey: descriptor) }
    guard var settings else { return }
    _ = unsafe tcsetattr(descriptor, TCSANOW, &settings)
  }

  private static func restoreTerminals() {
    for descriptor in originalSettings.withLock({ Array($0.keys) }) {
      // Below what is shown, a visible cursor, and pasted text as it is.
      let end = Array("\u{1B}[999B\r\n\u{1B}[?25h\u{1B}[?2004l".utf8)
      unsafe end.withUnsafeBufferPointer { _ = unsafe writeBytes(descriptor, $0) }
      stopReadingKeys(descriptor)
    }
  }

  /// Returns the size of a terminal's window; nil if it has none.
  static func windowSize(_ descriptor: CInt) -> WindowSize? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    guard size.ws_col > 0, size.ws_row > 0 else { return nil }
    return WindowSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  // MARK: Reading and writing

  /// Opens the standard descriptors that the caller of the process has closed.
  ///
  /// Call it before anything else opens a file. Otherwise that file gets the number of standard
  /// input, for example, and is read in its place. An input that was closed has no data; writing to
  /// an output that was closed fails.
  static func openMissingDescriptors() {
    for descriptor: CInt in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
      // It gets the lowest free number, which is this one.
      _ = unsafe open("/dev/null", O_RDONLY)
    }
  }

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
    // In the background, a terminal has no input for a process that does not receive its signals.
    if errno == EIO, getpgrp() != tcgetpgrp(descriptor) { return stopProcess() }
    guard errno == EAGAIN || errno == EWOULDBLOCK else { return false }
    var waiting = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return unsafe poll(&waiting, 1, -1) >= 0 || errno == EINTR
  }
}

extension ProcessSignal {
  /// The number of the signal on this platform.
  var number: CInt {
    switch self {
    case .interrupted: SIGINT
    case .terminated: SIGTERM
    case .suspended: SIGTSTP
    case .continued: SIGCONT
    case .windowChanged: SIGWINCH
    }
  }
}
