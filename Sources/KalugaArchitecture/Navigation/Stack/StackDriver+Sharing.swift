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

  /// Whether the closure that makes the view model is running.
  var isBeingMade = false
}

// The view models that screens share: they are made when first asked for, and cleared with the last
// screen that has asked.
extension StackDriver {
  func share(_ name: String, make: () -> BaseLifecycleViewModel) -> BaseLifecycleViewModel {
    let user = screenThatShares
    if let user { shared[name, default: SharedRecord()].users.insert(user) }
    if let viewModel = shared[name]?.viewModel { return viewModel }
    // A programming error: there would be two view models, or an endless recursion.
    precondition(
      shared[name]?.isBeingMade != true,
      "'\(name)' is asked for while it is made. Make it without its own key."
    )
    shared[name, default: SharedRecord()].isBeingMade = true
    let outer = (host: ScreenFactoryCalls.host, user: userOfMake)
    ScreenFactoryCalls.host = self
    userOfMake = user
    let viewModel = BaseLifecycleViewModel.restoring(shared[name]?.savedState, make)
    ScreenFactoryCalls.host = outer.host
    userOfMake = outer.user
    // The closure may have left the screen, and so removed the record.
    shared[name, default: SharedRecord()].viewModel = viewModel
    shared[name]?.savedState = nil
    shared[name]?.isBeingMade = false
    if isEnded, !isInTransition, screens.isEmpty { clearShared(exceptOf: []) }
    return viewModel
  }

  /// The screen that shares what is asked for now, or nil while what leaves is cleared.
  private var screenThatShares: BackStackEntryID? {
    if let id = userOfMake ?? screenOfFactory?.id { return id }
    return next == nil ? current.top.id : nil
  }

  /// The shared view models that have been made, by the names of their keys.
  package var sharedViewModels: [BaseLifecycleViewModel] {
    shared.sorted { $0.key < $1.key }.compactMap(\.value.viewModel)
  }

  /// Clears the shared view models of which none of these entries is a user.
  func clearShared(exceptOf entries: [ErasedStack.Entry]) {
    if shared.isEmpty { return }
    let ids = Set(entries.map(\.id))
    for name in shared.keys { shared[name]?.users.formIntersection(ids) }
    next = current
    var cleared: [String] = []
    // What is cleared may ask for the others, which must not be made again.
    while let name = shared.keys.sorted().first(where: {
      shared[$0]?.users.isEmpty == true && !cleared.contains($0)
    }) {
      cleared.append(name)
      shared[name]?.viewModel?.clear()
    }
    for name in cleared { shared[name] = nil }
    next = nil
  }

  /// Takes over what an earlier process has saved for a stack that has not started.
  ///
  /// What the owner of the stack has asked for already stays, and gets the saved state.
  func restoreShared(_ saved: [String: SharedRecord]) {
    let asked = shared
    shared = saved
    for (name, record) in asked {
      guard let viewModel = record.viewModel else { continue }
      if let state = saved[name]?.savedState { viewModel.restoreAgain(state) }
      let users = saved[name]?.users ?? [current.top.id]
      shared[name] = SharedRecord(viewModel: viewModel, users: users)
    }
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
