import Combine
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCombineUnderTest
import Testing

/// The news list of an article on bridging shared Kotlin code to Combine and async/await, on this toolkit.
///
/// The article wraps a completion handler in a `Future`, a flow in a publisher of its own, and both in
/// continuations by hand. Its wrappers answer twice when there are two errors, never when there is neither
/// value nor error, ignore demand, and resume a continuation with every value of a flow. Each test goes
/// one step of the article and shows what is defined here instead.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct NewsListBridgingTests {
  // MARK: What the shared code offers

  private struct NewsItem: Equatable, Sendable {
    var title: String
  }

  private struct NewsError: Error, Equatable {
    var message: String
  }

  private struct Response: Sendable {
    var articles: [NewsItem]?
    var errorResponse: NewsError?
  }

  private typealias Completion = @Sendable (Response?, (any Error)?) -> Void

  /// The service as Swift sees it: a completion handler, and a job that one may cancel.
  private final class NewsService: Sendable {
    let requests = Log<Completion>()
    let cancellations = Tally()
    private let arrival = MutableStateFlow(0)

    func getNewsList(completionHandler: @escaping Completion) -> SimpleDisposable {
      requests.append(completionHandler)
      arrival.update { $0 + 1 }
      return SimpleDisposable { [cancellations] in cancellations.add() }
    }

    func request(_ number: Int = 1) async throws -> Completion {
      _ = try await arrival.asStateFlow().first { $0 >= number }
      return requests.all[number - 1]
    }

    // MARK: As a function, and as a flow

    func loadNews() async throws -> [NewsItem] {
      try await withCallback { (reply: CallbackReply<[NewsItem]>) in
        let job = getNewsList { response, error in
          reply.resume(response?.articles, error ?? response?.errorResponse)
        }
        reply.onCancel { job.dispose() }
      }
    }

    var news: ThrowingCallbackFlow<[NewsItem], NewsError> {
      ThrowingCallbackFlow { sink in
        let job = self.getNewsList { response, error in
          if let articles = response?.articles { sink.send(articles) }
          if let error = error ?? response?.errorResponse {
            sink.finish(throwing: error as? NewsError ?? NewsError(message: "\(error)"))
          } else {
            sink.finish()
          }
        }
        return { job.dispose() }
      }
    }
  }

  /// The view model of the shared code, with its flow.
  private final class NewsViewModel: BaseLifecycleViewModel {
    let newsFlow = MutableStateFlow<[NewsItem]>([])
    private let service: NewsService

    init(service: NewsService) {
      self.service = service
      super.init()
    }

    func loadData() {
      scope.launch { [service, newsFlow] in newsFlow.value = try await service.loadNews() }
    }
  }

  private let service = NewsService()
  private let items = [NewsItem(title: "one"), NewsItem(title: "two")]

  // MARK: The completion handler as a publisher

  @Test func `a publisher calls the service for each subscriber, and ends after the answer`()
    async throws
  {
    let publisher = service.news.publisher
    #expect(service.requests.count == 0)
    let subscriber = TestSubscriber<[NewsItem], NewsError>(demand: nil)
    publisher.subscribe(subscriber)
    try await service.request()(Response(articles: items), nil)
    #expect(await subscriber.completion.wait() != nil)
    #expect(subscriber.values.all == [items])
  }

  @Test func `an error of the service is the failure, once, also if there are two`() async throws {
    let subscriber = TestSubscriber<[NewsItem], NewsError>(demand: nil)
    service.news.publisher.subscribe(subscriber)
    let response = Response(errorResponse: NewsError(message: "503"))
    try await service.request()(response, NewsError(message: "offline"))
    let completion = await subscriber.completion.wait()
    #expect(throws: NewsError(message: "offline")) { try completion?.get() }
    #expect(subscriber.values.count == 0)
  }

  @Test func `cancelling the subscription cancels the job`() async throws {
    let cancellable = service.news.publisher.sink { _ in
    } receiveValue: { _ in
    }
    _ = try await service.request()
    cancellable.cancel()
    await mainActorTurns(until: service.cancellations.value == 1)
    #expect(service.cancellations.value == 1)
  }

  // MARK: The flow as a publisher

  @Test func `a view follows the flow of the view model with sink`() async throws {
    try await withViewModel(NewsViewModel(service: service)) { harness in
      let shown = Log<[NewsItem]>()
      var store: Set<AnyCancellable> = []
      harness.viewModel.newsFlow.publisher.sink { shown.append($0) }.store(in: &store)
      harness.viewModel.loadData()
      try await service.request()(Response(articles: items), nil)
      await mainActorTurns(until: shown.all.last == items)
      #expect(shown.all.last == items)
      store.removeAll()
      _ = try await harness.viewModel.newsFlow.subscriptionCount.first { $0 == 0 }
    }
  }

  @Test func `a flow is followed with callbacks for values and the end`() async throws {
    let shown = Log<[NewsItem]>()
    let end = Settlement<Void>()
    let token = service.news.collect {
      shown.append($0)
    } onCompletion: { _ in
      end.settle(())
    }
    try await service.request()(Response(articles: items), nil)
    _ = await end.wait()
    #expect(shown.all == [items])
    token.dispose()
  }

  // MARK: async/await

  @Test func `the completion handler is an async function`() async throws {
    let loading = Task { try await service.loadNews() }
    try await service.request()(Response(articles: items), nil)
    try await #expect(loading.value == items)
  }

  @Test func `an error of either kind is thrown, and so is no answer`() async throws {
    for (number, response) in [
      Response(errorResponse: NewsError(message: "503")), nil,
    ].enumerated() {
      let loading = Task { try await service.loadNews() }
      try await service.request(2 * number + 1)(response, NewsError(message: "offline"))
      await #expect(throws: NewsError(message: "offline")) { try await loading.value }

      let empty = Task { try await service.loadNews() }
      try await service.request(2 * number + 2)(response, nil)
      let error = await #expect(throws: (any Error).self) { try await empty.value }
      if response == nil {
        #expect((error as? CallbackError)?.reason == .emptyAnswer)
      } else {
        #expect(error as? NewsError == NewsError(message: "503"))
      }
    }
  }

  @Test func `a cancelled load cancels the job, as when the view model is cleared`() async throws {
    try await withViewModel(NewsViewModel(service: service)) { harness in
      harness.viewModel.loadData()
      _ = try await service.request()
      harness.viewModel.clear()
      #expect(service.cancellations.value == 1)
    }
  }

  @Test func `one value of a flow is awaited however many follow`() async throws {
    let flow = MutableStateFlow<[NewsItem]>([])
    let first = Task { try await flow.asStateFlow().first { !$0.isEmpty } }
    flow.value = items
    flow.value = items + items
    let news = try await first.value
    #expect(news == items || news == items + items)
  }

  // MARK: The other direction

  @Test func `a publisher of the platform feeds the view model`() async throws {
    let scope = TaskScope()
    let reachable = PassthroughSubject<Bool, Never>()
    let isOnline = InitializedObservable(false, following: reachable.asFlow(), in: scope)
    let values = ValueRecorder(isOnline)
    try await #expect(values.next() == false)
    reachable.send(true)
    try await #expect(values.next() == true)
    reachable.send(completion: .finished)
    scope.cancel()
    #expect(isOnline.current)
  }
}
