// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// What a user does, and sees.
extension UIWindow {
  // MARK: Seeing

  /// What is shown, in the notation of a back stack: `[home, a] ▸ [b]`, `{*[home] | [a]}`.
  ///
  /// The names are the titles of the controllers.
  public var picture: String { layersOfScreens.map(picture).joined(separator: " ▸ ") }

  /// The layers that are no alerts.
  private var layersOfScreens: [UIViewController] { layers.filter { !($0 is UIAlertController) } }

  /// The alerts and dialogs on the screen, each as `alert Title: Message (Button | Button!)`.
  public var alerts: [String] { layers.compactMap { ($0 as? UIAlertController)?.picture } }

  /// Leaves a dialog by a tap beside it, which UIKit does not report.
  public func leaveDialog() {
    settle()
    guard let alert = layers.last as? UIAlertController, alert.preferredStyle == .actionSheet else {
      return report("there is no dialog")
    }
    alert.dismiss(animated: true)
    settle()
  }

  /// How each layer except the first one is presented.
  public var presentations: [UIModalPresentationStyle] {
    layersOfScreens.dropFirst().map(\.modalPresentationStyle)
  }

  /// The titles of the controllers that have appeared and not disappeared.
  public var titles: [String] {
    shown.filter { $0.appearance == .appeared && !($0 is UIAlertController) }.compactMap(\.title)
  }

  /// The texts of the labels, buttons and fields on the screens that have appeared.
  public var texts: [String] {
    shown.filter { $0.appearance == .appeared && $0.shownChildren.isEmpty }
      .flatMap { texts(in: $0.view) }
  }

  private func texts(in view: UIView) -> [String] {
    switch view {
    case let label as UILabel: [label.text ?? ""]
    case let field as UITextField: [field.text ?? ""]
    case let button as UIButton: [button.title ?? ""]
    default: view.subviews.flatMap { texts(in: $0) }
    }
  }

  /// The titles in the tab bar of the topmost layer with one.
  public var tabTitles: [String] {
    let bar = innermost(UITabBarController.self) { _ in true }
    return bar?.viewControllers?.map { $0.tabBarItem.title ?? "?" } ?? []
  }

  private func picture(of controller: UIViewController) -> String {
    if let split = controller as? UISplitViewController {
      let columns = split.columnControllers.map { picture(of: $0).dropFirst().dropLast() }
      return "[\(columns.joined(separator: " ‖ "))]"
    }
    if let navigation = controller as? UINavigationController {
      return "[\(navigation.viewControllers.map { $0.title ?? "?" }.joined(separator: ", "))]"
    }
    if let bar = controller as? UITabBarController {
      let tabs = (bar.viewControllers ?? []).enumerated().map { index, tab in
        (index == bar.selectedIndex ? "*" : "") + picture(of: tab)
      }
      return "{\(tabs.joined(separator: " | "))}"
    }
    let children = controller.isViewLoaded ? controller.shownChildren : controller.children
    if let container = children.first(where: isContainer) {
      return picture(of: container)
    }
    return "[\(controller.title ?? "?")]"
  }

  private func isContainer(_ controller: UIViewController) -> Bool {
    controller.placesChildren || controller.shownChildren.contains(where: isContainer)
  }

  // MARK: Acting

  /// Swipes back, or chooses an earlier screen in the menu of the back button.
  public func swipeBack(_ count: Int = 1) {
    beginSwipeBack(count)
    finishGesture()
  }

  /// Begins to swipe back, in the top layer or in one below it.
  ///
  /// The navigation controller has the shorter stack from now on.
  public func beginSwipeBack(
    _ count: Int = 1,
    under layersAbove: Int = 0,
    inColumn column: Int? = nil
  ) {
    settle()
    let found = innermost(UINavigationController.self, under: layersAbove) { navigation in
      let split = navigation.parent as? UISplitViewController
      let index = split?.columnControllers.firstIndex { $0 === navigation } ?? 0
      return navigation.canGoBack && column.map { $0 == index } != false
    }
    guard let navigation = found else {
      return report("no screen to swipe back from")
    }
    let old = navigation.viewControllers
    gesture = change(of: [navigation], animated: true) {
      navigation.replaceStack(old.dropLast(min(count, old.count - 1)))
      navigation.willShow(true)
    } didEnd: {
      navigation.didShow(true)
    } revert: {
      navigation.replaceStack(old)
    }
  }

