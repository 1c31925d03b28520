import KalugaArchitecture

extension TerminalApp {
  /// The state of the whole app, one value per line: the stack, its screens with the stages and
  /// stored values of their view models, and the lines that are shown.
  package var stateText: String {
    var lines = ["stack: \(driver.picture)"]
    for entry in driver.stack.current.entries {
      lines.append("screen: \(entry.destination)")
      for viewModel in driver.viewModel(of: entry.id)?.family ?? [] {
        lines.append("\(type(of: viewModel)): \(viewModel.stage.current)")
        lines += viewModel.storedTexts.flatMap(\.lines)
      }
    }
    lines += shownLines.map { "shown: \($0)" }
    return lines.map { "\($0.escapingControlCharacters())\n" }.joined()
  }

  var shownLines: [String] { shownScreen?.lines.current ?? [] }

  /// Whether the app's output is discarded.
  var isMuted: Bool {
    get { appOutput.isMuted }
    set { appOutput.isMuted = newValue }
  }
}
