#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The two roles of a driver: it is the host of the stacks nested in its screens, and it may itself
// be nested in a screen.
extension StackDriver {
  /// Whether the driver belongs to a view model, which starts it and sets the state of its host.
  package var isNested: Bool { nest != nil }

  /// Whether another driver shows the view model to which this one belongs.
  package var isInScreen: Bool { outer != nil }

  /// The driver in one of whose screens this one is nested, or nil.
  var outer: StackDriver? { nest?.screenHost }

  /// The view or controller that shows the driver around this one.
  package var outerHost: AnyObject? { outer?.host }

  /// The screen of the outer driver in which this one is nested, or nil.
  var outermostScreen: BaseLifecycleViewModel? { nest?.outermost }

  /// Whether a screen has nested stacks, which the description of the stack then shows.
  var hasNestedStacks: Bool {
    current.entries.contains { viewModel(for: $0.id)?.nestedStacks.isEmpty == false }
  }

  /// Whether the screen has nested stacks that a host draws in the view of the screen.
  package func hasStackInPlace(in id: BackStackEntryID) -> Bool {
    viewModel(for: id)?.nestedStacks.isEmpty == false && stackInPath(of: id) == nil
  }

  /// The driver whose screens a host draws in the path of this screen, or nil.
  package func stackInPath(of id: BackStackEntryID) -> StackDriver? {
    guard let stacks = viewModel(for: id)?.nestedStacks, stacks.count == 1,
      stacks[0].place == .inOuterPath
    else { return nil }
    let nested = stacks[0].driver
    return nested.isStarted && nested.current.layers[0].tabs.count == 1 ? nested : nil
  }

  /// The views or controllers that show the drivers nested in this screen.
  package func nestedHosts(in id: BackStackEntryID) -> [AnyObject] {
    nestedDrivers(in: id).compactMap(\.host)
  }

  /// The screen of the outer driver in whose path a host draws the screens of this one, or nil.
  package var outerScreenInPath: BackStackEntryID? {
    guard let screen = outermostScreen, let id = outer?.entryID(of: screen),
      outer?.stackInPath(of: id) === self
    else { return nil }
    return id
  }

  /// Whether a host draws screens above the first one of the lowest layer.
  package var hasPushedScreens: Bool {
    let path = current.layers[0].path
    return path.count > 1 || path.contains { stackInPath(of: $0.id)?.hasPushedScreens == true }
  }

  /// Returns the drivers nested in a screen that have started and not ended, newest first.
  func nestedDrivers(in id: BackStackEntryID) -> [StackDriver] {
    viewModel(for: id)?.nestedDrivers.reversed() ?? []
  }

  /// The screens of a layer, for test utilities that compute their stages themselves.
  package struct LayerScreens {
    package let style: PresentationStyle?
    package let covering: PresentationCovering?
    /// Whether the host shows a list and its detail side by side.
    package let isWide: Bool
    /// The screens of the shown path, each nil if it was not made.
    package let path: [(screen: BaseLifecycleViewModel?, isDetail: Bool)]
    /// The screens of hidden tabs.
    package let hidden: [BaseLifecycleViewModel?]
  }

  /// The screens of each layer, lowest layer first.
  package var layerScreens: [LayerScreens] {
    stackSubject.current.layers.map { layer in
      LayerScreens(
        style: layer.style,
        covering: layer.covering,
        isWide: isHostWide,
        path: layer.path.map { (viewModel(for: $0.id), $0.destination.isDetail) },
        hidden: layer.entries.dropLast(layer.path.count).map { viewModel(for: $0.id) }
      )
    }
  }

  package var viewModels: [BaseLifecycleViewModel] {
    stackSubject.current.entries.compactMap { viewModel(for: $0.id) }
  }

  /// The drivers nested in the shown screen and in the list beside it, newest first in each.
  func nestedInPanes(of stack: ErasedStack) -> [StackDriver] {
    stack.panes(of: stack.layers.count - 1).compactMap(\.last).flatMap { nestedDrivers(in: $0.id) }
  }

