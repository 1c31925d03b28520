/// An operation with the type of its destinations erased.
typealias ErasedSpec = NavigationSpec<ErasedDestination>

extension NavigationSpec {
  /// The same operation with the type of its destinations erased.
  var erased: ErasedSpec { converted({ ErasedDestination($0) }, { $0.typed() }) }

  /// Returns the same operation with other destinations.
  ///
  /// A destination without an original one satisfies no condition.
  func converted<Other>(
    _ other: (Destination) -> Other,
    _ original: @escaping @Sendable (Other) -> Destination?
  ) -> NavigationSpec<Other> {
    switch self {
    case .push(let screen): .push(other(screen))
    case .replace(let screen): .replace(other(screen))
    case .showDetail(let screen): .showDetail(other(screen))
    case .pop(let result): .pop(result: result)
    case .popTo(let screen, let inclusive, let result):
      .popTo(other(screen), inclusive: inclusive, result: result)
    case .popToEntry(let id, let inclusive, let result):
      .popToEntry(id, inclusive: inclusive, result: result)
    case .popToScreen(let inclusive, let result, let condition):
      .popToScreen(inclusive: inclusive, result: result) { original($0).map(condition) ?? false }
    case .replaceAbove(let base, let screen): .replaceAbove(other(base), with: other(screen))
    case .popToRoot(let result): .popToRoot(result: result)
    case .present(let screen, let style, let covering):
      .present(other(screen), style: style, covering: covering)
    case .replacePresented(let screen, let style, let covering):
      .replacePresented(other(screen), style: style, covering: covering)
    case .dismiss(let result): .dismiss(result: result)
    case .close(let screen, let result): .close(other(screen), result: result)
    case .closeScreen(let result, let condition):
      .closeScreen(result: result) { original($0).map(condition) ?? false }
    case .closeEntry(let id, let result): .closeEntry(id, result: result)
    case .finish(let result): .finish(result: result)
    case .tabs(let roots, let selected): .tabs(roots.map(other), selected: selected)
    case .selectTab(let index): .selectTab(index)
    case .selectTabOf(let root): .selectTabOf(other(root))
    case .pushInTab(let screen, let root): .pushInTab(other(screen), of: other(root))
    case .openInTab(let screens, let root): .openInTab(screens.map(other), of: other(root))
    case .bringToFront(let screen): .bringToFront(other(screen))
    case .open(let root, let rest): .open(root: other(root), rest.map(other))
    case .setRoot(let screen): .setRoot(other(screen))
    case .update(let id, let screen): .update(id, to: other(screen))
    case .below(let spec): .below(spec.converted(other, original))
    case .steps(let steps): .steps(steps.map { $0.converted(other, original) })
    case .animated(let spec, let isAnimated):
      .animated(spec.converted(other, original), isAnimated)
    case .ask(let question): .ask(question)
    case .answer(let name): .answer(name)
    case .launch(let effect): .launch(effect)
    }
  }
}

// Apart from conversions, these are of an operation itself: see `operation`.
extension ErasedSpec {
  /// Returns the operation for destinations of the type with which the driver was made.
  func typed<Typed: NavigationDestination>() -> NavigationSpec<Typed> {
    converted({ $0.typed() }, { ErasedDestination($0) })
  }

  /// The screen that the operation opens on the stack it acts on, or nil if it opens none.
  var opened: ErasedDestination? {
    switch self {
    case .below(let spec): spec.opened
    case .push(let opened), .replace(let opened), .showDetail(let opened),
      .present(let opened, _, _),
      .replacePresented(let opened, _, _), .replaceAbove(_, with: let opened),
      .pushInTab(let opened, _), .bringToFront(let opened):
      opened
    case .steps(let steps): steps.last?.opened
    default: nil
    }
  }

  /// Whether only the shown screen may request the operation, because it acts on what is shown.
  ///
  /// Steps are requested as a whole, so the first one decides that moves screens.
  var actsOnShownScreen: Bool {
    switch firstMove {
    case .push, .replace, .showDetail, .pop, .popToRoot, .present, .dismiss, .replacePresented,
      .bringToFront,
      .below, .ask, .answer:
      true
    default: false
    }
  }

  /// Whether the operation changes only the layer on which it acts, and those above it.
  ///
  /// Updates between other steps move nothing, and do not count.
  var actsOnOneLayer: Bool {
    switch self {
    case .push, .replace, .showDetail, .pop, .popTo, .popToEntry, .popToScreen, .popToRoot,
      .replaceAbove, .bringToFront, .tabs, .selectTab:
      true
    case .steps(let steps):
      firstMove != nil && steps.allSatisfy { $0.actsOnOneLayer || $0.firstMove == nil }
    default: false
    }
  }

  /// Whether the operation changes only a path, which may be the list beside a detail.
  ///
  /// An operation that shows a detail changes both. Each of several steps has a pane of its own.
  var actsOnPath: Bool {
    switch self {
    case .showDetail, .tabs, .selectTab, .steps: false
    default: actsOnOneLayer
    }
  }

  /// Whether the operation names a screen of the first path, and none of the second one.
  func names(
    _ path: ArraySlice<ErasedStack.Entry>,
    not other: ArraySlice<ErasedStack.Entry>
  ) -> Bool {
    let isNamed: (ErasedStack.Entry) -> Bool
    switch self {
    case .popTo(let named, _, _), .replaceAbove(let named, _), .bringToFront(let named):
      isNamed = { $0.destination == named }
    case .popToEntry(let id, _, _): isNamed = { $0.id == id }
    case .popToScreen(_, _, let condition): isNamed = { condition($0.destination) }
    default: return false
    }
    return path.contains(where: isNamed) && !other.contains(where: isNamed)
  }

  /// The operation itself, or the first of several steps that is not an update.
  private var firstMove: Self? {
    switch self {
    case .steps(let steps): steps.lazy.compactMap(\.firstMove).first
    case .update: nil
    default: self
    }
  }

  /// The same operation, in which `finish` names the screen that it closes.
  func naming(_ origin: BackStackEntryID?) -> Self {
    guard let origin else { return self }
    return switch self {
    case .finish(let result): .closeEntry(origin, result: result)
    case .steps(let steps): .steps(steps.map { $0.naming(origin) })
    case .below(let spec): .below(spec.naming(origin))
    default: self
    }
  }

  /// The effect that the operation lets the host carry out, or nil if it changes the stack.
  var effect: (any NavigationEffect)? {
    switch self {
    case .below(let spec): spec.effect
    case .launch(let effect): effect
    default: nil
    }
  }

  /// Returns the reason with which the removed screens end.
  ///
  /// When the user dismisses a stack, its screens end with `back`. When the app does, with
  /// `closed`.
  func cancellation(isByUser: Bool) -> NavigationCancellation {
    switch self {
    case .below(let spec): spec.cancellation(isByUser: isByUser)
    case .pop, .popTo, .popToEntry, .popToScreen, .popToRoot, .bringToFront: .back
    case .dismiss where isByUser: .back
    default: .closed
    }
  }

  /// Whether repeating the operation has no effect, so that declarative hosts can repeat it.
  var isIdempotent: Bool {
    switch self {
    case .below(let spec): spec.isIdempotent
    case .showDetail, .present, .replacePresented, .tabs, .selectTab, .selectTabOf, .openInTab,
      .bringToFront,
      .update:
      true
    case .steps(let steps): steps.allSatisfy(\.isIdempotent)
    default: false
    }
  }
}
