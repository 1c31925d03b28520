// The Swift blocks of the articles on view models, observables and scopes, word for word.
import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

// MARK: Showing view models in a host

final class Alerts: HostLifecycleSubscribable {
  private let hosts = LifecycleHostObserver<AlertHost>()

  func attach(to host: AlertHost) -> HostAttachment { hosts.attach(to: host) }

  func show(_ text: String) { hosts.currentHost?.present(text) }
}

final class EditorViewModel: BaseLifecycleViewModel {
  let alerts = Alerts()
  @InitializedSubject var title = "Untitled"

  init() {
    super.init(lifecycleSubscribables: [alerts])
  }
}

@MainActor
final class AlertHost {
  private(set) var shown: [String] = []
  private(set) var title = ""
  private var manager: LifecycleManager?

  func load(_ viewModel: EditorViewModel) {
    manager = LifecycleManager(viewModel, host: self) { [weak self] in
      [viewModel.$title.observe { self?.title = $0 }]  // ends when the host disappears
    }
  }

  func present(_ text: String) { shown.append(text) }

  func didAppear() { manager?.hostDidAppear() }
  func didDisappear() { manager?.hostDidDisappear() }
  func close() { manager?.unbind() }
}

// MARK: Choosing an observable

final class AccountViewModel: BaseLifecycleViewModel {
  @InitializedObservable var title = "Account"  // never changes
  @InitializedSubject var name = ""
  @UninitializedSubject<Int> var balance  // nothing until it is loaded
  @DefaultSubject(default: "Anonymous") var nick: String  // `$nick.raw` may be nil

  lazy var isNamed = $name.map { !$0.isEmpty }
  lazy var summary = combine($nick, $balance) { nick, balance in
    "\(nick): \(balance.map(String.init).valueOr("…"))"
  }
}

// MARK: Scoping tasks

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

// MARK: Bridging

struct NewsError: Error, Equatable {}

/// A callback API that answers at once.
nonisolated final class NewsClient: Sendable {
  nonisolated final class Request: Sendable {
    func cancel() {}
  }

  let news: [String]?
  let error: NewsError?

  init(news: [String]? = nil, error: NewsError? = nil) {
    self.news = news
    self.error = error
  }

  func loadNews(_ onAnswer: @Sendable ([String]?, NewsError?) -> Void) -> Request {
    onAnswer(news, error)
    return Request()
  }

  func openFeed(
    _ onHeadline: @Sendable (String) -> Void,
    onEnd: @Sendable (NewsError?) -> Void
  ) -> Request {
    news?.forEach(onHeadline)
    onEnd(error)
    return Request()
  }
}

final class NewsService: Sendable {
  private let client: NewsClient

  init(client: NewsClient) { self.client = client }

  func loadNews() async throws -> [String] {
    try await withCallback { reply in
      let request = client.loadNews { news, error in reply.resume(news, error) }
      reply.onCancel { request.cancel() }
    }
  }
}

extension NewsClient {
  var headlines: CallbackFlow<String, NewsError> {
    CallbackFlow { sink in
      let feed = self.openFeed {
        sink.send($0)
      } onEnd: { error in
        if let error { sink.finish(throwing: error) } else { sink.finish() }
      }
      return { feed.cancel() }
    }
  }
}

final class NewsViewModel: BaseLifecycleViewModel {
  lazy var headline = UninitializedObservable(following: client.headlines, in: scope)
  private let client: NewsClient

  init(client: NewsClient) {
    self.client = client
    super.init()
  }
}

final class TickerViewModel: BaseLifecycleViewModel {
  @InitializedSubject private(set) var headlines: [String] = []
  @InitializedSubject private(set) var problem: NewsError?

  init(client: NewsClient) {
    super.init()
    client.headlines.collect { [weak self] in
      self?.headlines.append($0)
    } onCompletion: { [weak self] error in
      self?.problem = error  // of the type with which the flow fails; nil at its end
    }
    .addTo(scope)
  }
}

// MARK: Tests

@MainActor
struct ViewModelSampleTests {
  @Test func `a host shows a view model as the article says`() async throws {
    let host = AlertHost()
    try await withViewModel(EditorViewModel()) { harness in
      let model = harness.viewModel
      host.load(model)
      model.alerts.show("hello")
      host.didAppear()
      model.title = "Letter"
      host.didDisappear()
      model.title = "Unseen"
      host.close()
      model.alerts.show("too late")
      #expect(host.shown == ["hello"])
      #expect(host.title == "Letter")
      #expect(model.stage.current == .cleared)
    }
  }

  @Test func `each kind of observable is read as the article says`() {
    let model = AccountViewModel()
    #expect(model.title == "Account")
    #expect(model.balance == .nothing)
    #expect(model.nick == "Anonymous")
    #expect(model.$nick.raw == nil)
    #expect(model.summary.current == "Anonymous: …")
    model.nick = "ada"
    model.balance = .value(3)
    model.name = "Ada"
    #expect(model.isNamed.current)
    #expect(model.summary.current == "ada: 3")
  }

  @Test func `a feed of the resumed scope ends with the pause`() async throws {
    let feed = MutableSharedFlow<String>(replay: 1)
    try await withViewModel(FeedViewModel(feed: feed.asSharedFlow())) { harness in
      let posts = ValueRecorder(harness.viewModel.$posts)
      await harness.resume()
      #expect(feed.tryEmit("now"))
      await posts.expect([], ["now"])
      await harness.pause()
      #expect(harness.viewModel.scope.runningCount == 0)
      await harness.resume()
      await posts.expect(["now", "now"])  // a new collection begins with the replayed value
    }
  }

  @Test func `a service is awaited as the article says`() async throws {
    let service = NewsService(client: NewsClient(news: ["one"]))
    try await #expect(service.loadNews() == ["one"])
    let failing = NewsService(client: NewsClient(error: NewsError()))
    await #expect(throws: NewsError()) { try await failing.loadNews() }
  }

  @Test func `a view model shows a flow as the article says`() async throws {
    let model = NewsViewModel(client: NewsClient(news: ["one", "two"]))
    let headlines = ValueRecorder(model.headline)
    _ = try await headlines.next { $0.valueOrNil == "two" }
    model.clear()
    #expect(model.headline.currentOrNil == "two")
  }

  @Test func `a view model collects a flow and its end as the article says`() async throws {
    let client = NewsClient(news: ["one", "two"], error: NewsError())
    try await withViewModel(TickerViewModel(client: client)) { harness in
      let problem = ValueRecorder(harness.viewModel.$problem)
      await problem.expect(nil, NewsError())
      #expect(harness.viewModel.headlines == ["one", "two"])
    }
  }
}
