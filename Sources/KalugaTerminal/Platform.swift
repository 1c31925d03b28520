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

  /// Turns off the default action of a signal, once a dispatch source listens for it.
  static func leaveToDispatch(_ processSignal: ProcessSignal) {
    // On other platforms the dispatch source installs its own signal handler.
    #if canImport(Darwin)
      signal(processSignal.number, SIG_IGN)
    #endif
  }

  /// Whether the process ignores a signal because it was started so, for example by `nohup`.
  ///
  /// Call it before anything listens for the signal.
  static func ignores(_ processSignal: ProcessSignal) -> Bool {
    // Replaced for a moment, because the fields of `sigaction` differ between platforms.
    let handler = signal(processSignal.number, SIG_IGN)
    signal(processSignal.number, handler)
    // An optional pointer to a C function has the size of an address; that of `SIG_IGN` is 1.
    return unsafe unsafeBitCast(handler, to: Int.self) == 1
  }

  /// Gives the terminal back, and ends the process by the default action of a signal.
  static func endProcess(by processSignal: ProcessSignal) -> Never {
    restoreTerminals()
    signal(processSignal.number, SIG_DFL)
    // A dispatch source may have blocked the signal in this thread.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, processSignal.number)
    unsafe sigprocmask(SIG_UNBLOCK, &signals, nil)
    raise(processSignal.number)
    endProcess(128 + processSignal.number)
  }

  /// Replaces the process by a new one of the same program, in which all signals have their usual
  /// effect.
  ///
  /// Nothing that is in memory survives. Returns only if the system refuses.
  static func replaceProcess(arguments: [String]) {
    // These systems always refuse, and do not declare the function.
    #if !os(tvOS) && !os(watchOS)
      var signals = sigset_t()
      unsafe sigemptyset(&signals)
      unsafe sigprocmask(SIG_SETMASK, &signals, nil)
      let program = CommandLine.arguments[0]
      var strings = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
      _ = unsafe execvp(program, &strings)
    #endif
  }

  /// Stops the process until a shell continues it; does nothing if there is no shell.
  ///
  /// Not by the signal of Ctrl-Z, because a dispatch source takes that one. Without a parent in the
  /// same session, such as in a container, nothing could continue the process.
  ///
  /// The calling thread stops first: a signal to the process would let it go on for a moment, and
  /// draw on the terminal of the shell.
  ///
  /// - Returns: Whether the process was stopped.
  @discardableResult
  static func stopProcess() -> Bool {
    guard getsid(getppid()) == getsid(0) else { return false }
    raise(SIGSTOP)
    return true
  }

  // MARK: Terminals

  /// How a terminal was before it was changed for reading keys.
  private struct Original {
    var settings: termios
    /// Where the terminal reads what it is to do.
    let output: CInt
  }

  /// The terminals that were changed, by the descriptor that is read.
  private static let originals = Lock<[CInt: Original]>([:])

  /// Restores terminals if the process ends or crashes while a session runs.
  private static let restoresAtExit: Void = {
    atexit { Platform.restoreTerminals() }
    for signal in crashes { restore(at: signal) }
  }()

  /// The signals of a crash, such as `fatalError`, which leave the memory intact.
  ///
  /// Not those of an invalid address: a handler cannot run where the stack has overflowed.
  private static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGQUIT]

  /// What the process did at a crash before, such as writing a backtrace.
  private static let crashActions = Lock<[CInt: sigaction]>([:])

  /// Restores terminals before anything else happens, so that what is written about the crash can be
  /// read.
  private static func restore(at crash: CInt) {
    var action = sigaction()
    guard unsafe sigaction(crash, nil, &action) == 0 else { return }
    crashActions.withLock { [action] in $0[crash] = action }
    // Not by `sigaction`, whose fields differ between platforms.
    signal(crash) { crash in
      Platform.restoreTerminals()
      if var action = Platform.crashActions.withLock({ $0[crash] }) {
        _ = unsafe sigaction(crash, &action, nil)
      }
      // Pending until this handler returns. An instruction that traps would be repeated anyway.
      raise(crash)
    }
  }

  /// Makes a terminal send each key at once, print none, and enclose pasted text in sequences.
  ///
  /// Ctrl-C and Ctrl-Z still send signals.
  static func startReadingKeys(_ descriptor: CInt, output: CInt) {
    var settings = termios()
    guard unsafe tcgetattr(descriptor, &settings) == 0 else { return }
    _ = restoresAtExit
    originals.withLock { [settings] in
      $0[descriptor] = $0[descriptor] ?? Original(settings: settings, output: output)
    }
    unsafe cfmakeraw(&settings)
    settings.c_lflag |= tcflag_t(ISIG)
    settings.c_oflag |= tcflag_t(OPOST)
    _ = unsafe tcsetattr(descriptor, TCSANOW, &settings)
    send("\u{1B}[?2004h", to: output)
  }

  /// Gives a terminal the settings that it had before.
  static func stopReadingKeys(_ descriptor: CInt) {
    guard var original = originals.withLock({ $0.removeValue(forKey: descriptor) }) else { return }
    // Not if that would wait: the user may have stopped the output by Ctrl-S.
    if isReady(original.output, for: POLLOUT, within: 100) {
      // A visible cursor, and pasted text as it is.
      send("\u{1B}[?25h\u{1B}[?2004l", to: original.output)
    }
    _ = unsafe tcsetattr(descriptor, TCSANOW, &original.settings)
  }

  private static func restoreTerminals() {
    for (descriptor, original) in originals.withLock({ $0 }) {
      // Below what is shown.
      if isReady(original.output, for: POLLOUT, within: 100) {
        send("\u{1B}[999B\r\n", to: original.output)
      }
      stopReadingKeys(descriptor)
    }
  }

  /// Sends a sequence; a terminal that is gone needs none.
  private static func send(_ sequence: StaticString, to descriptor: CInt) {
    let bytes = unsafe UnsafeBufferPointer(
      start: sequence.utf8Start,
      count: sequence.utf8CodeUnitCount
    )
    _ = unsafe writeBytes(descriptor, bytes)
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

  /// Waits for input, its end or an error, but not longer than this number of milliseconds.
  static func hasBytes(_ descriptor: CInt, within limit: CInt) -> Bool {
    isReady(descriptor, for: POLLIN, within: limit)
  }

  private static func isReady(_ descriptor: CInt, for event: Int32, within limit: CInt) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    var result: CInt
    repeat {
      result = unsafe poll(&waiting, 1, limit)
    } while result < 0 && errno == EINTR
    return result != 0
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

  static func endProcess(_ code: CInt) -> Never { exit(code) }

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
    if errno == EIO, isInBackground(of: descriptor) { return stopProcess() }
    guard errno == EAGAIN || errno == EWOULDBLOCK else { return false }
    return isReady(descriptor, for: event, within: -1)
  }

  /// Whether another process group has the terminal, which then has no input for a process that does
  /// not receive its signals.
  ///
  /// A terminal that was closed has no group, and `errno` is kept.
  private static func isInBackground(of descriptor: CInt) -> Bool {
    let error = errno
    defer { errno = error }
    let foreground = tcgetpgrp(descriptor)
    return foreground > 0 && foreground != getpgrp()
  }
}

/// A signal that a terminal session listens for.
struct ProcessSignal: Equatable {
  let number: CInt

  /// Ctrl-C.
  static let interrupted = ProcessSignal(number: SIGINT)
  /// The system or another program asks the process to end.
  static let terminated = ProcessSignal(number: SIGTERM)
  /// The terminal has been closed.
  static let hungUp = ProcessSignal(number: SIGHUP)
  /// Ctrl-Z.
  static let suspended = ProcessSignal(number: SIGTSTP)
  /// The process runs again after it was stopped.
  static let continued = ProcessSignal(number: SIGCONT)
  /// The size of the window has changed.
  static let windowChanged = ProcessSignal(number: SIGWINCH)
}
