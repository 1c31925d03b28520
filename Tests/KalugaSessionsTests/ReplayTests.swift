import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaSessions
import Testing

@testable import KalugaReplay

/// An app whose moves call a closure.
@MainActor
private final class ClosureApp: ReplayableApp {
  let driver = NavigationDriver(root: ShopScreen.catalogue) { _, _ in BaseLifecycleViewModel() }
  private let onMove: @MainActor (String) async throws -> Void

  init(_ onMove: @escaping @MainActor (String) async throws -> Void) {
    self.onMove = onMove
  }

  func perform(_ move: String) async throws { try await onMove(move) }
}

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ReplayTests {
  private func replay(_ session: Session, bug: Bool) async throws -> SessionReplay<ShopUnderTest> {
    let replay = SessionReplay<ShopUnderTest>(try Session(Data(session.json().utf8))) {
      ShopUnderTest($0, services: $1, clock: $2)
    }
    _ = try await ShopUnderTest.$hasBug.withValue(bug) { try await replay.run() }
    return replay
  }

  private func recorded(_ capacity: Int = 500, payingWith card: String? = nil) async -> Session {
    await ShopUnderTest.$hasBug.withValue(true) {
      await RecordedShop.slowSearch(capacity: capacity, payingWith: card)
    }
  }

  @Test func `a recorded failure occurs in the replay, and not once the bug is fixed`() async throws
  {
    let session = await recorded()
    let buggy = try await replay(session, bug: true)
    #expect(
      buggy.problems == [
        "event 5 of 6, add(1): failed with ShopError: noSuchBook(1), like the recorded app"
      ]
    )
    let fixed = try await replay(session, bug: false)
    #expect(fixed.problems == [])
    #expect(fixed.note == nil)
  }

  /// The package of the failing tests compiles the same file, and runs it with the bug.
  @Test func `the generated test is the one that is compiled here`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try await recorded().json().write(to: file, atomically: true, encoding: .utf8)
    let test = try ReplayCommand.output([
      file.path, "--app", "ShopUnderTest", "--name", "addsTheSecondBook",
    ])
    expectTranscript(test, goldenFile: "Shop/GeneratedTests.swift")
  }

  @Test func `a test says what is redacted, and whether that may hide the failure`() async throws {
    let session = await recorded(payingWith: "4111")
    #expect(try !session.json().contains("4111"))
    let incomplete = "session is incomplete: redacted: event 1: pay.card"
    let buggy = try await replay(session, bug: true)
    #expect(buggy.problems.count == 1)
    #expect(buggy.problems.first?.hasSuffix("like the recorded app. The \(incomplete)") == true)
    #expect(buggy.note == nil)
    let fixed = try await replay(session, bug: false)
    #expect(fixed.problems == [])
    #expect(
      fixed.note
        == "the recorded app failed with ShopError, the replay did not. Either this is fixed, or "
        + "it cannot be reproduced because the \(incomplete)"
    )
  }

  @Test func `a test says that the beginning of a session is missing`() async throws {
    let replay = try await replay(await recorded(2), bug: false)
    #expect(
      replay.problems == [
        "event 1 of 2, add(1): failed with ShopError: noSuchBook(1), like the recorded app. The "
          + "session is incomplete: 4 earlier events were dropped"
      ]
    )
  }

  @Test func `calls wait for the answers that they had, and the others until the end`() async throws
  {
    let recorder = SessionRecorder<ShopMove>()
    recorder.record(.move(.search("te")))
    let gate = Gate()
    let search = Task {
      try await recorder.answer("books") {
        try await gate.pass()
        return [Book]()
      }
    }
    defer { search.cancel() }
    try await gate.waitForArrivals(1)
    let replay = try await replay(recorder.session, bug: false)
    #expect(replay.problems == [])
  }

  @Test func `restarts, the background and going back are replayed`() async throws {
    let recorder = SessionRecorder<ShopMove>()
    for event: AppEvent<ShopMove> in [
      .move(.basket), .restart, .background, .foreground, .back, .back,
    ] {
      recorder.record(event)
    }
    var apps: [ShopUnderTest] = []
    let replay = SessionReplay<ShopUnderTest>(recorder.session) {
      apps.append(ShopUnderTest($0, services: $1, clock: $2))
      return apps[apps.count - 1]
    }
    let app = try await replay.run()
    #expect(apps.count == 2)
    #expect(apps.last === app)
    #expect("\(app.driver.stack.current)" == "[catalogue]")
    // The second back leaves the app.
    #expect(replay.problems == [])
  }

  @Test func `the width of the window is replayed, and a new process is narrow`() async throws {
    let words = ["the window gets wide", "the window gets narrow"]
    for (events, isWide) in [
      ([.wide], true), ([.wide, .narrow], false), ([.wide, .restart], false),
    ] as [([AppEvent<ShopMove>], Bool)] {
      #expect(events.first?.description == ".wide")
      let recorder = SessionRecorder<ShopMove>()
      for event in events { recorder.record(event) }
      let session = try Session(Data(recorder.session.json().utf8))
      #expect(
        session.steps.map(\.description).filter(words.contains)
          == Array(words.prefix(events.filter { $0 != .restart }.count))
      )
      let replay = SessionReplay<ShopUnderTest>(session) {
        ShopUnderTest($0, services: $1, clock: $2)
      }
      #expect(try await replay.run().driver.isWide == isWide)
      #expect(replay.problems == [])
    }
  }

  @Test func `an app that was partly covered is partly covered in the replay, too`() async throws {
    for (events, stage) in [
      ([.partlyCovered], .visible),
      ([.partlyCovered, .background], .paused),
      ([.partlyCovered, .foreground], .resumed),
    ] as [([AppEvent<ShopMove>], LifecycleStage)] {
      #expect(events.first?.description == ".partlyCovered")
      let recorder = SessionRecorder<ShopMove>()
      for event in events { recorder.record(event) }
      let session = try Session(Data(recorder.session.json().utf8))
      #expect(session.steps.first?.description == "the app is partly covered")
      var app: ShopUnderTest?
      let replay = SessionReplay<ShopUnderTest>(session) {
        let made = ShopUnderTest($0, services: $1, clock: $2)
        app = made
        return made
      }
      _ = try await replay.run()
      #expect(app?.driver.topViewModel?.stage.current == stage, "\(events)")
      #expect(replay.problems == [])
    }
  }

  private enum Reply: String, QuestionAnswer { case yes, no }

  @Test func `the answer to a question is replayed`() async throws {
    let question = Question(
      "Sure?",
      choices: [Question.Choice(Reply.yes, "Yes"), Question.Choice(Reply.no, "No")]
    )
    let recorder = SessionRecorder<String>()
    for event: AppEvent<String> in [.move("ask"), .answer("no")] { recorder.record(event) }
    let session = try Session(Data(recorder.session.json().utf8))
    #expect(session.steps.map { "\($0)" } == [#""ask""#, "the user chooses no"])
    #expect("\(AppEvent<String>.answer("no"))" == #".answer("no")"#)
    var answers: [Reply] = []
    weak var replayed: ClosureApp?
    let replay = SessionReplay<ClosureApp>(session) { _, _, _ in
      let app = ClosureApp { _ in
        guard let ticket = try replayed?.driver.perform(.ask(question), for: Reply.self),
          let answer = try await ticket.result
        else { return }
        answers.append(answer)
      }
      replayed = app
      return app
    }
    let app = try await replay.run()
    #expect(answers == [.no])
    #expect(app.driver.stack.current.question == nil)
    #expect(replay.problems == [])
  }

  @Test func `going back on the first screen fails like the recorded app`() async throws {
    let recorder = SessionRecorder<ShopMove>()
    recorder.record(.back)
    recorder.recordFailure(NavigationError.nothingToGoBackTo(screen: "catalogue"))
    let replay = try await replay(recorder.session, bug: false)
    #expect(replay.problems.count == 1)
    #expect(replay.problems.first?.hasPrefix("event 1 of 2, the user goes back: ") == true)
    #expect(replay.problems.first?.hasSuffix(", like the recorded app") == true)
  }

  // MARK: Failures

  /// Returns the problems of a replay of an app whose moves call a closure.
  private func problems(
    _ record: (SessionRecorder<String>) async throws -> Void,
    whenReplayedBy perform: @escaping @MainActor (String, ReplayedServices) async throws -> Void
  ) async throws -> [String] {
    let recorder = SessionRecorder<String>()
    recorder.record(.move("load"))
    try await record(recorder)
    let replay = SessionReplay<ClosureApp>(recorder.session) { _, services, _ in
      ClosureApp { try await perform($0, services) }
    }
    _ = try await replay.run()
    return replay.problems
  }

  @Test func `a call that waits at a restart is not a failure, even if the app has its own errors`()
    async throws
  {
    let gate = Gate()
    var call: Task<Int, any Error>?
    defer { call?.cancel() }
    let problems = try await problems { recorder in
      call = Task {
        try await recorder.answer("load") {
          try await gate.pass()
          return 1
        }
      }
      try await gate.waitForArrivals(1)
      recorder.record(.restart)
      recorder.record(.background)
    } whenReplayedBy: { move, services in
      do {
        _ = try await services.answer(move, as: Int.self)
      } catch {
        throw ShopError.noSuchBook(0)
      }
    }
    #expect(problems == [])
  }

  @Test func `a move that fails because other work was cancelled is a failure`() async throws {
    let problems = try await problems {
      $0.recordFailure(CancellationError())
    } whenReplayedBy: { _, _ in
      throw CancellationError()
    }
    #expect(
      problems == [
        #"event 1 of 2, "load": failed with CancellationError: CancellationError(), "#
          + "like the recorded app"
      ]
    )
  }

  @Test func `a service fails with the recorded error, or one that names the missing answer`()
    async throws
  {
    let recorded = try await problems { recorder in
      do {
        _ = try await recorder.answer("load") { () throws -> Int in throw ShopError.noSuchBook(1) }
      } catch {
        recorder.recordFailure(error)
      }
    } whenReplayedBy: {
      _ = try await $1.answer($0, as: Int.self)
    }
    #expect(recorded.count == 1)
    #expect(recorded.first?.hasSuffix("like the recorded app") == true, "\(recorded)")
    let missing = try await problems { _ in
    } whenReplayedBy: {
      _ = try await $1.answer($0, as: Int.self)
    }
    #expect(
      missing.first?.contains("the session has no answer to call 1 of 'load'") == true,
      "\(missing)"
    )
  }

  @Test func `a session with very many calls is replayed`() async throws {
    let session = Session(steps: [], calls: ["load": .max / 2])
    let replay = SessionReplay<ClosureApp>(session) { _, _, _ in ClosureApp { _ in } }
    _ = try await replay.run()
  }

  @Test func `combining marks do not end the literal of a generated test`() throws {
    let recorder = SessionRecorder<String>()
    recorder.record(.move("\\#\u{301}(a)"))
    let test = SessionTest(recorder.session, app: "App", module: nil, name: "replays")
    #expect(try test.source().contains(#"replaysSession = ##""""#))
  }

  @Test(arguments: [
    (["session.json"], "expected --app, found nothing; try --help"),
    (["--app"], "--app: expected a name, found nothing; try --help"),
    (["a", "--name", "a b"], "--name: expected a name of Swift, found 'a b'; try --help"),
    (["a", "--app", "A-B"], "--app: expected a name of Swift, found 'A-B'; try --help"),
    (["a", "b"], "unexpected argument 'b'; try --help"),
    (["/no/such/file", "--app", "A"], "/no/such/file: the file cannot be read"),
  ])
  func `kaluga-replay says what is wrong with its arguments`(
    _ arguments: [String],
    _ text: String
  ) {
    #expect { try ReplayCommand.output(arguments) } throws: { "\($0)" == text }
  }

  @Test func `kaluga-replay has help`() throws {
    #expect(try ReplayCommand.output(["--help"]).contains("--app TYPE"))
  }
}
