#if os(Linux)
  import Foundation
  import Synchronization
  import Testing

  /// A real pseudo-terminal whose other end is a ``ScreenModel``.
  final class PseudoTerminal: Sendable {
    /// The end that a program reads from and writes to.
    let program: FileHandle
    /// The path of the program's end.
    let path: String
    private let display: Display

    /// The end of the terminal that a person sees.
    private final class Display: Sendable {
      let end: FileHandle
      let screen: Mutex<ScreenModel>

      init(_ end: FileHandle, _ screen: ScreenModel) {
        self.end = end
        self.screen = Mutex(screen)
      }
    }

    init(columns: Int, rows: Int, resizing: ScreenModel.Resizing = .wraps) throws {
      func handle(_ path: String) throws -> FileHandle {
        let descriptor = open(path, O_RDWR | O_NOCTTY)
        try #require(descriptor >= 0)
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      }
      let end = try handle("/dev/ptmx")
      // TIOCSPTLCK and TIOCGPTN, because Swift cannot import the header's functions for this
      // purpose.
      var number: CInt = 0
      try #require(ioctl(end.fileDescriptor, 0x4004_5431, &number) == 0)
      try #require(ioctl(end.fileDescriptor, 0x8004_5430, &number) == 0)
      path = "/dev/pts/\(number)"
      program = try handle(path)
      let display = Display(end, ScreenModel(columns: columns, rows: rows, resizing: resizing))
      self.display = display
      resize(columns: columns, rows: rows)
      // On a thread of its own, because reading blocks. It ends when the program's end is closed.
      Thread.detachNewThread {
        while case let new = bytes(from: display.end.fileDescriptor), !new.isEmpty {
          display.screen.withLock { $0.receive(new) }
        }
      }
    }

    var screen: ScreenModel { display.screen.withLock { $0 } }

    func type(_ text: String) { display.end.write(Data(text.utf8)) }

    /// Changes the size of the window, without the signal.
    func resize(columns: Int, rows: Int) {
      display.screen.withLock { screen in
        var size = winsize()
        size.ws_col = UInt16(columns)
        size.ws_row = UInt16(rows)
        _ = ioctl(display.end.fileDescriptor, UInt(TIOCSWINSZ), &size)
        screen.resize(columns: columns, rows: rows)
      }
    }

    /// The settings of the terminal, such as whether it prints the keys that are typed.
    var settings: [UInt8] {
      var settings = termios()
      tcgetattr(program.fileDescriptor, &settings)
      return withUnsafeBytes(of: settings, Array.init)
    }
  }

  /// Waits for bytes and returns them; none at the end.
  ///
  /// Not `availableData`, which ends the process when a terminal has been closed.
  private func bytes(from descriptor: CInt) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
      count = max(read(descriptor, buffer.baseAddress, buffer.count), 0)
    }
  }
#endif
