// Step 4: the closures of `onTransition` are called.
extension StackDriver {
  func tell(
    kind: String,
    from: ErasedDestination?,
    rows: @autoclosure () -> [NavigationBundleRow],
    effectName: String? = nil
  ) {
    if transitionHandlers.isEmpty { return }
    let rows = rows()
    if let refusal = rows.lazy.compactMap(\.refusal).first { reportRefusedSpec(refusal) }
    let transition = ErasedTransition(
      kind: kind,
      from: from,
      rows: rows,
      stack: current,
      effectName: effectName,
      nestedPicture: outer == nil && !hasNestedStacks ? nil : outermostPicture
    )
    transitionHandlers.forEach { $0(transition) }
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
