/// Carries out the effects of a driver by hand: each waits until it is given an answer.
///
///     let effects = ManualEffects(driver, [Permission.self])
///     try scanner.scanTapped()      // launches Permission.camera
///     …                             // in a later turn, effects.open has it
///     try effects.answer("granted")
///
/// It is the host of effects in a terminal, a test or an exploration. In a test, `answerNext` waits
/// until an effect is open. It adds a handler for each type
/// as ``NavigationDriver/onLaunch(of:_:)`` does, and removes the handlers when it is released. If the
/// driver ends, what is open has ended, too.
@MainActor
public final class ManualEffects {
  /// An effect that waits for its answer.
  public struct Open: Hashable, Sendable {
    /// What a person reads who answers it.
    public let prompt: String

    /// The names of the possible answers; the last one is `unavailable`.
    public let answers: [String]

    /// Counts the effects that were opened.
    package let number: Int
    fileprivate let name: String
  }

  /// The effects that wait for an answer, the newest one last.
  public let open: InitializedObservable<[Open]>

  private let waiting = InitializedSubject(wrappedValue: [Open]())
  /// Gives an answer to an open effect; false if it has no such answer.
  private var replies: [Int: @MainActor (String) -> Bool] = [:]
  private var count = 0
  private let bag = DisposeBag()

  /// Adds handlers for these types of effects to a driver.
  public init<Destination>(
    _ driver: NavigationDriver<Destination>,
    _ types: [any AnswerableEffect.Type]
  ) {
    open = waiting.asObservable()
    for type in types { handle(type, of: driver) }
  }

  /// Answers the newest open effect: with a listed answer, another one that the effect reads, or
  /// `unavailable`.
  ///
  /// - Throws: `NavigationError.invalidEffect` if the effect has no such answer, and
  ///   `NavigationError.refused` if nothing is open. Nothing is answered then.
  public func answer(_ text: String) throws(NavigationError) {
    guard let newest = waiting.current.last, let reply = replies[newest.number] else {
      throw .refused(action: "answer", reason: "no effect waits for an answer")
    }
    guard reply(text) else {
      throw .invalidEffect(
        effect: newest.name,
        field: "answer",
        expected: newest.answers.joined(separator: " or "),
        found: text.debugDescription
      )
    }
    close(newest.number)
  }

  private func handle<Effect: AnswerableEffect, Destination>(
    _ type: Effect.Type,
    of driver: NavigationDriver<Destination>
  ) {
    driver.onLaunch(of: type) { [weak self] effect throws(NavigationError) in
      guard let self else { throw .noHandler(effect: effect.name) }
      return try await wait(for: effect)
    }
    .addTo(bag)
  }

  private func wait<Effect: AnswerableEffect>(
    for effect: Effect
  ) async throws(NavigationError) -> Effect.Answer {
    count += 1
    let number = count
    let promise = Promise<Result<Effect.Answer, NavigationError>>()
    replies[number] = { text in
      guard let answer = effect.reply(to: text) else { return false }
      return promise.settle(answer)
    }
    let names = effect.answers.map(\.name) + [unavailable]
    waiting.current.append(
      Open(prompt: effect.prompt, answers: names, number: number, name: effect.name)
    )
    defer { close(number) }
    // Without an answer the driver has ended, and the ticket says so.
    guard let answer = await promise.wait() else { throw .noHost(action: effect.name) }
    return try answer.get()
  }

  private func close(_ number: Int) {
    replies[number] = nil
    waiting.current.removeAll { $0.number == number }
  }
}

private let unavailable = "unavailable"

extension AnswerableEffect {
  fileprivate func reply(to text: String) -> Result<Answer, NavigationError>? {
    if let listed = answers.first(where: { $0.name == text }) { return .success(listed.answer) }
    if text == unavailable { return .failure(.unavailable(effect: name)) }
    return answer(from: text).map { .success($0) }
  }
}
