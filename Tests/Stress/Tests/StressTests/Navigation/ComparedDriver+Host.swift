import KalugaArchitecture
import KalugaArchitectureTestUtils

// The user, and the reports of a host, which may be about something that is gone.
extension ComparedDriver {
  /// Does something that the user or the host can do.
  func report(_ dice: inout SeededRandom) throws {
    learnScreens()
    learnHandlers()
    let layers = driver.stack.current.layers
    let known = screens.keys.sorted { $0.rawValue < $1.rawValue }
    /// Returns one of these, or something else, which is probably gone.
    func id(_ likely: [BackStackEntryID]) -> BackStackEntryID {
      let ids = dice.isTrue(60) && !likely.isEmpty ? likely : known
      return ids[dice.below(ids.count)]
    }
    switch dice.below(8) {
    case 0: try goBack()
    case 1: try dismiss(id(layers.dropFirst().map(\.id)))
    case 2, 3: try select(id(layers.filter { $0.tabs.count > 1 }.flatMap(\.tabs).map { $0[0].id }))
    case 4:
      let path = dice.isTrue(60) ? layers[layers.count - 1].path : paths[dice.below(paths.count)]
      let start = dice.isTrue(50) ? layers[layers.count - 1].startOfDetail ?? 0 : 0
      let pane = path.dropFirst(start)
      try show(Array(pane.prefix(dice.below(pane.count + 1))))
    case 5, 6: try changeWidth()
    default: decideLater(&dice)
    }
  }

  /// Lets a back handler, or the app on a second tap, decide otherwise from now on.
  private func decideLater(_ dice: inout SeededRandom) {
    interceptsReselect = dice.isTrue(40)
    screens[model.screens[dice.below(model.screens.count)].id]?.intercepts.toggle()
  }

  /// Tells the model which back handlers intercept, including those of the stack inside a screen.
  private func learnHandlers() {
    model.changeScreens { screen in
      let viewModel = screens[screen.id]
      let nested = lives.nested(in: viewModel)
      nested?.learnHandlers()
      let isNestedIntercepted = nested?.model.screens.contains(where: \.intercepts) == true
      screen.intercepts = viewModel?.intercepts == true || isNestedIntercepted
    }
  }

  /// The driver that goes back, if no question is asked: the own stack of the screen on top of the
  /// detail, if it can, and else of the list, unless the detail has a screen to leave.
  private var innermost: ComparedDriver {
    guard model.asked == nil else { return self }
    for pane in model.panes(of: model.levels.count - 1) {
      let top = pane.last.flatMap { driver.viewModel(of: $0.id) }
      if let nested = lives.nested(in: top), nested.model.canGoBack { return nested }
      if pane.count > 1 { return self }
    }
    return self
  }

  private func goBack() throws {
    let driver = driver
    try innermost.compareAnswer("back") { model throws(NavigationModel.Refusal) in
      try model.back()
    } _: { () throws(NavigationError) in
      try driver.back() != nil
    }
    try compare("back")
  }

  func changeWidth() throws {
    driver.isWide.toggle()
    model.isWide.toggle()
    try compare("the host is \(driver.isWide ? "wide" : "narrow")")
  }

  private func dismiss(_ id: BackStackEntryID) throws {
    try compareAnswer("dismissal of \(id)") { model throws(NavigationModel.Refusal) in
      try model.hostDidDismiss(id)
    } _: { () throws(NavigationError) in
      try driver.hostDidDismiss(id) != nil
    }
  }

  private func select(_ id: BackStackEntryID) throws {
    let before = driver.stack.current
    try model.hostDidSelect(id, isReselectIntercepted: interceptsReselect)
    driver.hostDidSelect(id)
    try compare("selection of \(id) on \(before)")
  }

  private func show(_ path: [BackStack<Destination>.Entry]) throws {
    let before = driver.stack.current
    try model.hostDidShow(path.map(\.id))
    driver.hostDidShow(path)
    try compare("report of \(path.map(\.id)) on \(before)")
  }

  /// Compares whether a report is refused, or intercepted by a handler, and the stack after it.
  private func compareAnswer(
    _ text: String,
    _ ask: (inout NavigationModel) throws(NavigationModel.Refusal) -> Bool,
    _ report: () throws(NavigationError) -> Bool
  ) throws {
    let place = "\(text) on \(driver.stack.current)"
    let expected = try? ask(&model)
    let found = try? report()
    try check(found == expected, "\(place): \(String(describing: found))")
    try compare(place)
  }
}
