import KalugaArchitecture

/// A view model whose hooks write to a story that several share, and then do what a test wants.
final class NarratingViewModel: BaseLifecycleViewModel {
  let name: String
  let story: Log<String>
  var whenResumed: @MainActor (TaskScope) -> Void = { _ in }
  var whenPaused: @MainActor () -> Void = {}
  var whenCleared: @MainActor () -> Void = {}

  init(
    _ name: String = "model",
    _ story: Log<String> = Log(),
    services: [any LifecycleSubscribable] = []
  ) {
    self.name = name
    self.story = story
    super.init(lifecycleSubscribables: services)
  }

  override func onResume(scope: TaskScope) {
    story.append("\(name) resumes")
    whenResumed(scope)
  }

  override func onPause() {
    story.append("\(name) pauses")
    whenPaused()
  }

  override func onCleared() {
    story.append("\(name) cleared")
    whenCleared()
  }
}
