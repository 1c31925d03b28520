import KalugaArchitecture
import Testing

/// The order in which a view model and its children move on.
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

  // MARK: Plain calls

  @Test func `children are resumed after the parent, and paused and cleared before it in reverse`()
  {
    adoptBoth()
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

  @Test func `clear while resumed pauses the whole family and then clears it`() {
    parent.adopt(first)
    first.adopt(second)
    parent.didResume()
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
    let log = story
    first.repeatOnResume { log.append("work") }
    adoptBoth()
    for _ in 0..<2 {
      parent.didResume()
      await first.scope.waitUntilEmpty()
      parent.didPause()
    }
    #expect(story.all.count { $0 == "work" } == 2)
  }

  // MARK: Calls on the parent

  @Test func `a call made by a child's hook on the parent takes effect after the parent's step`() {
    adoptBoth()
    first.whenResumed = { [unowned parent] _ in parent.didPause() }
    parent.didResume()
    #expect(
      story.all == [
        "parent resumes", "first resumes", "second resumes",
        "second pauses", "first pauses", "parent pauses",
      ]
    )
  }

  @Test func `a parent that a child's hook pauses waits for the child, also while it is adopted`() {
    parent.didResume()
    first.whenResumed = { [unowned parent] _ in parent.didPause() }
    parent.adopt(first)
    #expect(story.all == ["parent resumes", "first resumes", "first pauses", "parent pauses"])
  }

  @Test func `a parent that an observer of a child's stage pauses waits for the child`() {
    parent.didResume()
    let token = first.stage.observe { [parent] in if $0 == .resumed { parent.didPause() } }
    parent.adopt(first)
    token.dispose()
    #expect(story.all == ["parent resumes", "first resumes", "first pauses", "parent pauses"])
  }

  @Test func `a family that a grandchild's hook clears ends from below`() {
    parent.didResume()
    parent.adopt(first)
    second.whenResumed = { [unowned parent] _ in parent.clear() }
    first.adopt(second)
    #expect(
      story.all == [
        "parent resumes", "first resumes", "second resumes",
        "second pauses", "first pauses", "parent pauses",
        "second cleared", "first cleared", "parent cleared",
      ]
    )
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

  // MARK: Calls on children

  @Test func `a child that pauses itself stays paused until the parent's next resume`() {
    adoptBoth()
    first.whenResumed = { [unowned first] _ in first.didPause() }
    parent.didResume()
    #expect([first, second].map(\.stage.current) == [.paused, .resumed])
    parent.didPause()
    parent.didResume()
    #expect(story.all.count { $0 == "first resumes" } == 2)
  }

  @Test func `a child that is released by its sibling's hook is not resumed by the old parent`() {
    adoptBoth()
    first.whenResumed = { [unowned parent, unowned second] _ in parent.release(second) }
    parent.didResume()
    #expect(story.all == ["parent resumes", "first resumes"])
  }

  @Test func `a child that moved on in its sibling's hook is not paused by the old parent`() {
    adoptBoth()
    let other = NarratingViewModel("other")
    other.didResume()
    parent.didResume()
    second.whenPaused = { [unowned first] in other.adopt(first) }
    parent.didPause()
    #expect(first.stage.current == .resumed)
  }

  @Test func `a child cleared by its sibling's hook is cleared once`() {
    adoptBoth()
    second.whenCleared = { [unowned first] in first.clear() }
    parent.clear()
    #expect(story.all == ["second cleared", "first cleared", "parent cleared"])
  }

  // MARK: Adoption inside hooks

  @Test func `a child adopted inside onResume is resumed once and after the parent`() {
    parent.whenResumed = { [unowned parent, unowned first, story] _ in
      parent.adopt(first)
      story.append("hook ends")
    }
    parent.didResume()
    #expect(story.all == ["parent resumes", "hook ends", "first resumes"])
  }

  @Test(arguments: [false, true])
  func `a child adopted inside onPause is paused until the parent's next resume`(
    bySibling: Bool
  ) {
    parent.adopt(first)
    let pausing = bySibling ? first : parent
    pausing.whenPaused = { [unowned parent, unowned second] in parent.adopt(second) }
    parent.didResume()
    parent.didPause()
    #expect(second.stage.current == .created)
    parent.didResume()
    #expect(second.stage.current == .resumed)
  }

  @Test func `a child adopted by the onCleared of a sibling or the parent is cleared`() {
    let third = NarratingViewModel("third", story)
    parent.adopt(first)
    first.whenCleared = { [unowned parent, unowned second] in parent.adopt(second) }
    parent.whenCleared = { [unowned parent] in parent.adopt(third) }
    parent.clear()
    #expect(story.all == ["first cleared", "second cleared", "parent cleared", "third cleared"])
  }

  @Test func `a child adopted by a resource of the ending scope is cleared`() {
    parent.scope.add(
      SimpleDisposable { [unowned parent, unowned first] in
        MainActor.assumeIsolated { parent.adopt(first) }
      }
    )
    parent.clear()
    #expect(story.all == ["first cleared", "parent cleared"])
  }
}
