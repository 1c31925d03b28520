// Which stage each screen has, by the state of the host and by what covers the screen.
//
//     host         top screen   under a question   seen under others   every other screen
//     active       resumed      visible            visible             paused
//     inactive     visible      visible            visible             paused
//     background   paused       paused             paused              paused
//
// Outside of a transition, a request that a hook makes is carried out right after that hook. It gives
// all screens their stages, so nothing remains to be done then.
extension StackDriver {
  /// Lowers the screens of a stack to their stages in the next one; without one, pauses them.
  ///
  /// Upper screens are lowered first. The calls are quiet, because a screen may be as low already.
  final func lowerScreens(of old: ErasedStack, for next: ErasedStack?) {
    let stack = current
    let seen = Set((next?.seen ?? []).map(\.id))
    for entry in old.seen where current == stack {
      let id = entry.id
      switch next.flatMap({ seen.contains(id) ? stage(of: id, in: $0) : nil }) {
      case .resumed: break
      case .visible: viewModel(for: id)?.handle(.cover, quietly: true)
      case nil: viewModel(for: id)?.handle(.pause, quietly: true)
      }
    }
  }

  /// Raises the screens of the current stack to their stages, lower screens first.
  final func raiseScreens() {
    let stack = current
    let seen = stack.seen
    for index in stride(from: seen.count - 1, through: 0, by: -1) where current == stack {
      let id = seen[index].id
      switch stage(of: id, in: stack) {
      case .resumed: viewModel(for: id)?.handle(.resume, quietly: true)
      case .visible: viewModel(for: id)?.handle(.show, quietly: true)
      case nil: break
      }
    }
  }

  /// Returns the stage of a screen that the user sees together with the host, or nil if it is paused.
  private func stage(of id: BackStackEntryID, in stack: ErasedStack) -> WorkStage? {
    let isCovered = id != stack.top.id || stack.question != nil
    return stateOfHost.stage.map { isCovered ? .visible : $0 }
  }
}
