// The Swift blocks of the article on scoping tasks, word for word, and that what it says of them is so.
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

final class EternalFeedViewModel: BaseLifecycleViewModel {
  @InitializedSubject var posts: [String] = []

  init(feed: SharedFlow<String>) {
    super.init()
    Task {
      for await post in feed { posts.append(post) }
    }
  }
}

final class FeedViewModel: BaseLifecycleViewModel {
  @InitializedSubject var posts: [String] = []
  private let feed: SharedFlow<String>

  init(feed: SharedFlow<String>) {
    self.feed = feed
    super.init()
  }

  override func onResume(scope: TaskScope) {
    scope.launch { [weak self, feed] in
      for await post in feed { self?.posts.append(post) }
    }
  }
}

final class DraftViewModel: BaseLifecycleViewModel {
  @InitializedSubject var text = ""
  @InitializedSubject var isSaved = false

  private let appScope: TaskScope
  private let save: @MainActor (String) async throws -> Void

  init(appScope: TaskScope, save: @escaping @MainActor (String) async throws -> Void) {
    self.appScope = appScope
    self.save = save
    super.init()
  }

  override func onPause() {
    appScope.launch { [weak self, save, text] in  // goes on when this screen is closed
      try await save(text)
      self?.isSaved = true
    }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ScopingTests {
  /// Never released, as the task that waits for it never ends: that is what the article warns of.
  private static let endlessFeed = MutableSharedFlow<String>(replay: 1)
  private static weak var endlessModel: EternalFeedViewModel?

  @Test func `a task of its own keeps the view model, and works on after clear`() async throws {
    let feed = Self.endlessFeed
    let posts: ValueRecorder<[String]>
    do {
      let model = EternalFeedViewModel(feed: feed.asSharedFlow())
      posts = ValueRecorder(model.$posts)
      Self.endlessModel = model
      model.didResume()
      model.didPause()
      model.clear()
      #expect(model.scope.runningCount == 0)
    }
    #expect(Self.endlessModel != nil)
    #expect(feed.tryEmit("late"))
    await posts.expect([], ["late"])
  }

  @Test func `work of the resumed scope ends with the pause, and holds nothing`() async throws {
    let feed = MutableSharedFlow<String>(replay: 1)
    try await withViewModel(FeedViewModel(feed: feed.asSharedFlow())) { harness in
      let posts = ValueRecorder(harness.viewModel.$posts)
      await harness.resume()
      #expect(feed.tryEmit("now"))
      await posts.expect([], ["now"])
      await harness.pause()
      #expect(harness.viewModel.scope.runningCount == 0)
      await harness.resume()
      await posts.expect(["now", "now"])  // a new run, with the replay
    }
  }

  @Test func `what is saved goes on when its screen is closed`() async throws {
    let appScope = TaskScope(name: "app")
    let saved = SavedTexts()
    let model = DraftViewModel(appScope: appScope) { saved.texts.append($0) }
    model.didResume()
    model.text = "Dear Ada"
    model.clear()
    await appScope.waitUntilEmpty()
    #expect(saved.texts == ["Dear Ada"])
    #expect(model.isSaved)
  }

  @Test func `an ended scope does not run what comes later`() async {
    let scope = TaskScope()
    scope.cancel()
    #expect(scope.launch {} == nil)
  }
}

@MainActor
private final class SavedTexts {
  var texts: [String] = []
}