  /// Swipes the presented sheet away.
  public func swipeDown() {
    beginSwipeDown()
    finishGesture()
  }

  /// Begins to swipe the presented sheet away.
  public func beginSwipeDown() {
    settle()
    guard let sheet = layers.last, let presenter = sheet.ownPresenter,
      [.automatic, .formSheet, .pageSheet, .popover].contains(sheet.modalPresentationStyle),
      !sheet.isModalInPresentation,
      sheet.ownPresentation.delegate?.presentationControllerShouldDismiss(sheet.ownPresentation)
        ?? true
    else { return report("no sheet to swipe down") }
    gesture = dismiss(sheet, from: presenter, animated: true) {
      sheet.ownPresentation.delegate?.presentationControllerDidDismiss(sheet.ownPresentation)
    }
  }

  public func finishGesture() {
    if let gesture { finish(gesture) }
    settle()
  }

  public func cancelGesture() {
    if let gesture { cancel(gesture) }
    settle()
  }

  /// Taps a tab, which may be the selected one, or be in the list of "More".
  public func selectTab(_ index: Int, under layersAbove: Int = 0) {
    settle()
    let bar = innermost(UITabBarController.self, under: layersAbove) { _ in true }
    if bar?.isInMore(index) == true {
      // The first tap may show what was chosen last.
      for _ in 0..<2 where bar?.selectedIndex != NSNotFound { tapMore() }
      if bar?.selectedIndex == NSNotFound { bar?.choose(index) } else { report("no list of More") }
    } else {
      tapTab(index, under: layersAbove)
    }
    settle()
  }

  /// Taps "More".
  public func tapMore() {
    settle()
    guard let bar = innermost(UITabBarController.self, where: { $0.isInMore(4) }) else {
      return report("no More")
    }
    // Pull request 3785 of react-native-screens: the delegate is asked, too.
    let more = bar.moreNavigationController
    if tabQuestions.contains(.controller),
      bar.delegate?.tabBarController(bar, shouldSelect: more) == false
    {
      return report("More was refused")
    }
    bar.showMore()
    bar.delegate?.tabBarController(bar, didSelect: more)
    settle()
  }

  /// Makes the window so wide that all tabs have a place in the bar.
  public func widen() {
    settle()
    let layers = layers
    let bars = layers.flatMap(tree).compactMap { $0 as? UITabBarController }
    let transition = change(of: layers, animated: true) {
      for bar in bars { bar.leaveMore() }
      hasMore = false
    }
    for layer in layers { layer.viewWillTransition(to: frame.size, with: transition) }
    settle()
  }

  /// Taps a tab, and does not wait for the transitions that are under way.
  public func tapTab(_ index: Int, under layersAbove: Int = 0) {
    guard let bar = innermost(UITabBarController.self, under: layersAbove, where: { _ in true }),
      let tabs = bar.viewControllers, tabs.indices.contains(index)
    else { return report("no tab \(index)") }
    let answers = tabQuestions.map { question in
      switch question {
      case .controller: bar.delegate?.tabBarController(bar, shouldSelect: tabs[index])
      case .tab: bar.delegate?.tabBarController(bar, shouldSelectTab: UITab(tabs[index]))
      }
    }
    if answers.contains(false) { return }
    if index == bar.selectedIndex, let navigation = tabs[index] as? UINavigationController {
      navigation.setViewControllers(Array(navigation.viewControllers.prefix(1)), animated: true)
    }
    bar.selectedIndex = index
    bar.delegate?.tabBarController(bar, didSelect: tabs[index])
  }

