import KalugaArchitecture
import Testing

/// The order in which a view model and its children change their stages.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct ChildViewModelOrderTests {
  private let story: Log<String>
  private let parent: NarratingViewModel
  private let first: NarratingViewModel
  private let second: NarratingViewModel

  init() {
    story = Log()
    parent = NarratingViewModel("parent", story)
    first = NarratingViewModel("first", story)
    second = NarratingViewModel("second", story)
  }

  private func adoptBoth() {
    parent.addChild(first)
    parent.addChild(second)
  }

  // MARK: Plain calls

  @Test func `children are resumed after the parent, and paused and cleared before it in reverse`()
  {
    adoptBoth()
    parent.didResume()
    parent.didPause()
    parent.clear()
    #expect(story.text == "+parent +first +second -second -first -parent ×second ×first ×parent")
  }

  // MARK: Calls on the parent

  @Test func `a call made by a child's hook on the parent takes effect after the parent's step`() {
    adoptBoth()
    first.whenResumed = { [unowned parent] _ in parent.didPause() }
    parent.didResume()
    #expect(story.text == "+parent +first +second -second -first -parent")
  }

  @Test(arguments: [false, true])
  func `a parent that a child's hook pauses waits for the child, even while it is added`(
    observed: Bool
  ) {
    parent.didResume()
    if observed {
      _ = first.stage.observe { [unowned parent] in if $0 == .resumed { parent.didPause() } }
    } else {
      first.whenResumed = { [unowned parent] _ in parent.didPause() }
    }
    parent.addChild(first)
    #expect(story.text == "+parent +first -first -parent")
  }

  @Test func `a family that a grandchild's hook clears ends from the bottom up`() {
    parent.didResume()
    parent.addChild(first)
    second.whenResumed = { [unowned parent] _ in parent.clear() }
    first.addChild(second)
    #expect(story.text == "+parent +first +second -second -first -parent ×second ×first ×parent")
  }

  @Test func `a parent that a child clears in its last hook is cleared after it`() {
    parent.addChild(first)
    first.whenCleared = { [unowned parent, story] in
      parent.clear()
      story.append("hook ends")
    }
    first.clear()
    #expect(story.text == "×first hook ends ×parent")
  }

  // MARK: Calls on children

  @Test func `a child that pauses itself stays paused until the parent's next resume`() {
    parent.addChild(first)
    first.whenResumed = { [unowned first] _ in first.didPause() }
    parent.didResume()
    parent.didPause()
    parent.didResume()
    #expect(story.text == "+parent +first -first -parent +parent +first -first")
  }

  @Test func `a child that its sibling's hook removes is not resumed by the old parent`() {
    adoptBoth()
    first.whenResumed = { [unowned parent, unowned second] _ in parent.removeChild(second) }
    parent.didResume()
    #expect(story.text == "+parent +first")
  }

  @Test func `a child that its sibling's hook moves is not paused by the old parent`() {
    adoptBoth()
    let other = NarratingViewModel("other")
    other.didResume()
    parent.didResume()
    second.whenPaused = { [unowned first] in other.addChild(first) }
    parent.didPause()
    #expect(first.stage.current == .resumed)
  }

  @Test func `a child cleared by its sibling's hook is cleared once`() {
    adoptBoth()
    second.whenCleared = { [unowned first] in first.clear() }
    parent.clear()
    #expect(story.text == "×second ×first ×parent")
  }

  // MARK: Adding inside hooks

  @Test func `a child added inside onResume is resumed once and after the parent`() {
    parent.whenResumed = { [unowned parent, unowned first, story] _ in
      parent.addChild(first)
      story.append("hook ends")
    }
    parent.didResume()
    #expect(story.text == "+parent hook ends +first")
  }

  @Test(arguments: [false, true])
  func `a child added inside onPause is paused until the parent's next resume`(bySibling: Bool) {
    parent.addChild(first)
    let pausing = bySibling ? first : parent
    pausing.whenPaused = { [unowned parent, unowned second] in parent.addChild(second) }
    parent.didResume()
    parent.didPause()
    #expect(second.stage.current == .created)
    parent.didResume()
    #expect(second.stage.current == .resumed)
  }

  @Test func `a child added while the family is cleared is cleared`() {
    let third = NarratingViewModel("third", story)
    let fourth = NarratingViewModel("fourth", story)
    parent.addChild(first)
    first.whenCleared = { [unowned parent, unowned second] in parent.addChild(second) }
    parent.scope.add(
      SimpleDisposable { [unowned parent] in MainActor.assumeIsolated { parent.addChild(third) } }
    )
    parent.whenCleared = { [unowned parent] in parent.addChild(fourth) }
    parent.clear()
    #expect(story.text == "×first ×second ×third ×parent ×fourth")
  }
}
