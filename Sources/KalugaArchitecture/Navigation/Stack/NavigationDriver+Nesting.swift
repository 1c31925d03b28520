#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// A driver as the host of stacks inside its screens, and as such a stack.
extension NavigationDriver: ScreenHost {
  var outermostPicture: String { nest?.screenHost?.outermostPicture ?? picture }

  func takeSavedStack(_ name: String, in screen: BaseLifecycleViewModel) -> Data? {
    guard let id = screens.first(where: { $0.value.viewModel === screen })?.key,
      screens[id]?.savedStacks[name]?.isEmpty == false
    else { return nil }
    return screens[id]?.savedStacks[name]?.removeFirst()
  }

  /// What the stacks inside a screen have saved, or would save now.
  func savedStacks(in record: ScreenRecord) throws(SavedStateError) -> [String: [Data]] {
    var saved: [String: [Data]] = [:]
    for stack in record.viewModel?.nestedStacks ?? [] where stack.driver.isStarted {
      saved[stack.name, default: []].append(try stack.driver.savedStack())
    }
    // Those that no stack has taken yet are kept for it.
    for (name, stacks) in record.savedStacks where !stacks.isEmpty {
      saved[name, default: []] += stacks
    }
    return saved
  }

  /// The nested stacks of a screen that have begun and not ended, the newest first.
  func nestedDrivers(in id: BackStackEntryID) -> [any NestedDriver] {
    guard let stacks = viewModel(of: id)?.nestedStacks else { return [] }
    return stacks.reversed().map(\.driver).filter(\.isStarted)
  }
}

extension NavigationDriver: NestedDriver {
  var isStarted: Bool { life == .started }

  var viewModels: [BaseLifecycleViewModel] {
    stackSubject.current.entries.compactMap { viewModel(of: $0.id) }
  }

  var picture: String {
    stackSubject.current.picture { entry in
      let name = entry.destination.screenName
      let nested = nestedDrivers(in: entry.id).reversed().map(\.picture)
      return nested.isEmpty ? name : "\(name)(\(nested.joined(separator: ", ")))"
    }
  }

  var canGoBack: Bool {
    let stack = stackSubject.current
    return stack.layers.count > 1 || stack.layers[0].path.count > 1
      || nestedDrivers(in: stack.top.id).contains(where: \.canGoBack)
  }

  func isBackIntercepted() -> Bool { isBackIntercepted(leaving: stackSubject.current.entries) }

  func savedStack() throws(SavedStateError) -> Data { try snapshot().data() }

  func restore(_ data: Data) throws(SavedStateError) {
    let snapshot = try NavigationSnapshot<Destination>(data)
    stackSubject.current = snapshot.stack
    screens = snapshot.records
  }
}
