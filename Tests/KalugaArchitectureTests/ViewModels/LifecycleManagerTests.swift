import KalugaArchitecture
import Testing

/// What a host does with the view model that it shows.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct LifecycleManagerTests {
  private final class Host {}

  private let story = Log<String>()
  private let model: NarratingViewModel
  private let host = Host()

  init() {
    model = NarratingViewModel("model", story)
  }

  private func disposable(_ name: String) -> SimpleDisposable {
    SimpleDisposable { [story] in story.append("\(name) disposed") }
  }

  // A manager whose appearances are numbered and have two disposables each. The closure runs at the end of
  // `onLifecycle`.
  private func makeManager(
    inside: @escaping @MainActor () -> Void = {}
  ) -> LifecycleManager {
    var appearances = 0
    return LifecycleManager(model, host: host) { [story] in
      appearances += 1
      story.append("appearance \(appearances)")
      let disposables = ["a", "b"].map { disposable("\($0)\(appearances)") }
      inside()
      return disposables
    }
  }

  // MARK: Appearances

  @Test func `disposables end with each appearance, after the view model was paused`() {
    let manager = makeManager()
    #expect(story.all.isEmpty)
    for _ in 1...2 {
      manager.hostDidDisappear()
      manager.hostDidAppear()
      manager.hostDidAppear()
      manager.hostDidDisappear()
    }
    #expect(
      story.all == [
        "model resumes", "appearance 1", "model pauses", "a1 disposed", "b1 disposed",
        "model resumes", "appearance 2", "model pauses", "a2 disposed", "b2 disposed",
      ]
    )
    manager.unbind()
  }

  @Test func `what onLifecycle returns is kept until the host disappears, and not longer`() {
    let released = Log<Int>()
    let manager = LifecycleManager(model, host: host) {
      [SimpleDisposable(onDispose: closure { released.append(1) })]
    }
    manager.hostDidAppear()
    #expect(released.count == 0)
    manager.hostDidDisappear()
    #expect(released.count == 1)
  }

  /// Kaluga Q25: each creation of the view bound once more, and resumed once more.
  @Test func `two bindings of one view model resume it once`() {
    let (one, other) = (makeManager(), makeManager())
    one.hostDidAppear()
    other.hostDidAppear()
    #expect(story.all == ["model resumes", "appearance 1", "appearance 1"])
    one.unbind()
    other.unbind()
    #expect(story.all.count { $0 == "model cleared" } == 1)
  }

  @Test func `the first appearance of a view model that is already resumed counts`() {
    model.didResume()
    let manager = makeManager()
    manager.hostDidAppear()
    manager.hostDidDisappear()
    #expect(
      story.all == [
        "model resumes", "appearance 1", "model pauses", "a1 disposed", "b1 disposed",
      ]
    )
  }

  @Test func `a view model that another caller pauses does not make a second appearance`() {
    let manager = makeManager()
    manager.hostDidAppear()
    model.didPause()
    manager.hostDidAppear()
    manager.hostDidDisappear()
    #expect(
      story.all == [
        "model resumes", "appearance 1", "model pauses", "a1 disposed", "b1 disposed",
      ]
    )
  }

  // MARK: The end

  /// Kaluga Q24: `unbind` neither paused nor disposed, and relied on UIKit to do it.
  @Test func `unbind pauses, ends the appearance and clears, by itself and once`() {
    let manager = makeManager()
    manager.hostDidAppear()
    manager.unbind()
    manager.unbind()
    manager.hostDidAppear()
    manager.hostDidDisappear()
    #expect(
      story.all == [
        "model resumes", "appearance 1", "model pauses", "a1 disposed", "b1 disposed",
        "model cleared",
      ]
    )
  }

  @Test func `unbind before any appearance only clears`() {
    makeManager().unbind()
    #expect(story.all == ["model cleared"])
  }

  @Test func `an appearance of a cleared view model binds nothing`() {
    let manager = makeManager()
    model.clear()
    manager.hostDidAppear()
    manager.hostDidDisappear()
    manager.unbind()
    #expect(story.all == ["model cleared"])
  }

  /// Kaluga Q24: a retain cycle until `unbind` was called.
  @Test func `manager, view model and host are released without unbind`() async {
    weak var releasedManager: LifecycleManager?
    weak var releasedModel: NarratingViewModel?
    weak var releasedHost: Host?
    do {
      let (model, host) = (NarratingViewModel("other", story), Host())
      let manager = LifecycleManager(model, host: host) { [weak model] in
        [model?.stage.observe { _ in }, disposable("a")].compactMap(\.self)
      }
      (releasedManager, releasedModel, releasedHost) = (manager, model, host)
      manager.hostDidAppear()
    }
    await mainActorQueueDrained()
    #expect(releasedManager == nil)
    #expect(releasedModel == nil)
    #expect(releasedHost == nil)
    #expect(story.all == ["other resumes", "a disposed"])
  }

  @Test func `the host may be released before it disappears`() {
    let manager: LifecycleManager
    weak var released: Host?
    do {
      let host = Host()
      released = host
      manager = LifecycleManager(model, host: host) { [disposable("a")] }
      manager.hostDidAppear()
    }
    #expect(released == nil)
    manager.hostDidDisappear()
    manager.unbind()
    #expect(story.all == ["model resumes", "model pauses", "a disposed", "model cleared"])
  }

  // MARK: Calls made from inside

  @Test(arguments: [false, true])
  func `an appearance that ends within onResume calls nothing back`(byUnbinding: Bool) {
    let manager = makeManager()
    model.whenResumed = { [unowned manager] _ in
      if byUnbinding { manager.unbind() } else { manager.hostDidDisappear() }
    }
    manager.hostDidAppear()
    #expect(
      story.all == ["model resumes", "model pauses"] + (byUnbinding ? ["model cleared"] : [])
    )
    model.whenResumed = { _ in }
    manager.hostDidAppear()
    #expect(story.all.contains("appearance 1") == !byUnbinding)
    manager.unbind()
  }

  @Test(arguments: [false, true])
  func `what onLifecycle returns is disposed if the appearance ended within it`(
    byUnbinding: Bool
  ) {
    var manager: LifecycleManager?
    manager = makeManager {
      if byUnbinding { manager?.unbind() } else { manager?.hostDidDisappear() }
    }
    manager?.hostDidAppear()
    #expect(
      story.all == ["model resumes", "appearance 1", "model pauses"]
        + (byUnbinding ? ["model cleared"] : []) + ["a1 disposed", "b1 disposed"]
    )
    manager?.unbind()
    manager = nil
  }

  @Test func `a disposable may come back to the manager`() {
    var manager: LifecycleManager?
    manager = LifecycleManager(model, host: host) { [story] in
      [
        SimpleDisposable {
          story.append("disposed")
          MainActor.assumeIsolated { manager?.hostDidDisappear() }
        }
      ]
    }
    manager?.hostDidAppear()
    manager?.hostDidDisappear()
    #expect(story.all == ["model resumes", "model pauses", "disposed"])
    manager?.unbind()
    manager = nil
  }

  @Test(arguments: [false, true])
  func `an appearance that begins while the view model pauses counts`(inObserver: Bool) {
    let manager = makeManager()
    manager.hostDidAppear()
    var token: (any Disposable)?
    if inObserver {
      token = model.stage.observe { [unowned manager] in
        if $0 == .paused { manager.hostDidAppear() }
      }
    } else {
      model.whenPaused = { [unowned manager] in manager.hostDidAppear() }
    }
    manager.hostDidDisappear()
    token?.dispose()
    #expect(
      story.all == [
        "model resumes", "appearance 1", "model pauses", "model resumes",
        "a1 disposed", "b1 disposed", "appearance 2",
      ]
    )
    model.whenPaused = {}
    manager.unbind()
  }

  @Test func `an appearance that ends inside a hook of the view model is over after that hook`() {
    let manager = makeManager()
    manager.hostDidAppear()
    model.whenPaused = { [story, unowned manager] in
      manager.hostDidDisappear()
      story.append("hook ends")
    }
    model.didPause()
    #expect(
      story.all.suffix(4) == ["model pauses", "hook ends", "a1 disposed", "b1 disposed"]
    )
    manager.unbind()
  }

  @Test func `a host that appears, disappears and appears inside a child's hook makes one appearance`() {
    let child = NarratingViewModel("child", story)
    let manager = makeManager()
    model.didResume()
    child.whenResumed = { [unowned child] _ in
      child.whenResumed = { _ in }
      manager.hostDidAppear()
      manager.hostDidDisappear()
      manager.hostDidAppear()
    }
    model.adopt(child)
    manager.hostDidDisappear()
    #expect(
      story.all == [
        "model resumes", "child resumes", "child pauses", "model pauses",
        "model resumes", "child resumes", "appearance 1",
        "child pauses", "model pauses", "a1 disposed", "b1 disposed",
      ]
    )
  }
}
