import KalugaArchitecture
import Testing

/// In what order a view model and its children move on.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct ChildViewModelOrderTests {
  private let story = Log<String>()
  private let parent: NarratingViewModel
  private let first: NarratingViewModel
  private let second: NarratingViewModel

  init() {
    parent = NarratingViewModel("parent", story)
    first = NarratingViewModel("first", story)
    second = NarratingViewModel("second", story)
  }

  private func adoptBoth() {
    parent.adopt(first)
    parent.adopt(second)
  }

  @Test func `children are resumed after the parent, in the order of adoption`() {
    adoptBoth()
    #expect(story.all.isEmpty)
    parent.didResume()
    #expect(story.all == ["parent resumes", "first resumes", "second resumes"])
  }

  @Test func `children are paused before the parent, in the reverse order`() {
    adoptBoth()
    parent.didResume()
    parent.didPause()
    #expect(story.all.suffix(3) == ["second pauses", "first pauses", "parent pauses"])
  }

  @Test func `children are cleared before the parent, in the reverse order`() {
    adoptBoth()
    parent.clear()
    #expect(story.all == ["second cleared", "first cleared", "parent cleared"])
  }

  @Test func `clear while resumed pauses all and then clears all`() {
    adoptBoth()
    parent.didResume()
    parent.clear()
    #expect(
      story.all.suffix(6) == [
        "second pauses", "first pauses", "parent pauses",
        "second cleared", "first cleared", "parent cleared",
      ]
    )
    #expect([parent, first, second].allSatisfy { $0.stage.current == .cleared })
  }

  @Test func `grandchildren follow their parent`() {
    parent.adopt(first)
    first.adopt(second)
    parent.didResume()
    parent.didPause()
    parent.clear()
    #expect(
      story.all == [
        "parent resumes", "first resumes", "second resumes",
        "second pauses", "first pauses", "parent pauses",
        "second cleared", "first cleared", "parent cleared",
      ]
    )
  }

  @Test func `a child's own work runs while the parent is shown`() async {
    var runs = 0
    first.repeatOnResume {
      runs += 1
      await untilCancelled()
    }
    adoptBoth()
    for round in 1...3 {
      parent.didResume()
      await mainActorTurns(until: runs == round)
      parent.didPause()
      await first.scope.waitUntilEmpty()
    }
    #expect(runs == 3)
  }

  @Test func `a call made by a child's hook on the parent takes effect after the parent's step`() {
    adoptBoth()
    first.whenResumed = { [weak parent] _ in parent?.didPause() }
    parent.didResume()
    #expect(
      story.all == [
        "parent resumes", "first resumes", "second resumes",
        "second pauses", "first pauses", "parent pauses",
      ]
    )
  }

  @Test func `a child that pauses itself is not resumed again before the parent's next resume`() {
    adoptBoth()
    first.whenResumed = { [weak first] _ in first?.didPause() }
    parent.didResume()
    #expect(first.stage.current == .paused)
    #expect(second.stage.current == .resumed)
    parent.didPause()
    parent.didResume()
    #expect(story.all.filter { $0 == "first resumes" }.count == 2)
  }

  @Test func `a child that is released by its sibling's hook is not resumed by the old parent`() {
    adoptBoth()
    first.whenResumed = { [weak parent, weak second] _ in
      if let parent, let second { parent.release(second) }
    }
    parent.didResume()
    #expect(second.stage.current == .created)
    #expect(story.all == ["parent resumes", "first resumes"])
  }

  @Test func `a child that moved on in its sibling's hook is not paused by the old parent`() {
    adoptBoth()
    let other = NarratingViewModel("other")
    other.didResume()
    parent.didResume()
    second.whenPaused = { [weak first] in if let first { other.adopt(first) } }
    parent.didPause()
    #expect(first.stage.current == .resumed)
    other.clear()
  }

  @Test func `a child cleared by its sibling's hook is cleared once`() {
    adoptBoth()
    second.whenCleared = { [weak first] in first?.clear() }
    parent.clear()
    #expect(story.all == ["second cleared", "first cleared", "parent cleared"])
  }

  @Test func `a child adopted inside onResume is resumed once and after the parent`() {
    parent.whenResumed = { [weak parent, weak first, story] _ in
      if let parent, let first { parent.adopt(first) }
      story.append("parent resumed")
    }
    parent.didResume()
    #expect(story.all == ["parent resumes", "parent resumed", "first resumes"])
  }

  @Test func `a child adopted inside onPause does not stay resumed`() {
    parent.whenPaused = { [weak parent, weak first] in
      if let parent, let first { parent.adopt(first) }
    }
    parent.didResume()
    parent.didPause()
    #expect(parent.stage.current == .paused)
    #expect(first.stage.current != .resumed)
    parent.didResume()
    #expect(first.stage.current == .resumed)
  }

  @Test func `a child adopted by a sibling's onPause does not stay resumed`() {
    parent.adopt(first)
    first.whenPaused = { [weak parent, weak second] in
      if let parent, let second { parent.adopt(second) }
    }
    parent.didResume()
    parent.didPause()
    #expect(second.stage.current != .resumed)
  }

  @Test func `a child adopted by a child's onCleared is cleared`() {
    parent.adopt(first)
    first.whenCleared = { [weak parent, weak second] in
      if let second { parent?.adopt(second) }
    }
    parent.clear()
    #expect(story.all == ["first cleared", "second cleared", "parent cleared"])
  }

  @Test func `a child adopted by a resource of the ending scope is cleared`() {
    parent.scope.add(
      SimpleDisposable { [weak parent, weak first] in
        MainActor.assumeIsolated { if let first { parent?.adopt(first) } }
      }
    )
    parent.clear()
    #expect(first.stage.current == .cleared)
  }

  @Test func `a child adopted by the parent's onCleared is cleared`() {
    parent.whenCleared = { [weak parent, weak first] in
      if let first { parent?.adopt(first) }
    }
    parent.clear()
    #expect(first.stage.current == .cleared)
  }

  @Test func `a parent that a child's hook pauses waits for the child, also while it is adopted`() {
    parent.didResume()
    first.whenResumed = { [weak parent] _ in parent?.didPause() }
    parent.adopt(first)
    #expect(
      story.all == ["parent resumes", "first resumes", "first pauses", "parent pauses"]
    )
  }

  @Test func `a family that a grandchild's hook clears ends from below`() {
    parent.didResume()
    parent.adopt(first)
    second.whenResumed = { [parent] _ in parent.clear() }
    first.adopt(second)
    #expect(
      story.all == [
        "parent resumes", "first resumes", "second resumes",
        "second pauses", "first pauses", "parent pauses",
        "second cleared", "first cleared", "parent cleared",
      ]
    )
  }

  @Test func `a parent that an observer of a child's stage pauses waits for the child`() {
    parent.didResume()
    let token = first.stage.observe { [parent] in if $0 == .resumed { parent.didPause() } }
    parent.adopt(first)
    #expect(
      story.all == ["parent resumes", "first resumes", "first pauses", "parent pauses"]
    )
    token.dispose()
  }

  @Test func `a parent that a child clears in its last hook is cleared after it`() {
    parent.adopt(first)
    first.whenCleared = { [parent, story] in
      parent.clear()
      story.append("first's hook ends")
    }
    first.clear()
    #expect(story.all == ["first cleared", "first's hook ends", "parent cleared"])
  }
}
