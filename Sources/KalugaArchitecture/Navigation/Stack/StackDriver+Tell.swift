// Step 4: the listeners of events and the closures of `onTransition` are called.
extension StackDriver {
  func tell(
    kind: String,
    from: ErasedDestination?,
    rows: @autoclosure () -> [NavigationBundleRow],
    isAnimated: Bool = false,
    byDefault isAnimatedByDefault: Bool = false,
    effectName: String? = nil
  ) {
    ArchitectureEvents.send(.transition(names(kind: kind, from: from, effectName: effectName)))
    if transitionHandlers.isEmpty { return }
    let rows = rows()
    if let refusal = rows.lazy.compactMap(\.refusal).first { reportRefusedSpec(refusal) }
    let transition = ErasedTransition(
      kind: kind,
      from: from,
      rows: rows,
      stack: current,
      isAnimated: isAnimated,
      isAnimatedByDefault: isAnimatedByDefault,
      effectName: effectName,
      nestedPicture: outer == nil && !hasNestedStacks ? nil : outermostPicture
    )
    transitionHandlers.forEach { $0(transition) }
  }

  private func names(
    kind: String,
    from: ErasedDestination?,
    effectName: String?
  ) -> TransitionNames {
    let outermost = outermost
    let shown = outermost.shownEntries  // never empty
    let ids = shown.map(\.id.rawValue)
    return TransitionNames(
      kind: kind,
      from: from?.screenName,
      to: current.top.destination.screenName,
      effect: effectName,
      shown: shown[shown.count - 1].destination.screenName,
      shownID: TransitionNames.ScreenID(driver: outermost.number, entries: ids),
      stack: outermost.picture
    )
  }

  private func reportRefusedSpec(_ reason: String) {
    ArchitectureDiagnostics.report(
      ArchitectureDiagnostic(
        .refusedSpec,
        "the rows of a transition cannot be shown: \(reason). Return such a value as "
          + "NavigationResult(value, .codable()), or make it a row of type .codable() in a spec."
      ),
      to: scope.core.listener
    )
  }
}
