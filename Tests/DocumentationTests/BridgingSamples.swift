// The Swift blocks of the article on bridging, word for word; ReadmeTests compares them, and the tests
// below run them. Those with Combine are in Tests/CombineBridge.
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

struct NewsError: Error, Equatable {}

/// An API with callbacks that answers at once.
final class NewsClient: Sendable {
  final class Request: Sendable {
    func cancel() {}
  }

  let answer: Result<[String], NewsError>

  init(_ answer: Result<[String], NewsError>) { self.answer = answer }

  func loadNews(_ onAnswer: @Sendable ([String]?, NewsError?) -> Void) -> Request {
    switch answer {
    case .success(let news): onAnswer(news, nil)
    case .failure(let error): onAnswer(nil, error)
    }
    return Request()
  }

  func openFeed(
    _ onHeadline: @Sendable (String) -> Void,
    onEnd: @Sendable (NewsError?) -> Void
  ) -> Request {
    for headline in (try? answer.get()) ?? ["before the error"] { onHeadline(headline) }
    if case .failure(let error) = answer { onEnd(error) } else { onEnd(nil) }
    return Request()
  }
}

// MARK: A callback that answers once

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

// MARK: A callback that is called often

extension NewsClient {
  var headlines: ThrowingCallbackFlow<String, NewsError> {
    ThrowingCallbackFlow { sink in
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

// MARK: Running them

@MainActor
struct BridgingSampleTests {
  @Test func `a service is awaited as the article says`() async throws {
    let service = NewsService(client: NewsClient(.success(["one"])))
    try await #expect(service.loadNews() == ["one"])
    let failing = NewsService(client: NewsClient(.failure(NewsError())))
    await #expect(throws: NewsError()) { try await failing.loadNews() }
  }

  @Test func `a view model shows a flow as the article says`() async throws {
    let model = NewsViewModel(client: NewsClient(.success(["one", "two"])))
    let headlines = ValueRecorder(model.headline)
    _ = try await headlines.next { $0.valueOrNil == "two" }
    model.clear()
    #expect(model.headline.currentOrNil == "two")
  }
}