  /// The view models of the stack and of the stacks nested in it.
  var allScreens: [BaseLifecycleViewModel] {
    stackSubject.current.entries.flatMap { viewModels(in: $0.id) }
  }

  /// The names of all screens on the stack, those of nested stacks included.
  package var screenNames: [String] {
    stackSubject.current.entries.flatMap { entry in
      [entry.destination.screenName] + nestedDrivers(in: entry.id).flatMap { $0.screenNames }
    }
  }

  /// Describes the stack, together with the stacks nested in its screens.
  package var picture: String {
    stackSubject.current.picture { entry in
      let name = entry.destination.screenName
      let nested = nestedDrivers(in: entry.id).reversed().map(\.picture)
      return nested.isEmpty ? name : "\(name)(\(nested.joined(separator: ", ")))"
    }
  }

  /// The driver around all others, or this one if it is not nested.
  var outermost: StackDriver { outer?.outermost ?? self }

  /// Describes the outermost stack, together with all stacks nested in its screens.
  var outermostPicture: String { outermost.picture }

  /// The top entry of this stack, and those of the newest stacks nested in it.
  var shownEntries: [ErasedStack.Entry] {
    let top = stackSubject.current.top
    return [top] + (nestedDrivers(in: top.id).first?.shownEntries ?? [])
  }

  /// Whether this stack, or a stack nested in a screen on top of its panes, has a question to leave or a
  /// screen to go back to.
  var hasWayBack: Bool {
    let stack = stackSubject.current
    // Stacks may be nested later.
    NestedStack.trackChanges()
    if isEnded { return false }
    if stack.question != nil || stack.layers.count > 1 { return true }
    return stack.panes(of: 0).contains { pane in
      pane.count > 1 || nestedDrivers(in: pane[0].id).contains(where: \.hasWayBack)
    }
  }

  // MARK: Saved stacks

  /// Returns the data that an earlier process has saved for a nested stack of the screen, and
  /// forgets it.
  func takeSavedStack(_ name: String, in screen: BaseLifecycleViewModel) -> Data? {
    guard let id = entryID(of: screen), screens[id]?.savedStacks[name]?.isEmpty == false
    else { return nil }
    return screens[id]?.savedStacks[name]?.removeFirst()
  }

  /// Returns the data of the stacks nested in a screen, by name.
  ///
  /// Stacks with the same name are in the order in which they were added.
  func savedStacks(in record: ScreenRecord) -> [String: [Data]] {
    var saved: [String: [Data]] = [:]
    for stack in record.viewModel?.nestedStacks ?? [] where stack.driver.isStarted {
      saved[stack.name, default: []].append(stack.dataToSave())
    }
    // Keep the data of an earlier process that no nested stack has taken yet.
    for (name, stacks) in record.savedStacks where !stacks.isEmpty {
      saved[name, default: []] += stacks
    }
    return saved
  }
}

extension BaseLifecycleViewModel {
  /// The driver that shows this view model, or the screen of which it is a descendant.
  ///
  /// Nil if no driver does.
  var screenHost: StackDriver? { outermost.owner as? StackDriver }

  /// Returns whether a driver shows this view model, itself or around a nested stack.
  func isShown(by driver: StackDriver) -> Bool {
    var host = screenHost
    while let current = host, current !== driver { host = current.outer }
    return host != nil
  }

  /// The drivers nested in this view model that have started and not ended, oldest first.
  package var nestedDrivers: [StackDriver] { nestedStacks.map(\.driver).filter(\.isStarted) }

  /// The nested stacks of this view model and its descendants, in the order in which they were
  /// added.
  var nestedStacks: [NestedStack] {
    guard !children.isEmpty else { return [] }
    return family(\.children).compactMap { $0 as? NestedStack }.sorted { $0.number < $1.number }
  }
}
