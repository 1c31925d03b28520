import KalugaArchitecture
import Testing

/// Adopting and releasing in each stage.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct ChildViewModelAdoptionTests {
  private let story = Log<String>()

  nonisolated private static let stages: [LifecycleStage] = [.created, .resumed, .paused, .cleared]

  private func model(_ name: String, _ stage: LifecycleStage = .created) -> NarratingViewModel {
    let model = NarratingViewModel(name, story)
    model.lead(to: stage)
    return model
  }

  @Test(arguments: stages, stages)
  func `an adopted child is brought to the stage of its parent`(
    parentStage: LifecycleStage,
    childStage: LifecycleStage
  ) {
    let (parent, child) = (model("parent", parentStage), model("child", childStage))
    parent.adopt(child)
    let expected: LifecycleStage =
      switch (parentStage, childStage) {
      case (.cleared, _), (_, .cleared): .cleared
      case (.resumed, _): .resumed
      case (.created, .created), (.paused, .created): .created
      case (.created, _), (.paused, _): .paused
      }
    #expect([child, parent].map(\.stage.current) == [expected, parentStage])
    parent.clear()
    #expect(child.stage.current == .cleared)
    #expect(story.all.count { $0 == "child cleared" } == 1)
  }

  @Test(arguments: stages)
  func `a released child is paused and no longer follows its parent`(parentStage: LifecycleStage) {
    let (parent, child) = (model("parent"), model("child"))
    parent.adopt(child)
    parent.lead(to: parentStage)
    parent.release(child)
    #expect(child.stage.current != .resumed)
    parent.didPause()
    parent.didResume()
    parent.clear()
    child.didResume()
    #expect(child.stage.current == (parentStage == .cleared ? .cleared : .resumed))
  }

  @Test func `adopting twice changes nothing`() {
    let (parent, child) = (model("parent"), model("child"))
    parent.adopt(child)
    parent.adopt(child)
    parent.didResume()
    parent.adopt(child)
    parent.clear()
    #expect(
      story.all == [
        "parent resumes", "child resumes", "child pauses", "parent pauses",
        "child cleared", "parent cleared",
      ]
    )
  }

  @Test func `a view model that adopts itself stays as it is`() {
    let parent = model("parent")
    parent.adopt(parent)
    parent.didResume()
    parent.release(parent)
    #expect(parent.stage.current == .resumed)
    parent.clear()
    #expect(story.all == ["parent resumes", "parent pauses", "parent cleared"])
  }

  @Test func `a view model and its own ancestor end without an endless loop`() {
    let (one, other) = (model("one"), model("other"))
    one.adopt(other)
    other.adopt(one)
    one.didResume()
    #expect(other.stage.current == .resumed)
    one.didPause()
    #expect(other.stage.current == .paused)
    one.clear()
    #expect(other.stage.current == .cleared)
    #expect(story.all.count { $0.hasSuffix("cleared") } == 2)
  }

  @Test func `a child of another parent leaves that one`() {
    let (old, new, child) = (model("old", .resumed), model("new", .resumed), model("child"))
    old.adopt(child)
    new.adopt(child)
    #expect(child.stage.current == .resumed)
    old.clear()
    #expect(child.stage.current == .resumed)
    new.clear()
    #expect(child.stage.current == .cleared)
  }

  @Test func `a child moved from a resumed to a paused parent is paused, and the other way`() {
    let (shown, hidden, child) = (model("shown", .resumed), model("hidden"), model("child"))
    shown.adopt(child)
    hidden.adopt(child)
    #expect(child.stage.current == .paused)
    shown.adopt(child)
    #expect(child.stage.current == .resumed)
  }

  @Test func `a child is never in two families, whatever its hooks do`() {
    let (old, new, third) = (model("old", .resumed), model("new", .resumed), model("third"))
    let child = model("child")
    old.adopt(child)
    child.whenPaused = { [unowned child] in
      child.whenPaused = {}
      third.adopt(child)
    }
    new.adopt(child)
    // The outer call comes last and wins.
    #expect(child.stage.current == .resumed)
    third.clear()
    #expect(child.stage.current == .resumed)
    new.clear()
    #expect(child.stage.current == .cleared)
  }

  @Test func `releasing a view model that is not a child does nothing`() {
    let (parent, stranger) = (model("parent", .resumed), model("stranger", .resumed))
    parent.release(stranger)
    #expect(stranger.stage.current == .resumed)
  }

  // MARK: Ownership

  @Test func `a parent keeps its children and gives them up with itself`() async {
    weak var releasedParent: NarratingViewModel?
    weak var releasedChild: NarratingViewModel?
    var task: Task<Void, Never>?
    do {
      let parent = model("parent")
      releasedParent = parent
      do {
        let child = model("child")
        releasedChild = child
        child.whenResumed = { scope in task = scope.launch { await untilCancelled() } }
        parent.adopt(child)
      }
      #expect(releasedChild != nil)
      parent.didResume()
    }
    #expect(releasedParent == nil)
    #expect(releasedChild == nil)
    await task?.value
    #expect(task?.isCancelled == true)
    #expect(story.all == ["parent resumes", "child resumes"])
  }

  @Test func `a child whose parent was released can be driven and adopted by another`() {
    let child = model("child")
    do { model("parent", .resumed).adopt(child) }
    #expect(child.stage.current == .resumed)
    child.didPause()
    let other = model("other", .resumed)
    other.adopt(child)
    #expect(child.stage.current == .resumed)
    other.clear()
    #expect(child.stage.current == .cleared)
  }

  /// Adopts a child, does something to both, and checks that the parent does not keep the child.
  private func expectNotKept(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ use: (_ parent: NarratingViewModel, _ child: NarratingViewModel) -> Void
  ) {
    let parent = model("parent")
    weak var released: NarratingViewModel?
    do {
      let child = model("child")
      released = child
      use(parent, child)
    }
    #expect(released == nil, sourceLocation: sourceLocation)
  }

  @Test func `a child that was released or cleared with its parent is not kept`() {
    expectNotKept { parent, child in
      parent.adopt(child)
      parent.release(child)
    }
    expectNotKept { parent, child in
      parent.adopt(child)
      parent.clear()
    }
  }

  @Test func `a child that was cleared by itself is not kept, before or after its adoption`() {
    expectNotKept { parent, child in
      child.clear()
      parent.adopt(child)
    }
    expectNotKept { parent, child in
      parent.adopt(child)
      child.clear()
    }
  }
}
