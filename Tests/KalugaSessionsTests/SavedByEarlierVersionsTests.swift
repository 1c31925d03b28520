import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaSessions
import Testing

/// Sessions that earlier states of the toolkit have recorded.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SavedByEarlierVersionsTests {
  private enum Move: AppMove {
    case search(String)
    case add(Int, price: Double)
    case login(user: String, pin: String)
    case refresh
  }

  /// A session with all kinds of events.
  private func session() async throws -> Session {
    let clock = ManualClock()
    let recorder = SessionRecorder<Move>(
      capacity: 15,
      privateKeys: ["pin"],
      recordsErrorTexts: true,
      clock: clock
    )
    for _ in 0..<3 { recorder.record(.move(.refresh)) }
    recorder.record(.move(.search("tea \u{202E}\"\\ ✓")))
    await clock.run(for: .milliseconds(1500))
    _ = await recorder.answer("books") { [Book(title: "Tea"), Book(title: "Teapots")] }
    _ = await recorder.answer("book") { nil as Book? }
    _ = try? await recorder.answer("books") { () throws -> Int in throw ShopError.noSuchBook(2) }
    recorder.record(.move(.add(1, price: 2.5)))
    recorder.record(.move(.login(user: "ada", pin: "1234")))
    recorder.record(.background)
    recorder.record(.foreground)
    recorder.record(.back)
    recorder.record(.restart)
    _ = await recorder.answer("price") { Decimal(string: "1234567890123456789.0123456789") }
    recorder.recordFailure(ShopError.noSuchBook(3))
    recorder.recordFailure(ArchitectureDiagnostic(.lostResult, "the result of 'a' is lost"))
    await clock.run(for: .seconds(3))
    recorder.record(.move(.refresh))
    return recorder.session
  }

  @Test(arguments: EarlierFiles.all)
  func `a session is read with all of its events`(_ files: EarlierFiles) throws {
    let data = try files.data("session.json")
    let session = try Session(data)
    #expect(session.droppedCount == 2)
    #expect(session.calls == ["price": 1])
    #expect(
      session.steps.map { "\($0)" } == [
        "refresh",
        #"search("tea \u{202e}"\ ✓")"#,
        #"books answers [{title: "Tea"}, {title: "Teapots"}]"#,
        "book answers null",
        "books fails with ShopError: noSuchBook(2)",
        "add(1, price: 2.5)",
        #"login(pin: "•••", user: "ada"); redacted: login.pin"#,
        "the app goes to the background",
        "the app comes to the foreground",
        "the user goes back",
        "the process ends, and a new process restores the app",
        "price answers 1234567890123456789.0123456789",
        "the app fails with ShopError: noSuchBook(3)",
        "the toolkit reports lostResult: the result of 'a' is lost",
        "refresh",
      ]
    )
    let times = session.steps.map { $0.at / 1_000_000 }
    #expect(times == [0, 0] + Array(repeating: 1500, count: 12) + [4500])
    #expect(session.steps.compactMap(\.call) == [0, 0, 1, 0])
    #expect(session.steps.compactMap(\.calls) == [["book": 1, "books": 2]])
    let move = try #require(session.steps[1].value)
    #expect(try move.decoded(as: Move.self) == .search("tea \u{202E}\"\\ ✓"))
  }

  @Test(arguments: EarlierFiles.all)
  func `a session of the shop is replayed`(_ files: EarlierFiles) async throws {
    for hasBug in [true, false] {
      let replay = SessionReplay<ShopUnderTest>(try Session(files.data("shop-session.json"))) {
        ShopUnderTest($0, services: $1, clock: $2)
      }
      _ = try await ShopUnderTest.$hasBug.withValue(hasBug) { try await replay.run() }
      let failure =
        "event 6 of 7, add(1): failed with ShopError: noSuchBook(1), like the recorded app. "
        + "The session is incomplete: redacted: event 1: pay.card"
      #expect(replay.problems == (hasBug ? [failure] : []))
    }
  }

  @Test(.enabled(if: EarlierFiles.new != nil))
  func `write what this state of the toolkit records`() async throws {
    let files = try #require(EarlierFiles.new)
    try files.write(Data(await session().json().utf8), to: "session.json")
    let shop = try await ShopUnderTest.$hasBug.withValue(true) {
      try await RecordedShop.slowSearch(payingWith: "4111").json()
    }
    try files.write(Data(shop.utf8), to: "shop-session.json")
  }
}
