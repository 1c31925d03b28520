import KalugaArchitecture
import Testing

/// The calls of a host to the view model that it shows.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct LifecycleManagerTests {
  @MainActor
  final class Host {
    /// Called at each appearance.
    var whenShown: @MainActor () -> Void = {}
  }

  /// A manager whose appearances have two disposables each, which write their names to the story.
  @MainActor
  struct Binding {
    let model = NarratingViewModel()
    let host = Host()
    let manager: LifecycleManager

    init() {
      manager = Self.makeManager(model, host)
    }

    static func makeManager(_ model: NarratingViewModel, _ host: Host) -> LifecycleManager {
      LifecycleManager(model, host: host) { [story = model.story] in
        story.append("appearance")
        host.whenShown()
        return ["a", "b"].map { name in SimpleDisposable { story.append(name) } }
      }
    }
  }

  typealias Scene = StoryScene<Binding>

  nonisolated private static let scenes = [
    // Kaluga Q25: each creation of the view bound once more, and resumed once more.
    Scene(
      "two bindings of one view model resume it once",
      "+model appearance appearance -model a b ×model a b"
    ) { one in
      let other = Binding.makeManager(one.model, one.host)
      one.manager.hostDidAppear()
      other.hostDidAppear()
      one.manager.unbind()
      other.unbind()
    },
    Scene("the view model is already resumed", "+model appearance -model a b") { binding in
      binding.model.didResume()
      binding.manager.hostDidAppear()
      binding.manager.hostDidDisappear()
    },
    Scene("another caller pauses the view model", "+model appearance -model a b") { binding in
      binding.manager.hostDidAppear()
      binding.model.didPause()
      binding.manager.hostDidAppear()
      binding.manager.hostDidDisappear()
    },
    Scene("the view model is cleared before it appears", "×model") { binding in
      binding.model.clear()
      binding.manager.hostDidAppear()
      binding.manager.hostDidDisappear()
      binding.manager.unbind()
    },
    Scene("an appearance ends within onResume", "+model -model +model -model ×model") { binding in
      binding.model.whenResumed = { _ in binding.manager.hostDidDisappear() }
      binding.manager.hostDidAppear()
      binding.model.whenResumed = { _ in binding.manager.unbind() }
      binding.manager.hostDidAppear()
    },
    Scene(
      "an appearance ends within onLifecycle",
      "+model appearance -model a b +model appearance -model ×model a b"
    ) { binding in
      binding.host.whenShown = { binding.manager.hostDidDisappear() }
      binding.manager.hostDidAppear()
      binding.host.whenShown = { binding.manager.unbind() }
      binding.manager.hostDidAppear()
    },
    Scene(
      "an appearance begins in onPause",
      "+model appearance -model +model a b appearance"
    ) { binding in
      binding.manager.hostDidAppear()
      binding.model.whenPaused = { binding.manager.hostDidAppear() }
      binding.manager.hostDidDisappear()
    },
    Scene("an appearance ends in onPause", "+model appearance -model hook ends a b") { binding in
      binding.manager.hostDidAppear()
      binding.model.whenPaused = {
        binding.manager.hostDidDisappear()
        binding.model.story.append("hook ends")
      }
      binding.model.didPause()
    },
    Scene(
      "a host appears, disappears and appears inside a child's hook",
      "+model +child -child -model +model +child appearance -child -model a b"
    ) { binding in
      let child = NarratingViewModel("child", binding.model.story)
      binding.model.didResume()
      child.whenResumed = { [unowned child] _ in
        child.whenResumed = { _ in }
        binding.manager.hostDidAppear()
        binding.manager.hostDidDisappear()
        binding.manager.hostDidAppear()
      }
      binding.model.addChild(child)
      binding.manager.hostDidDisappear()
    },
  ]

  @Test(arguments: scenes)
  func `an appearance counts, and ends, once`(scene: Scene) {
    let binding = Binding()
    scene.play(binding)
    #expect(binding.model.story.text == scene.story)
    binding.model.forgetHooks()
    binding.host.whenShown = {}
  }

  @Test func `disposables end with each appearance, after the view model was paused`() {
    let binding = Binding()
    #expect(binding.model.story.text == "")
    for _ in 1...2 {
      binding.manager.hostDidDisappear()
      binding.manager.hostDidAppear()
      binding.manager.hostDidAppear()
      binding.manager.hostDidDisappear()
    }
    let appearance = "+model appearance -model a b"
    #expect(binding.model.story.text == "\(appearance) \(appearance)")
  }

  /// Kaluga Q24: `unbind` neither paused nor disposed, and relied on UIKit to do it.
  @Test func `unbind pauses, ends the appearance and clears, by itself and once`() {
    let binding = Binding()
    binding.manager.hostDidAppear()
    binding.manager.unbind()
    binding.manager.unbind()
    binding.manager.hostDidAppear()
    binding.manager.hostDidDisappear()
    #expect(binding.model.story.text == "+model appearance -model a b ×model")
  }

  /// Kaluga Q24: a retain cycle until `unbind` was called.
  @Test func `manager, view model and host are released without unbind`() async {
    let story = Log<String>()
    weak var releasedManager: LifecycleManager?
    weak var releasedModel: NarratingViewModel?
    weak var releasedHost: Host?
    do {
      let (model, host) = (NarratingViewModel("model", story), Host())
      let manager = LifecycleManager(model, host: host) { [weak model] in
        let observation = model?.stage.observe { _ in }
        return [observation, SimpleDisposable { story.append("disposed") }].compactMap(\.self)
      }
      (releasedManager, releasedModel, releasedHost) = (manager, model, host)
      manager.hostDidAppear()
    }
    await mainActorQueueDrained()
    #expect(releasedManager == nil)
    #expect(releasedModel == nil)
    #expect(releasedHost == nil)
    #expect(story.text == "+model disposed")
  }
}