  /// Taps a button that has appeared, or one in the navigation bar.
  public func tap(_ title: String) {
    settle()
    if let alert = layers.last as? UIAlertController {
      alert.tap(title)
      return settle()
    }
    let buttons = shown.flatMap { controls(in: $0.view) }.compactMap { $0 as? UIButton }
    if let button = buttons.first(where: { $0.title == title }) {
      button.send(.primaryActionTriggered)
    } else if let item = barItems.last(where: { $0.title == title }) {
      item.primaryAction?.perform(from: item)
    } else {
      return report("no button \(title)")
    }
    settle()
  }

  /// Pulls a table down, to refresh it.
  public func pullDown() {
    settle()
    guard let refresh = tables.last?.refreshControl else { return report("no table to refresh") }
    if refresh.isRefreshing { return }
    refresh.beginRefreshing()
    refresh.send(.valueChanged)
    settle()
  }

  /// Taps a row of a table.
  public func tap(row: Int) {
    settle()
    guard let table = tables.last, table.isOnScreen(row) else { return report("no row \(row)") }
    table.delegate?.tableView(table, didSelectRowAt: IndexPath(row: row, section: 0))
    settle()
  }

  /// Scrolls a table until this row is the first one on the screen.
  public func scroll(toRow row: Int) {
    settle()
    tables.last?.scroll(toRow: row)
    settle()
  }

  /// The tables that have appeared.
  private var tables: [UITableView] { shown.flatMap { views(in: $0.view) } }

  private func views<View: UIView>(in view: UIView) -> [View] {
    ((view as? View).map { [$0] } ?? []) + view.subviews.flatMap { views(in: $0) }
  }

  /// Types a text into the field with this placeholder, replacing the old one.
  public func type(_ text: String, into placeholder: String) {
    settle()
    let fields = shown.flatMap { controls(in: $0.view) }.compactMap { $0 as? UITextField }
    guard let field = fields.last(where: { $0.placeholder == placeholder }) else {
      return report("no field \(placeholder)")
    }
    field.text = text
    field.send(.editingChanged)
    settle()
  }

  private func controls(in view: UIView) -> [UIControl] {
    ((view as? UIControl).map { [$0] } ?? []) + view.subviews.flatMap(controls)
  }

  /// The buttons in the navigation bars of the controllers that have appeared.
  private var barItems: [UIBarButtonItem] {
    shown.filter { $0.parent is UINavigationController }
      .compactMap(\.navigationItem.rightBarButtonItem)
  }

  private func innermost<Controller: UIViewController>(
    _ type: Controller.Type,
    under layersAbove: Int = 0,
    where isWanted: (Controller) -> Bool
  ) -> Controller? {
    let layers = layers
    let above = layers.suffix(layersAbove)
    if !above.allSatisfy({ $0.sheetPresentationController?.letsUserUseBelow == true }) {
      report("what is presented does not let the user use the screen below")
    }
    let all = layers.dropLast(layersAbove).last.map(tree) ?? []
    return all.last { ($0 as? Controller).map(isWanted) == true } as? Controller
  }
}

extension UINavigationController {
  var canGoBack: Bool { viewControllers.count > 1 && !isNavigationBarHidden }
}

extension UIWindow {
  /// Dismisses a controller, and all that are presented above it.
  @discardableResult
  func dismiss(
    _ presented: UIViewController,
    from presenter: UIViewController,
    animated: Bool,
    didEnd: @escaping () -> Void
  ) -> StubTransition {
    var left: [UIViewController] = []
    var next: UIViewController? = presented
    while let controller = next {
      left.append(controller)
      next = controller.ownPresented
    }
    return change(of: [presenter] + left, animated: animated) {
      for controller in left { controller.isDismissed = true }
    } didDisappear: {
      for controller in left {
        controller.ownPresenter?.ownPresented = nil
        controller.ownPresenter = nil
        controller.isDismissed = false
      }
    } didEnd: {
      didEnd()
    } revert: {
      for controller in left { controller.isDismissed = false }
    }
  }
}
