extension NavigationSpec {
  /// Returns the same operation, with or without an animation.
  ///
  ///     .push(.book(book)).animated(false)
  ///
  /// The transition carries the decision as ``StackTransition/isAnimated``, and hosts follow it.
  /// Nothing else about the operation changes, and guards are asked about it without the decision.
  /// The outermost decision counts. See <doc:stack#Animation> for what applies without one.
  ///
  /// Kaluga: `animated` of `NavigationSpec.Push`, `Pop` and `Present`.
  public func animated(_ isAnimated: Bool) -> Self {
    if case .animated(let spec, _) = self { return spec.animated(isAnimated) }
    return self.isAnimated == isAnimated ? self : .animated(self, isAnimated)
  }

  /// Whether hosts animate the operation.
  ///
  /// This is the decision of ``animated(_:)``, or else the default. A stack that begins again is not
  /// animated by default. Neither are tabs, because Apple's systems do not animate theirs. Several
  /// ``steps(_:)`` are animated if one of them is.
  public var isAnimated: Bool {
    switch self {
    case .push, .showDetail, .replace, .replaceAbove, .pop, .popTo, .popToEntry, .popToScreen,
      .popToRoot, .present, .replacePresented, .dismiss, .close, .closeScreen, .closeEntry, .finish,
      .bringToFront, .pushInTab, .update, .ask, .answer, .launch:
      true
    case .open, .openInTab, .setRoot, .tabs, .selectTab, .selectTabOf: false
    case .animated(_, let isAnimated): isAnimated
    case .below(let spec): spec.isAnimated
    case .steps(let steps): steps.contains(where: \.isAnimated)
    }
  }

  /// The operation itself, without decisions about the animation at any depth.
  var operation: Self {
    switch self {
    case .animated(let spec, _): spec.operation
    case .below(let spec): .below(spec.operation)
    case .steps(let steps): .steps(steps.map(\.operation))
    default: self
    }
  }
}
