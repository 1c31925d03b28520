import KalugaArchitecture

/// The prompt of an interactive session on a terminal: reads keys, and draws the line that they
/// edit together with the screen.
///
/// Text that is written to the output appears above the prompt.
@MainActor
final class LivePrompt: LineSource {
  private let input: StandardInput
  private let output: StandardOutput
  private var keys = KeyDecoder()
  private var editor = LineEditor()
  /// Lines that were entered together, and have not been returned yet.
  private var entered: ArraySlice<String> = []

  /// The prompts that have taken over a terminal.
  private static var running: [LivePrompt] = []

  private var listeners: [SignalListener] = []
  private var isRunning = false
  private var isReading = false
  private var isDrawQueued = false
  private var drawn: PromptFrame?

  /// How long the bytes of one sequence may be apart, in milliseconds.
  ///
  /// Shorter than a person needs for another key, and longer than a network needs to deliver the
  /// parts of a sequence.
  private static let pauseAfterEscape: CInt = 50

  /// The lines of the screen, without control characters.
  var screen: [String] = [] {
    didSet { if screen != oldValue { queueDraw() } }
  }

  /// Returns the lines that the text in front of the cursor can become.
  var completions: @MainActor (String) -> [String] = { _ in [] }

  init(_ input: StandardInput, _ output: StandardOutput) {
    self.input = input
    self.output = output
  }

  // MARK: Begin and end

  /// Takes over the terminal.
  func begin() async {
    await TerminationSignal.listen()
    listeners = [
      listener(.windowChanged) { $0.draw(again: true) },
      listener(.suspended) { $0.suspend() },
      listener(.continued) { $0.resume() },
    ]
    for listener in listeners { await listener.listening() }
    isRunning = true
    Self.running.append(self)
    resume()
  }

  /// Gives the terminal back as it was.
  func end() {
    isRunning = false
    Self.running.removeAll { $0 === self }
    for listener in listeners { listener.stop() }
    listeners = []
    editor.clear()
    release()
  }

  /// Gives all terminals back, because the process ends.
  static func endAll() {
    for prompt in running { prompt.end() }
  }

  private func listener(
    _ signal: ProcessSignal,
    _ action: @escaping @MainActor (LivePrompt) -> Void
  ) -> SignalListener {
    SignalListener(signal) { [weak self] in
      Task { @MainActor in
        if let self, self.isRunning { action(self) }
      }
    }
  }

  /// Stops the process, as Ctrl-Z does with a program that does not listen.
  private func suspend() {
    release()
    if !Platform.stopProcess() { resume() }
  }

  private func resume() {
    output.onOverwritten = { [weak self] in self?.queueDraw() }
    Platform.startReadingKeys(input.descriptor, output: output.descriptor)
    draw(again: true)
  }

  private func release() {
    output.onOverwritten = nil
    output.eraseFrame()
    Platform.stopReadingKeys(input.descriptor)
  }

  // MARK: Reading

  /// Shows the prompt, and returns the next line; nil after Ctrl-D or at the end of the input.
  func next() async -> String? {
    isReading = true
    defer { isReading = false }
    while true {
      if let line = entered.popFirst() { return line }
      switch applyKeys() {
      case .entered(let lines): entered = lines[...]
      case .endOfInput: return nil
      case .edited, .clearWindow:
        draw()
        if keys.endsInDoubt, await !input.hasBytes(within: Self.pauseAfterEscape) {
          _ = editor.apply(keys.takeEscape())
        } else {
          guard let bytes = await input.read() else { return nil }
          keys.append(bytes)
        }
      }
    }
  }

  /// Empties the line that is being typed, and draws the prompt.
  ///
  /// - Returns: Whether something was typed.
  func clearLine() -> Bool {
    guard isReading, keys.isIncomplete || !editor.text.isEmpty else { return false }
    keys = KeyDecoder()
    editor.clear()
    draw()
    return true
  }

  /// Applies keys up to the one that enters a line or ends the input.
  private func applyKeys() -> LineEditor.Reaction {
    while let key = keys.next() {
      let reaction = editor.apply(key) { completions($0) }
      switch reaction {
      case .edited: break
      case .clearWindow: output.clearWindow()
      case .entered, .endOfInput: return reaction
      }
    }
    return .edited
  }

  // MARK: Drawing

  /// Draws in a later job, so that a command that changes the screen several times draws once.
  private func queueDraw() {
    guard isRunning, !isDrawQueued else { return }
    isDrawQueued = true
    Task { @MainActor [weak self] in
      self?.isDrawQueued = false
      self?.draw()
    }
  }

  private var size: WindowSize {
    Platform.windowSize(output.descriptor) ?? WindowSize(columns: 80, rows: 24)
  }

  /// The width of the window.
  var columns: Int { size.columns }

  private func draw(again: Bool = false) {
    guard isRunning else { return }
    let frame = PromptFrame(isReading ? editor : nil, screen: screen, size: size)
    if again || frame != drawn || !output.showsFrame { output.draw(frame) }
    drawn = frame
  }
}
