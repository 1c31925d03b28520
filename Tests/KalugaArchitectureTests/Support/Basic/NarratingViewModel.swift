import KalugaArchitecture
import Testing

/// A view model whose hooks write to a story, which several can share, and then run a test's code.
///
/// The story shows `+name` for each resume, `-name` for each pause, and `×name` for the end.
class NarratingViewModel: BaseLifecycleViewModel {
  let name: String
  let story: Log<String>
  var whenResumed: @MainActor (TaskScope) -> Void = { _ in }
  var whenPaused: @MainActor () -> Void = {}
  var whenCleared: @MainActor () -> Void = {}
  /// The scope of the latest resume, ended or not.
  private(set) var resumedScope: TaskScope?

  init(
    _ name: String = "model",
    _ story: Log<String> = Log(),
    services: [any LifecycleSubscribable] = []
  ) {
    self.name = name
    self.story = story
    super.init(lifecycleSubscribables: services)
  }

  /// Makes the calls that lead from the creation to a stage.
  func lead(to stage: LifecycleStage) {
    if stage == .visible { didBecomeVisible() }
    if stage == .resumed || stage == .paused { didResume() }
    if stage == .paused { didPause() }
    if stage == .cleared { clear() }
  }

  /// Releases what the test's code captures.
  func forgetHooks() { (whenResumed, whenPaused, whenCleared) = ({ _ in }, {}, {}) }

  override func onResume(scope: TaskScope) {
    resumedScope = scope
    story.append("+\(name)")
    whenResumed(scope)
  }

  override func onPause() {
    story.append("-\(name)")
    whenPaused()
  }

  override func onCleared() {
    story.append("×\(name)")
    whenCleared()
  }
}

/// A view model that writes `(name` to its story when it becomes visible, and `)name` when it is hidden.
class VisibleNarratingViewModel: NarratingViewModel {
  var whenVisible: @MainActor (TaskScope) -> Void = { _ in }
  var whenHidden: @MainActor () -> Void = {}
  /// The scope of the latest visibility, ended or not.
  private(set) var visibleScope: TaskScope?

  override func onVisible(scope: TaskScope) {
    visibleScope = scope
    story.append("(\(name)")
    whenVisible(scope)
  }

  override func onHidden() {
    story.append(")\(name)")
    whenHidden()
  }
}

extension Log<String> {
  /// All entries in one line.
  var text: String { all.joined(separator: " ") }
}

/// Calls to view models of a fixture, and the story to which they lead.
struct StoryScene<Fixture>: CustomTestStringConvertible {
  let testDescription: String
  let story: String
  let play: @MainActor @Sendable (Fixture) -> Void

  init(_ name: String, _ story: String, _ play: @escaping @MainActor @Sendable (Fixture) -> Void) {
    (testDescription, self.story, self.play) = (name, story, play)
  }
}
