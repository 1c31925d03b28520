import KalugaArchitecture

// Which screen may make which request, as in the table of the article on stacks.
extension NavigationModel {
  /// Refuses a request of a screen that has left, and one with which a covered screen would move
  /// another; a visible one moves its own level, and one of the top level does what the shown one does.
  func checkIsNotLate(
    _ spec: NavigationSpec<Place>,
    by origin: BackStackEntryID?
  ) throws(Refusal) {
    guard let origin else { return }
    guard screen(origin) != nil else { throw .left }
    let isShown = levels.last?.path.last?.id == origin
    let isOnTopLevel = levels.last?.path.contains { $0.id == origin } == true
    let isSeen = seen.contains(origin) && (isOnTopLevel || spec.movesOneLevel)
    if !isShown, !isSeen, spec.actsOnWhatIsShown { throw .covered }
  }
}

extension NavigationSpec<Place> {
  fileprivate var actsOnWhatIsShown: Bool {
    switch self {
    case .push, .replace, .showDetail, .pop, .popToRoot, .present, .replacePresented, .dismiss,
      .bringToFront, .below, .ask, .answer:
      true
    case .popTo, .popToEntry, .popToScreen, .replaceAbove, .close, .closeScreen, .closeEntry,
      .open, .setRoot, .tabs, .selectTab, .selectTabOf, .pushInTab, .openInTab, .update, .finish,
      .launch:
      false
    case .animated(let spec, _): spec.actsOnWhatIsShown
    case .steps: flat.first { !$0.isUpdate }?.actsOnWhatIsShown ?? false
    }
  }

  /// The steps, without those in other steps, and without what is said about the animation.
  var flat: [Self] {
    if case .steps(let steps) = plain { steps.flatMap(\.flat) } else { [plain] }
  }

  var isUpdate: Bool { if case .update = self { true } else { false } }
}
