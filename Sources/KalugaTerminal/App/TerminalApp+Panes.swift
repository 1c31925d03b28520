import KalugaArchitecture

// What is shown: the top screen, and the list beside it.
extension TerminalApp {
  /// The description of the top screen, together with that of the list beside it.
  var shownScreen: ShownScreen? { screen(of: panes) }

  /// Returns one description of what is shown side by side, the top screen first.
  ///
  /// The commands of the top screen are first, so that they replace those of the list.
  func screen(of panes: [(name: String, screen: ShownScreen)]) -> ShownScreen? {
    guard let top = panes.first?.screen else { return nil }
    let detail = asking(top)
    guard let columns, let list = panes.dropFirst().first?.screen else { return detail }
    let lines = InitializedObservable { [list = list.lines, detail = detail.lines] in
      TwoColumns(left: list.current, right: detail.current).rows(columns: columns)
    }
    return ShownScreen(lines: lines, commands: detail.commands + list.commands)
  }

  /// Whether a list is shown beside its detail.
  var showsPanes: Bool { shownEntries.count > 1 }

  /// The names and descriptions of the screens that are shown side by side, the top one first.
  var panes: [(name: String, screen: ShownScreen)] {
    shownEntries.compactMap { entry in
      driver.viewModel(of: entry.id).map { viewModel in
        (entry.destination.screenName, describe(viewModel, named: entry.destination.screenName))
      }
    }
  }

  /// The screens on top of the panes of the top layer, the detail first.
  var shownEntries: [BackStack<Destination>.Entry] {
    let stack = driver.stack.current
    let layers = stack.layers
    return stack.panes(of: layers[layers.count - 1].path).reversed().compactMap(\.last)
  }

  private func describe(_ viewModel: BaseLifecycleViewModel, named name: String) -> ShownScreen {
    for kind in kinds {
      if let screen = kind(viewModel) { return screen }
    }
    return ShownScreen(lines: InitializedObservable(wrappedValue: [name]), commands: [])
  }

  /// Adds the question that is asked to the lines of a screen.
  private func asking(_ screen: ShownScreen) -> ShownScreen {
    let lines = InitializedObservable { [driver, lines = screen.lines] in
      lines.current + (driver.shownQuestion?.asked.question.lines ?? [])
    }
    return ShownScreen(lines: lines, commands: screen.commands)
  }
}

extension Question {
  /// What the user sees of the question: its texts, and how each choice is typed.
  fileprivate var lines: [String] {
    ["question: \([title, message].filter { !$0.isEmpty }.joined(separator: " "))"]
      + choices.map { "`answer \($0.name)`: \($0.title)" }
  }
}
