/// Writes to the process's standard output, at once; a failed write closes the sink.
@MainActor
final class StandardOutput: TextSink {
  private(set) var isClosed = false

  /// The system's description of the failed write; nil if none has failed or if the pipe was
  /// closed.
  private(set) var failure: String?

  let descriptor: CInt

  /// Whether a frame is shown below the text.
  private(set) var showsFrame = false
  /// Takes text that the frame shows before it is printed above it; returns false if it does not.
  var onText: (@MainActor (String) -> Bool)?
  /// Called after text has been written over the frame.
  var onOverwritten: (@MainActor () -> Void)?
  private var isInLine = false

  convenience init() {
    Platform.openMissingDescriptors()
    self.init(descriptor: 1)
  }

  init(descriptor: CInt) {
    self.descriptor = descriptor
    Platform.letWritesFail()
  }

  var isTerminal: Bool { Platform.isTerminal(descriptor) }

  /// Writes text, which appears above a frame.
  func write(_ text: String) {
    guard !text.isEmpty, isInLine || onText?(text) != true else { return }
    writeAbove(text)
  }

  /// Writes text that the frame does not show first.
  func writeAbove(_ text: String) {
    guard !text.isEmpty else { return }
    let isOverFrame = showsFrame
    showsFrame = false
    isInLine = text.utf8.last != UInt8(ascii: "\n")
    send(isOverFrame ? PromptFrame.erasure + text : text)
    if isOverFrame { onOverwritten?() }
  }

  // MARK: The frame

  /// Shows a frame below the text, in place of the previous one.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - lines: Whole lines that are printed above it first.
  ///   - old: The frame that the terminal shows, if its rows can be kept.
  func draw(_ frame: PromptFrame, below lines: String = "", over old: PromptFrame? = nil) {
    let cursor = frame.showsCursor == showsCursor ? "" : Self.cursor(frame.showsCursor)
    if showsFrame, lines.isEmpty, let old {
      send(cursor + frame.drawing(over: old))
    } else {
      let erasure = showsFrame ? PromptFrame.erasure : isInLine ? "\r\n" : ""
      send(cursor + erasure + lines + frame.drawing)
    }
    isInLine = false
    showsFrame = true
    showsCursor = frame.showsCursor
  }

  private var showsCursor = true

  private static func cursor(_ isVisible: Bool) -> String { "\u{1B}[?25\(isVisible ? "h" : "l")" }

  /// Erases the frame; the next text continues where it was.
  func eraseFrame() {
    if showsFrame { send(PromptFrame.erasure) }
    showsFrame = false
    if !showsCursor { send(Self.cursor(true)) }
    showsCursor = true
  }

  /// Erases the whole window, and moves to its top.
  func clearWindow() {
    send("\u{1B}[H\u{1B}[2J")
    showsFrame = false
  }

  private func send(_ text: String) {
    guard !isClosed else { return }
    var text = text
    text.withUTF8 { bytes in
      guard let error = unsafe Platform.writeBytes(descriptor, bytes) else { return }
      isClosed = true
      failure = Platform.failure(error)
    }
  }
}
