import Dispatch
import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KittensFeatures
import Testing

/// The source against a real server; what takes long takes as long as the test says.
@Suite(.timeLimit(.minutes(5)))
struct HTTPKittenDataSourceTests {
  /// Runs a test with a server that answers each request with a text.
  private func withServer<Output>(
    _ answer: @escaping @Sendable (LoopbackServer.Client) -> Void,
    _ body: (URL) async throws -> Output
  ) async throws -> Output {
    let server = try LoopbackServer(answer: answer)
    defer { server.stop() }
    return try await body(server.endpoint)
  }

  @Test func `a page is asked for by limit and offset, and comes in order`() async throws {
    let requests = Lock<[String]>([])
    let images = try await withServer { client in
      requests.withLock { $0.append(client.request) }
      client.answer(#"[{"url": "https://a.example/1"}, {"url": "https://a.example/2", "id": 7}]"#)
    } _: { endpoint in
      try await HTTPKittenDataSource(endpoint: endpoint).load(limit: 2, offset: 4)
    }
    #expect(images.map(\.url) == ["https://a.example/1", "https://a.example/2"])
    #expect(requests.withLock { $0 } == ["GET /kittens?limit=2&offset=4 HTTP/1.1"])
  }

  @Test func `the query of the endpoint is kept`() async throws {
    let requests = Lock<[String]>([])
    _ = try await withServer { client in
      requests.withLock { $0.append(client.request) }
      client.answer("[]")
    } _: { endpoint in
      let endpoint = endpoint.appending(queryItems: [URLQueryItem(name: "key", value: "a b")])
      return try await HTTPKittenDataSource(endpoint: endpoint).load(limit: 1, offset: 0)
    }
    #expect(
      requests.withLock { $0 } == ["GET /kittens?key=a%20b&limit=1&offset=0 HTTP/1.1"]
    )
  }

