// The answers of the user to the question that is asked.
extension NavigationDriver {
  /// Answers the question about the shown screen, for a host that is written by hand and for tests.
  ///
  ///     try driver.answer(Discard.discard)
  ///
  /// The question is that of this stack, or else of the newest stack that is nested in the shown
  /// screen, or in the list beside it, and has one. An answer that must wait is refused if that
  /// question leaves first. ``back()`` leaves a question without an answer. Guards are asked about
  /// ``NavigationSpec/answer(_:)``, but no back handlers.
  ///
  /// - Returns: The ticket of the transition with which the question leaves.
  /// - Throws: ``NavigationError/noQuestion(screen:)`` or
  ///   ``NavigationError/noSuchChoice(name:choices:)``, or another error that is known at once.
  @discardableResult
  public func answer(
    _ answer: some QuestionAnswer
  ) throws(NavigationError) -> NavigationTicket<Never> {
    try self.answer(named: answer.rawValue)
  }
}

extension StackDriver {
  /// The question that the user sees, with the driver that answers it, or nil if there is none.
  package var shownQuestion: (driver: StackDriver, asked: AskedQuestion)? {
    let stack = stackSubject.current
    // Stacks may be nested later.
    NestedStack.trackChanges()
    if isEnded { return nil }
    if let asked = stack.question { return (self, asked) }
    return nestedInPanes(of: stack).lazy.compactMap(\.shownQuestion).first
  }

  /// Answers the question that the user sees with the choice of this name.
  @discardableResult
  package func answer(named name: String) throws(NavigationError) -> NavigationTicket<Never> {
    let shown = shownQuestion
    let driver = shown?.driver ?? self
    return try driver.request(.answer(name), action: "answer", answering: shown?.asked.id)
  }

  /// The question that a host shows over the layers of this driver, or nil if there is none.
  package var askedQuestion: AskedQuestion? { isEnded ? nil : current.question }

  /// Reports the choice of the user in the host, or nil if the user has left the question.
  ///
  /// A late report of a question that is no longer asked changes nothing.
  ///
  /// - Returns: The ticket of the answer, after whose end the host shows a question that is still asked,
  ///   or nil if there is none.
  @discardableResult
  package func hostDidAnswer(
    _ id: BackStackEntryID,
    _ name: String?
  ) -> NavigationTicket<Never>? {
    try? request(.answer(name), action: "answer", answering: id)
  }
}
