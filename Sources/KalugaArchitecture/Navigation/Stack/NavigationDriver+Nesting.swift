#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The two roles of a driver: it is the host of the stacks nested in its screens, and it may itself
// be nested in a screen.
extension NavigationDriver: ScreenHost {
  var outer: (any ScreenHost)? { nest?.screenHost }

  var screen: BaseLifecycleViewModel? { nest?.outermost }

  var outermostPicture: String { outer?.outermostPicture ?? picture }

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

  /// Whether the screen has nested stacks, which a host draws in the view of the screen.
  package func hasNestedStack(in id: BackStackEntryID) -> Bool {
    viewModel(of: id)?.nestedStacks.isEmpty == false
  }

  /// Whether a screen has nested stacks, which the description of the stack then shows.
  var hasNestedStacks: Bool { untrackedStack.entries.contains { hasNestedStack(in: $0.id) } }

  /// Makes the screens for a host that is going to appear, and resumes none.
  ///
  /// A driver that has started stays as it is.
  package func startInHost() {
    if let nest {
      nest.start()
    } else if life == .created {
      hostState = .background
      start()
    }
  }

  /// Reports a pushed screen that is, or is above, one with a nested stack, for a host that cannot
  /// show a stack inside another.
  package func reportPushedStack(in screen: HostedScreen<Destination>) {
    screen.viewModel.report(
      ArchitectureDiagnostic(
        .pushedStack,
        "the screen \(screen.destination.screenName) has no back button and no swipe back: it or a screen "
          + "under it has a nested stack, and SwiftUI cannot show a stack inside another. Nest a stack "
          + "in the first screen of a tab or of a presented stack, and push onto the nested one."
      )
    )
  }

  /// Returns the drivers nested in a screen that have started and not ended, newest first.
  func nestedDrivers(in id: BackStackEntryID) -> [any NestedDriver] {
    guard let stacks = viewModel(of: id)?.nestedStacks else { return [] }
    return stacks.reversed().map(\.driver).filter(\.isStarted)
  }
}

extension NavigationDriver: NestedDriver {
  /// Whether the driver belongs to a view model, which starts it and sets the state of its host.
  package var isNested: Bool { nest != nil }

  /// The view or controller that shows the driver around this one.
  package var outerHost: AnyObject? { outer?.host }

  var isStarted: Bool { life == .started }

  package var viewModels: [BaseLifecycleViewModel] {
    stackSubject.current.entries.compactMap { viewModel(of: $0.id) }
  }

  var allScreens: [BaseLifecycleViewModel] {
    stackSubject.current.entries.flatMap { viewModels(in: $0.id) }
  }

  /// The names of all screens on the stack, those of nested stacks included.
  package var screenNames: [String] {
    stackSubject.current.entries.flatMap { entry in
      [entry.destination.screenName] + nestedDrivers(in: entry.id).flatMap { $0.screenNames }
    }
  }

  package var picture: String {
    stackSubject.current.picture { entry in
      let name = entry.destination.screenName
      let nested = nestedDrivers(in: entry.id).reversed().map(\.picture)
      return nested.isEmpty ? name : "\(name)(\(nested.joined(separator: ", ")))"
    }
  }

  var hasWayBack: Bool {
    let stack = stackSubject.current
    // Stacks may be nested later.
    NestedStack.trackChanges()
    if isEnded { return false }
    return stack.layers.count > 1 || stack.layers[0].path.count > 1
      || nestedDrivers(in: stack.top.id).contains(where: \.hasWayBack)
  }

  func isBackIntercepted() -> Bool { isBackIntercepted(leaving: stackSubject.current.entries) }

  func savedStack() throws(SavedStateError) -> Data {
    try SavedStateEnvelope.json(of: SavedStateEnvelope(snapshot(), version: 1))
  }

  func restore(_ data: Data) throws(SavedStateError) {
    let snapshot = try NavigationSnapshot<Destination>(data)
    stackSubject.current = snapshot.stack
    screens = snapshot.records
  }
}
