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
  private var drawnSize: WindowSize?

  /// How long the bytes of one sequence may be apart, in milliseconds: shorter than a person needs for
  /// another key, and longer than a network needs.
  private static let pauseAfterEscape: CInt = 50

  /// The lines of the screen, without control characters.
  var screen: [String] = [] {
    didSet { if screen != oldValue { refresh() } }
  }

  /// Returns the panel for the lines of the screen; nil if there is none.
  var makePanel: @MainActor ([String]) -> Panel? = { _ in nil } {
    didSet { refresh() }
  }
  /// Whether a window that is large enough shows the panel.
  var showsPanel = true {
    didSet { refresh() }
  }
  /// Whether the panel stays as it is, because one app replaces another.
  var keepsPanel = false
  private var panel: Panel?
  private var isPanelOutdated = true
  /// The text below the panel.
  private var latest = LatestText()
  private let style: TerminalStyle

  /// The bytes that `next()` waits for.
  private var arrival: OneShot<[UInt8]?>?
  /// The read of the terminal that has not returned, such as while ``play(_:pauses:)`` types.
  private var read: Task<[UInt8]?, Never>?
  private var typist: Task<Void, Never>?
  /// Whether the next key only ends ``play(_:pauses:)``.
  private var ignoresKey = false

  /// Called at the beginning and after each change of the window, before it is drawn.
  var onResize: @MainActor (WindowSize) -> Void = { _ in }

  /// Returns the lines that the text in front of the cursor can become.
  var completions: @MainActor (String) -> [String] = { _ in [] }

  init(_ input: StandardInput, _ output: StandardOutput, style: TerminalStyle) {
    self.input = input
    self.output = output
    self.style = style
  }

  // MARK: Begin and end

  /// Takes over the terminal.
  func begin() async {
    await TerminationSignal.listen()
    listeners = [
      listener(.windowChanged) { prompt in
        prompt.onResize(prompt.size)
        prompt.updatePanel()
        prompt.draw(again: true)
      },
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
    typist?.cancel()
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
    output.onText = { [weak self] in self?.take($0) ?? false }
    Platform.startReadingKeys(input.descriptor, output: output.descriptor)
    onResize(size)
    updatePanel()
    draw(again: true)
  }

  private func release() {
    output.onOverwritten = nil
    output.onText = nil
    output.eraseFrame()
    output.write(latest.removeAll())
    Platform.stopReadingKeys(input.descriptor)
  }

  // MARK: Reading

  /// Shows the prompt, and returns the next line; nil after Ctrl-D or at the end of the input.
  func next() async -> String? {
    isReading = true
    defer { isReading = false }
    // Erases what a `print` has written over the frame.
    drawn = nil
    while true {
      if let line = entered.popFirst() {
        latest.beginCommand()
        return line
      }
      switch applyKeys() {
      case .entered(let lines): entered = lines[...]
      case .endOfInput: return nil
      case .edited, .clearWindow:
        updatePanel()
        draw()
        if keys.endsInDoubt, await !input.hasBytes(within: Self.pauseAfterEscape) {
          let escape = keys.takeEscape()
          if !ignoresKey { _ = editor.apply(escape) }
          ignoresKey = false
        } else {
          guard let bytes = await bytes() else { return nil }
          keys.append(bytes)
        }
      }
    }
  }

  /// Empties the line that is being typed, and ends ``play(_:pauses:)``; returns whether there was
  /// anything to end.
  func clearLine() -> Bool {
    guard isReading, typist != nil || keys.isIncomplete || !editor.text.isEmpty else {
      return false
    }
    interruptPlaying()
    keys = KeyDecoder()
    ignoresKey = false
    editor.clear()
    draw()
    return true
  }

  /// Waits for bytes from the terminal or from ``play(_:pauses:)``.
  private func bytes() async -> [UInt8]? {
    let arrival = OneShot<[UInt8]?>()
    self.arrival = arrival
    let input = input
    let read = read ?? Task { @MainActor in await input.read() }
    self.read = read
    Task { @MainActor in
      let bytes = await read.value
      guard arrival.settle(bytes) else { return }
      self.read = nil
      if bytes != nil { self.ignoresKey = self.interruptPlaying() }
    }
    return await arrival.wait()
  }

  /// Ends ``play(_:pauses:)`` because the user has pressed a key; returns whether it was running.
  @discardableResult
  private func interruptPlaying() -> Bool {
    guard typist != nil else { return false }
    stopPlaying()
    output.write("stopped  a key has ended the typing\n")
    return true
  }

  private func stopPlaying() {
    guard let typist else { return }
    typist.cancel()
    self.typist = nil
    editor.clear()
  }

  /// Types lines one after the other, as a person would, until the user presses a key.
  ///
  /// This key does nothing else. A pause factor of zero types at once.
  func play(_ lines: [String], pauses factor: Double = 1) {
    stopPlaying()
    typist = Task { @MainActor [weak self] in
      for line in lines {
        // Time to look at what the last line has changed.
        guard (try? await Task.sleep(for: .seconds(0.8 * factor))) != nil else { return }
        for key in line + "\r" {
          let pause = key == "\r" ? 0.3 : 0.02
          guard (try? await Task.sleep(for: .seconds(pause * factor))) != nil else { return }
          // A command may be running.
          while let self, !self.press(key) {
            guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { return }
          }
        }
      }
      // Another script may have replaced this one.
      if !Task.isCancelled { self?.typist = nil }
    }
  }

  private func press(_ key: Character) -> Bool {
    isReading && arrival?.settle([UInt8]("\(key)".utf8)) == true
  }

  /// Applies keys up to the one that enters a line or ends the input.
  private func applyKeys() -> LineEditor.Reaction {
    while let key = keys.next() {
      if ignoresKey {
        ignoresKey = false
        continue
      }
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

  /// Draws the panel again, too.
  func refresh() {
    isPanelOutdated = true
    queueDraw()
  }

  /// Draws in a later job, so that a command that changes the screen several times draws once.
  private func queueDraw() {
    guard isRunning, !isDrawQueued else { return }
    isDrawQueued = true
    Task { @MainActor [weak self] in
      self?.isDrawQueued = false
      self?.updatePanel()
      self?.draw()
    }
  }

  /// Not while text is written, which may happen inside a transition.
  private func updatePanel() {
    guard isRunning, isPanelOutdated, !keepsPanel else { return }
    isPanelOutdated = false
    // Made even if it is off, because the maker collects what has happened since the last one.
    let new = makePanel(screen)
    panel = showsPanel ? new : nil
  }

  private func draw(again: Bool = false) {
    guard isRunning else { return }
    let size = size
    let editor = isReading ? editor : nil
    let frame: PromptFrame
    let printed: String
    if let panel = panelRows(size) {
      let text: [String]
      // All rows of the window, so that the panel stays where it is. Three rows for completions.
      let room = size.rows - 2 - panel.count - (editor?.candidates.isEmpty == false ? 3 : 0)
      (text, printed) = latest.fit(rows: room, columns: size.columns)
      frame = PromptFrame(editor, panel: panel, text: text, size: size)
    } else {
      printed = latest.removeAll()
      frame = PromptFrame(editor, screen: screen, size: size)
    }
    if again || frame != drawn || !output.showsFrame || !printed.isEmpty {
      let canKeepRows = !again && size == drawnSize && !frame.showsCursor
      output.draw(frame, below: printed, over: canKeepRows ? drawn : nil)
    }
    drawn = frame
    drawnSize = size
  }

  var size: WindowSize {
    Platform.windowSize(output.descriptor) ?? WindowSize(columns: 80, rows: 24)
  }

  /// Returns the rows of the panel; nil if it is off or the window is too small.
  private func panelRows(_ size: WindowSize) -> [String]? {
    guard Panel.lack(of: size) == nil else { return nil }
    // One row stays above the frame, and one is for the prompt.
    let limit = size.rows - 2 - LatestText.leastRows
    return panel?.rows(columns: size.columns, limit: limit, style: style)
  }

  /// Takes text that is shown below the panel; returns false if it is printed above instead.
  private func take(_ text: String) -> Bool {
    let size = size
    guard panelRows(size) != nil else { return false }
    if latest.append(text, columns: size.columns) {
      draw()
      return true
    }
    // In order.
    output.writeAbove(latest.removeAll())
    return false
  }
}
