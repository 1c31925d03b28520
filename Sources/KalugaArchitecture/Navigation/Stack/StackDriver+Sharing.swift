#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A view model that several screens share.
struct SharedRecord: Sendable {
  /// The view model, or nil until a restored screen asks for it.
  var viewModel: BaseLifecycleViewModel?

  /// The entries that share the view model, or did so in an earlier process.
  var users: Set<BackStackEntryID> = []

  /// The state that an earlier process has saved, or nil after the view model is made.
  var savedState: Data?
}

// The view models that screens share: they are made when first asked for, and cleared with the last
// screen that has asked.
extension StackDriver {
  func share(
    _ name: String,
    with user: BackStackEntryID,
    make: () -> BaseLifecycleViewModel
  ) -> BaseLifecycleViewModel {
    shared[name, default: SharedRecord()].users.insert(user)
    if let viewModel = shared[name]?.viewModel { return viewModel }
    let viewModel = BaseLifecycleViewModel.restoring(shared[name]?.savedState, make)
    shared[name]?.viewModel = viewModel
    shared[name]?.savedState = nil
    return viewModel
  }

  /// The shared view models that have been made, by the names of their keys.
  package var sharedViewModels: [BaseLifecycleViewModel] {
    shared.sorted { $0.key < $1.key }.compactMap(\.value.viewModel)
  }

  /// Clears the shared view models whose last screen has left the stack.
  func clearUnshared() {
    if shared.isEmpty { return }
    let entries = Set(current.entries.map(\.id))
    for name in shared.keys.sorted() {
      shared[name]?.users.formIntersection(entries)
      guard shared[name]?.users.isEmpty == true else { continue }
      shared.removeValue(forKey: name)?.viewModel?.clear()
    }
  }

  /// Clears all shared view models, after the screens of a driver that ends.
  func clearShared() {
    let records = shared
    shared = [:]
    for name in records.keys.sorted() { records[name]?.viewModel?.clear() }
  }

  /// The shared view models with their users and states, to be saved with the stack.
  func sharedStates(of entries: [ErasedStack.Entry]) -> [String: NavigationSharedState] {
    if shared.isEmpty { return [:] }
    let ids = Set(entries.map(\.id))
    return shared.compactMapValues { record in
      let users = record.users.intersection(ids)
      if users.isEmpty { return nil }
      let state = record.viewModel.map { $0.savedState() } ?? record.savedState
      return NavigationSharedState(users: users, state: state)
    }
  }
}