  @Test func `an answer in many pieces is one answer`() async throws {
    let images = try await withServer { client in
      client.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
      for byte in #"[{"url": "https://a.example/é"}]"#.utf8 {
        client.send("1\r\n".utf8 + [byte] + "\r\n".utf8)
      }
      client.send("0\r\n\r\n".utf8)
    } _: { endpoint in
      try await HTTPKittenDataSource(endpoint: endpoint).load(limit: 9, offset: 0)
    }
    #expect(images.map(\.url) == ["https://a.example/%C3%A9"])
  }

  @Test func `what would control a terminal is encoded`() async throws {
    let images = try await withServer { client in
      client.answer(#"[{"url": "https://a.example/\u001b[2J"}]"#)
    } _: { endpoint in
      try await HTTPKittenDataSource(endpoint: endpoint).load(limit: 9, offset: 0)
    }
    #expect(images.map(\.url) == ["https://a.example/%1B%5B2J"])
  }

  @Test func `no more images come than were asked for`() async throws {
    let images = try await withServer { client in
      client.answer(#"[{"url": "https://a.example/1"}, {"url": "https://a.example/2"}]"#)
    } _: { endpoint in
      try await HTTPKittenDataSource(endpoint: endpoint).load(limit: 1, offset: 0)
    }
    #expect(images.map(\.url) == ["https://a.example/1"])
  }

  // MARK: Errors

  @Test func `a refused connection says who cannot be reached`() async throws {
    let endpoint = try LoopbackServer.refusingEndpoint()
    let error = await #expect(throws: KittenDataError.self) {
      try await HTTPKittenDataSource(endpoint: endpoint).load(limit: 1, offset: 0)
    }
    guard case .unreachable("127.0.0.1", _) = error else {
      Issue.record("expected unreachable, found \(String(describing: error))")
      return
    }
  }

  @Test func `a connection that breaks in the middle is no answer`() async throws {
    let error = try await withServer { client in
      client.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[".utf8)
    } _: { endpoint in
      await #expect(throws: KittenDataError.self) {
        try await HTTPKittenDataSource(endpoint: endpoint).load(limit: 1, offset: 0)
      }
    }
    guard case .unreachable = error else {
      Issue.record("expected unreachable, found \(String(describing: error))")
      return
    }
  }

  @Test(arguments: [("404 Not Found", 404), ("500 Internal Server Error", 500), ("204 None", 204)])
  func `another status than 200 is told`(line: String, status: Int) async throws {
    let error = try await withServer { client in
      client.answer("", status: line)
    } _: { endpoint in
      await #expect(throws: KittenDataError.self) {
        try await HTTPKittenDataSource(endpoint: endpoint).load(limit: 1, offset: 0)
      }
    }
    #expect(error == .status(status))
  }

  @Test(arguments: [
    ("", "it is no JSON"),
    ("<html>", "it is no JSON"),
    ("[{\"url\": \"https://a.example/1\"}", "it is no JSON"),
    ("[{\"id\": 1}]", "[0] has no \"url\""),
    ("[{\"url\": \"https://a.example/1\"}, {\"url\": 2}]", "[1].url"),
    ("{\"url\": \"https://a.example/1\"}", "the answer"),
    ("[{\"url\": \"kitten\"}]", "[0].url is no address"),
  ])
  func `what is no list of images is told, with the place`(
    body: String,
    reason: String
  ) async throws {
    let error = try await withServer { client in
      client.answer(body)
    } _: { endpoint in
      await #expect(throws: KittenDataError.self) {
        try await HTTPKittenDataSource(endpoint: endpoint).load(limit: 4, offset: 0)
      }
    }
    guard case .unreadable(let found) = error else {
      Issue.record("expected unreadable, found \(String(describing: error))")
      return
    }
    #expect(found.hasPrefix(reason), "\(found)")
  }

  @Test func `an answer that says it is too large is not read`() async throws {
    let isGone = Settlement<Void>()
    let error = try await withServer { client in
      client.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n[".utf8)
      client.waitUntilGone()
      isGone.settle(())
    } _: { endpoint in
      let error = await #expect(throws: KittenDataError.self) {
        try await HTTPKittenDataSource(endpoint: endpoint, byteLimit: 999).load(limit: 1, offset: 0)
      }
      _ = await isGone.wait()
      return error
    }
    #expect(error == .tooLarge(limit: 999))
  }

  @Test func `an answer without end is read up to the limit, and then hung up`() async throws {
    let isGone = Settlement<Void>()
    let error = try await withServer { client in
      client.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
      let chunk = Array("400\r\n".utf8) + Array(repeating: UInt8(ascii: " "), count: 1024)
      // More than the limit and no flood: on Linux one queue reads for all sessions of the process, and
      // other tests would wait behind it.
      for _ in 0..<10 { client.send(chunk + Array("\r\n".utf8)) }
      client.waitUntilGone()
      isGone.settle(())
    } _: { endpoint in
      let error = await #expect(throws: KittenDataError.self) {
        try await HTTPKittenDataSource(endpoint: endpoint, byteLimit: 10_000)
          .load(limit: 1, offset: 0)
      }
      _ = await isGone.wait()
      return error
    }
    #expect(error == .tooLarge(limit: 10_000))
  }

  @Test func `an answer of exactly the limit is read`() async throws {
    let body = #"[{"url": "https://a.example/1"}]"#
    let images = try await withServer {
      $0.answer(body)
    } _: { endpoint in
      try await HTTPKittenDataSource(endpoint: endpoint, byteLimit: body.utf8.count)
        .load(limit: 1, offset: 0)
    }
    #expect(images.count == 1)
  }

  // MARK: Slow answers

  @Test func `a server that does not answer in time is hung up on`() async throws {
    let isAsked = Settlement<Void>()
    let isGone = Settlement<Void>()
    let clock = ManualClock()
    try await withServer { client in
      isAsked.settle(())
      client.waitUntilGone()
      isGone.settle(())
    } _: { endpoint in
      let source = HTTPKittenDataSource(
        endpoint: endpoint,
        timeLimit: .seconds(15),
        clock: clock
      )
      let loading = Task { try await source.load(limit: 1, offset: 0) }
      try await clock.waitForSleepers(1)
      _ = await isAsked.wait()
      clock.advance(by: .seconds(15))
      await #expect(throws: KittenDataError.timedOut(.seconds(15))) { try await loading.value }
      _ = await isGone.wait()
    }
    #expect(clock.deadlines.isEmpty)
  }

  @Test func `an answer that comes late, but in time, is an answer`() async throws {
    let isAsked = Settlement<Void>()
    let mayAnswer = DispatchSemaphore(value: 0)
    let clock = ManualClock()
    try await withServer { client in
      isAsked.settle(())
      mayAnswer.wait()
      client.answer("[]")
    } _: { endpoint in
      let source = HTTPKittenDataSource(
        endpoint: endpoint,
        timeLimit: .seconds(15),
        clock: clock
      )
      let loading = Task { try await source.load(limit: 1, offset: 0) }
      _ = await isAsked.wait()
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(14))
      mayAnswer.signal()
      #expect(try await loading.value == [])
    }
    #expect(clock.deadlines.isEmpty)
  }

  @Test func `cancelling hangs up`() async throws {
    let isAsked = Settlement<Void>()
    let isGone = Settlement<Void>()
    try await withServer { client in
      isAsked.settle(())
      client.waitUntilGone()
      isGone.settle(())
    } _: { endpoint in
      let source = HTTPKittenDataSource(endpoint: endpoint, clock: ManualClock())
      let loading = Task { try await source.load(limit: 1, offset: 0) }
      _ = await isAsked.wait()
      loading.cancel()
      await #expect(throws: KittenDataError.cancelled) { try await loading.value }
      _ = await isGone.wait()
    }
  }

  @Test func `a task that is cancelled already asks nobody`() async throws {
    let requests = Lock<[String]>([])
    try await withServer { client in
      requests.withLock { $0.append(client.request) }
      client.answer("[]")
    } _: { endpoint in
      let mayBegin = Settlement<Void>()
      let loading = Task {
        _ = await mayBegin.wait()
        return try await HTTPKittenDataSource(endpoint: endpoint).load(limit: 1, offset: 0)
      }
      loading.cancel()
      await #expect(throws: KittenDataError.cancelled) { try await loading.value }
    }
  }

  // MARK: The list

  @MainActor
  @Test func `the list loads from a server, page by page`() async throws {
    let server = try LoopbackServer { client in
      let isFirst = client.request.contains("offset=0")
      client.answer(
        isFirst
          ? #"[{"url": "https://a.example/1"}, {"url": "https://a.example/2"}]"#
          : #"[{"url": "https://a.example/3"}]"#
      )
    }
    defer { server.stop() }
    let source = HTTPKittenDataSource(endpoint: server.endpoint)
    let store = makeKittensStore(source: source, pageSize: 2)
    let states = ValueRecorder(store.state)
    store.send(.begin)
    let first = try await states.next { $0.loading == nil && !$0.images.isEmpty }
    #expect(first.images.count == 2)
    #expect(!first.isComplete)
    store.send(.loadMore)
    let second = try await states.next { $0.isComplete }
    #expect(second.images.map(\.url).last == "https://a.example/3")
    #expect(second.images.count == 3)
    store.dispose()
  }

  @MainActor
  @Test func `stopping the list hangs up on the server`() async throws {
    let isAsked = Settlement<Void>()
    let isGone = Settlement<Void>()
    let server = try LoopbackServer { client in
      isAsked.settle(())
      client.waitUntilGone()
      isGone.settle(())
    }
    defer { server.stop() }
    let store = makeKittensStore(source: HTTPKittenDataSource(endpoint: server.endpoint))
    let component = makeKittensComponent(store)
    component.onStart()
    _ = await isAsked.wait()
    component.onStop()
    _ = await isGone.wait()
    #expect(store.state.current == KittensState())
  }
}
