import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Tests the data source with a real server, whose timing each test controls.
@Suite(.timeLimit(.minutes(5)))
struct HTTPKittenDataSourceTests {
  /// Runs a test with a server.
  private func withServer<Output>(
    _ answer: @escaping @Sendable (LoopbackServer.Client) -> Void,
    _ body: (URL) async throws -> Output
  ) async throws -> Output {
    let server = try LoopbackServer(answer: answer)
    defer { server.stop() }
    return try await body(server.endpoint)
  }

  /// Loads images from a server, and returns their addresses, or the error.
  private func load(
    _ limit: Int = 9,
    byteLimit: Int = 1 << 20,
    from answer: @escaping @Sendable (LoopbackServer.Client) -> Void
  ) async throws -> Result<[String], KittenDataError> {
    try await withServer(answer) { endpoint in
      await load(limit, from: HTTPKittenDataSource(endpoint: endpoint, byteLimit: byteLimit))
    }
  }

  private func load(
    _ limit: Int = 1,
    from source: HTTPKittenDataSource
  ) async -> Result<[String], KittenDataError> {
    do throws(KittenDataError) {
      return .success(try await source.load(limit: limit, offset: 0).map(\.url))
    } catch {
      return .failure(error)
    }
  }

  private func picture(
    at url: String,
    byteLimit: Int = 100
  ) async -> Result<Data, KittenDataError> {
    do throws(KittenDataError) {
      let loader = HTTPKittenImageLoader(byteLimit: byteLimit)
      return .success(try await loader.load(KittenImage(url: url)))
    } catch {
      return .failure(error)
    }
  }

  @Test func `a picture is loaded from its address, up to a limit`() async throws {
    try await withServer { client in
      client.answer("picture")
    } _: { endpoint in
      let url = endpoint.absoluteString
      #expect(await picture(at: url) == .success(Data("picture".utf8)))
      #expect(await picture(at: url, byteLimit: 6) == .failure(.tooLarge(limit: 6)))
    }
    let error = KittenDataError.unreachable(endpoint: "a.jpg", reason: "this is not an address")
    #expect(await picture(at: "a.jpg") == .failure(error))
  }

  private static let list =
    #"[{"url": "https://a.example/1"}, {"url": "https://a.example/2", "id": 7}]"#

  @Test func `a request appends limit and offset to the query of the endpoint`() async throws {
    let requests = Log<String>()
    try await withServer { client in
      requests.append(client.request)
      client.answer(Self.list)
    } _: { endpoint in
      let images = try await HTTPKittenDataSource(endpoint: endpoint).load(limit: 2, offset: 4)
      #expect(images.map(\.url) == ["https://a.example/1", "https://a.example/2"])
      let withKey = endpoint.appending(queryItems: [URLQueryItem(name: "key", value: "a b")])
      _ = try await HTTPKittenDataSource(endpoint: withKey).load(limit: 2, offset: 0)
    }
    #expect(
      requests.all == [
        "GET /kittens?limit=2&offset=4 HTTP/1.1",
        "GET /kittens?key=a%20b&limit=2&offset=0 HTTP/1.1",
      ]
    )
  }

  /// The control character in the first answer could act on a terminal.
  @Test(arguments: [
    (#"[{"url": "https://a.example/\u001b[2J"}]"#, 9, ["https://a.example/%1B%5B2J"]),
    (list, 1, ["https://a.example/1"]),
    (list, 2, ["https://a.example/1", "https://a.example/2"]),
    ("[]", 2, []),
  ])
  func `no more images are returned than requested, and control characters are encoded`(
    body: String,
    limit: Int,
    urls: [String]
  ) async throws {
    // The answer has the maximum length.
    let result = try await load(limit, byteLimit: body.utf8.count) { $0.answer(body) }
    #expect(result == .success(urls))
  }

  @Test(arguments: [
    ("404 Not Found", "", KittenDataError.status(404)), ("204 None", "", .status(204)),
    ("200 OK", "<html>", .unreadable("it is not JSON")),
    ("200 OK", "[{\"id\": 1}]", .unreadable("[0] has no \"url\"")),
    ("200 OK", "[{\"url\": \"https://a.example/1\"}, {\"url\": 2}]", .unreadable("[1].url")),
    ("200 OK", "{\"url\": \"https://a.example/1\"}", .unreadable("the answer")),
    ("200 OK", "[{\"url\": \"kitten\"}]", .unreadable("[0].url is not an address")),
  ])
  func `another status, and an answer that is not a list of images, is an error`(
    status: String,
    body: String,
    expected: KittenDataError
  ) async throws {
    let result = try await load { $0.answer(body, status: status) }
    if case .failure(.unreadable(let found)) = result, case .unreadable(let start) = expected {
      #expect(found.hasPrefix(start))
    } else {
      #expect(result == .failure(expected))
    }
  }

  @Test func `a broken connection is an error that names the host`() async throws {
    let result = try await load { $0.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[".utf8) }
    guard case .failure(.unreachable("127.0.0.1", _)) = result else {
      Issue.record("expected unreachable, found \(result)")
      return
    }
  }

  @Test(arguments: [true, false])
  func `the connection is closed when an answer exceeds the limit`(isAnnounced: Bool) async throws {
    let isGone = Gate()
    let result = try await load(byteLimit: 10_000) { client in
      if isAnnounced {
        client.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n[".utf8)
      } else {
        client.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        let chunk = "400\r\n" + String(repeating: " ", count: 1024) + "\r\n"
        // Only a little more than the limit. On Linux all sessions of the process read on one
        // queue, so that other tests would have to wait for a long answer.
        for _ in 0..<10 { client.send(chunk.utf8) }
      }
      client.waitUntilGone()
      isGone.open()
    }
    #expect(result == .failure(.tooLarge(limit: 10_000)))
    try await isGone.pass()
  }

  @Test(arguments: [true, false])
  func `the connection is closed if no answer arrives in time, or the task is cancelled`(
    isCancelled: Bool
  ) async throws {
    let (isAsked, isGone, clock) = (Gate(), Gate(), ManualClock())
    try await withServer { client in
      isAsked.open()
      client.waitUntilGone()
      isGone.open()
    } _: { endpoint in
      let source = HTTPKittenDataSource(
        endpoint: endpoint,
        timeLimit: .seconds(15),
        clock: clock
      )
      let loading = Task { await load(from: source) }
      try await clock.waitForSleepers(1)
      try await isAsked.pass()
      clock.advance(by: .seconds(14))
      #expect(clock.deadlines.count == 1)
      if isCancelled { loading.cancel() } else { clock.advance(by: .seconds(1)) }
      #expect(await loading.value == .failure(isCancelled ? .cancelled : .timedOut(.seconds(15))))
      try await isGone.pass()
    }
    #expect(clock.deadlines.isEmpty)
  }
}
