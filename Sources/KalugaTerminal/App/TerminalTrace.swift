import KalugaArchitecture

/// Prints what the architecture does: plain lines that begin with `·`.
///
///     · stage    HomeViewModel resumed
///     · task     tick launched in HomeViewModel.resumed
///     · alive    HomeViewModel: 3 observers; tasks: tick
///
/// Events arrive on any thread. They are kept, and printed in order before the next transition or
/// prompt, so that the output is not interrupted in the middle of a line.
@MainActor
final class TerminalTrace {
  private let output: any TextSink
  private let style: TerminalStyle
  private let events = Lock<[ArchitectureEvent]>([])
  private var listening: (any Disposable)?
  private var printed: Set<String> = []

  init(output: any TextSink, style: TerminalStyle) {
    self.output = output
    self.style = style
  }

  deinit {
    listening?.dispose()
  }

  var isOn: Bool {
    get { listening != nil }
    set {
      guard newValue != isOn else { return }
      printEvents()
      listening?.dispose()
      listening =
        newValue
        ? ArchitectureEvents.listen { [weak self] event in
          self?.events.withLock { $0.append(event) }
        } : nil
      printed = []
    }
  }

  /// Prints the events that have arrived since the last call.
  func printEvents() {
    let new = events.withLock { events in
      defer { events = [] }
      return events
    }
    for event in new {
      // The app prints transitions in any case.
      if case .transition = event { continue }
      print("\(event)")
    }
  }

  /// Prints the events, and the observers and tasks of each screen that has changed since the last
  /// call.
  func print(_ viewModels: [BaseLifecycleViewModel]) {
    printEvents()
    let lines = viewModels.map(Self.line)
    for line in lines where !printed.contains(line) { print(line) }
    printed = Set(lines)
  }

  private func print(_ line: String) {
    output.writeLine(style.apply(.faint, to: "· \(line.escapingControlCharacters())"))
  }

  private static func line(_ viewModel: BaseLifecycleViewModel) -> String {
    let observers = viewModel.storedValues.compactMap { $0.value as? any InspectableObservable }
      .map(\.observerCount).reduce(0, +)
    let names = viewModel.scope.runningNames
    return
      "alive    \(type(of: viewModel)): \(observers) \(observers == 1 ? "observer" : "observers")"
      + "; tasks: \(names.isEmpty ? "none" : names.joined(separator: ", "))"
  }
}
