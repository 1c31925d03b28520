import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// What a person or a test answers in place of a host.
@MainActor
struct ManualEffectsTests {
  private enum Permission: AnswerableEffect {
    typealias Answer = Bool
    case camera, contacts

    var answers: [(name: String, answer: Bool)] { [("granted", true), ("denied", false)] }
  }

  private struct Page: AnswerableEffect, NavigationBundleContent, Codable, Hashable {
    var address: String
    var token: String

    static let bundleSpec = NavigationBundleSpec<Self>.codable(private: CodingKeys.token)

    var answers: [(name: String, answer: Void)] { [("done", ())] }
  }

  private struct Pick: AnswerableEffect {
    typealias Answer = Int?

    var answers: [(name: String, answer: Int?)] { [("cancelled", nil)] }

    func answer(from text: String) -> Int?? { Int(text).map { .some($0) } }
  }

  private let stage = Stage(BackStack(root: .home))

  private func launch<Effect: NavigationEffect>(
    _ effect: Effect
  ) throws -> NavigationTicket<Effect.Answer> {
    try stage.open(.launch(effect), for: Effect.Answer.self)
  }

  @Test(arguments: [("granted", true), ("denied", false)])
  func `a listed answer is the result`(_ name: String, _ answer: Bool) async throws {
    let effects = ManualEffects(stage.driver, [Permission.self])
    let ticket = try launch(Permission.camera)
    try await effects.answerNext(name)
    #expect(await ticket.outcome == .finished(answer))
    #expect(effects.open.current == [])
  }

  @Test(arguments: [("7", Int?.some(7)), ("cancelled", nil)])
  func `an effect reads answers that it does not list`(_ text: String, _ number: Int?) async throws
  {
    let effects = ManualEffects(stage.driver, [Pick.self])
    let ticket = try launch(Pick())
    try await effects.answerNext(text)
    #expect(await ticket.outcome == .finished(number))
  }

  @Test func `an effect that equals an open one is a duplicate until that is answered`()
    async throws
  {
    let effects = ManualEffects(stage.driver, [Permission.self])
    let first = try launch(Permission.camera)
    let second = try launch(Permission.camera)
    #expect(await second.outcome == .refused(.duplicate(screen: "camera")))
    try await effects.answerNext("granted")
    #expect(await first.outcome == .finished(true))
    let third = try launch(Permission.camera)
    try await effects.answerNext("denied")
    #expect(await third.outcome == .finished(false))
  }

  @Test func `each effect can be unavailable`() async throws {
    let effects = ManualEffects(stage.driver, [Permission.self])
    let ticket = try launch(Permission.camera)
    try await effects.answerNext("unavailable")
    #expect(await ticket.outcome == .refused(.unavailable(effect: "camera")))
  }

  @Test func `open effects name their rows and answers, and the newest is answered first`()
    async throws
  {
    let effects = ManualEffects(stage.driver, [Permission.self, Page.self])
    let camera = try launch(Permission.camera)
    let page = try stage.open(.launch(Page(address: "a", token: "secret")), for: Void.self)
    await until(effects.open.current.count == 2)
    #expect(
      effects.open.current.map(\.prompt) == ["camera", #"page {address: "a", token: <private>}"#]
    )
    let answers = [["granted", "denied", "unavailable"], ["done", "unavailable"]]
    #expect(effects.open.current.map(\.answers) == answers)
    try effects.answer("done")
    guard case .finished = await page.outcome else { throw WrongOutcome() }
    try effects.answer("granted")
    #expect(await camera.outcome == .finished(true))
  }

  private struct WrongOutcome: Error {}

  @Test func `an answer that does not exist, and one to nothing, throw and answer nothing`()
    async throws
  {
    let effects = ManualEffects(stage.driver, [Permission.self])
    #expect(
      throws: NavigationError.refused(action: "answer", reason: "no effect waits for an answer")
    ) {
      try effects.answer("granted")
    }
    let ticket = try launch(Permission.contacts)
    await until(!effects.open.current.isEmpty)
    let error = NavigationError.invalidEffect(
      effect: "contacts",
      field: "answer",
      expected: "granted or denied or unavailable",
      found: #""maybe""#
    )
    #expect(throws: error) { try effects.answer("maybe") }
    try effects.answer("denied")
    #expect(await ticket.outcome == .finished(false))
  }

  @Test func `what is open ends with the driver, and the handlers with the object`() async throws {
    var effects: ManualEffects? = ManualEffects(stage.driver, [Permission.self])
    weak let released = effects
    let ticket = try launch(Permission.camera)
    await until(effects?.open.current.isEmpty == false)
    let other = Stage(BackStack(root: .home))
    var short: ManualEffects? = ManualEffects(other.driver, [Permission.self])
    #expect(short != nil)
    short = nil
    #expect(throws: NavigationError.noHandler(effect: "camera")) {
      try other.open(.launch(Permission.camera), for: Bool.self)
    }
    stage.driver.end()
    #expect(await ticket.outcome == .cancelled(.hostEnded))
    await until(effects?.open.current.isEmpty == true)
    effects = nil
    await until(released == nil)
  }

  @Test func `what is open is refused when the object is released, which nothing retains`()
    async throws
  {
    var effects: ManualEffects? = ManualEffects(stage.driver, [Permission.self])
    weak let released = effects
    let ticket = try launch(Permission.camera)
    await until(effects?.open.current.isEmpty == false)
    effects = nil
    #expect(released == nil)
    #expect(await ticket.outcome == .refused(.noHandler(effect: "camera")))
    #expect(throws: NavigationError.noHandler(effect: "camera")) {
      try launch(Permission.camera)
    }
  }

  @Test func `nothing is answered in the job in which the driver has ended`() async throws {
    let effects = ManualEffects(stage.driver, [Permission.self])
    let ticket = try launch(Permission.camera)
    await until(!effects.open.current.isEmpty)
    stage.driver.end()
    #expect(
      throws: NavigationError.refused(action: "answer", reason: "no effect waits for an answer")
    ) {
      try effects.answer("granted")
    }
    #expect(effects.open.current == [])
    #expect(await ticket.outcome == .cancelled(.hostEnded))
  }
}
