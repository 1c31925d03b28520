import KalugaArchitecture

extension TerminalApp {
  /// The state of the whole app, one value per line: the stack, its screens with the values that
  /// their view models store, and the lines that are shown.
  package var stateText: String {
    var lines = ["stack: \(driver.picture)"]
    for entry in driver.stack.current.entries {
      lines.append("screen: \(entry.destination)")
      for viewModel in driver.viewModel(of: entry.id)?.family ?? [] {
        lines += viewModel.stateLines
      }
    }
    lines += shownLines.map { "shown: \($0)" }
    return lines.map { "\($0.escapingControlCharacters())\n" }.joined()
  }

  var shownLines: [String] { shownScreen?.lines.lines.current ?? [] }

  /// Whether the app's output is discarded.
  var isMuted: Bool {
    get { appOutput.isMuted }
    set { appOutput.isMuted = newValue }
  }
}

extension BaseLifecycleViewModel {
  /// The stage, and the values of the observables and stores that subclasses store.
  fileprivate var stateLines: [String] {
    ["\(type(of: self)): \(stage.current)"] + storedTexts.flatMap(\.lines)
  }
}
