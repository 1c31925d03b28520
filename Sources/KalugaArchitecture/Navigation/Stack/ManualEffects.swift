/// Carries out the effects of a driver by hand: each waits until it is given an answer.
///
///     let effects = ManualEffects(driver, [Permission.self])
///     try scanner.scanTapped()      // launches Permission.camera
///     …                             // in a later turn, effects.open has it
///     try effects.answer("granted")
///
/// It is the host of effects in a terminal, a test or an exploration, and adds a handler for each type by
/// ``NavigationDriver/onEffect(_:_:)``. In a test, `answerNext` waits until an effect is open. On Apple's
/// systems and here, a second tap does not open the same effect again: it is refused as a duplicate. If the
/// driver ends, the open effects end. When the object is released, it removes the handlers and refuses
/// open effects with ``NavigationError/noHandler(effect:)``.
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
  private var replies: [Int: Reply] = [:]
  private var count = 0
  private let bag = DisposeBag()

  /// What can be done with an open effect.
  private struct Reply {
    /// The effect; nil if it cannot be compared.
    let effect: AnyHashable?
    /// Gives it an answer; returns false if the effect does not have it.
    let give: @MainActor (String) -> Bool
    /// Whether it waits: not if the driver has ended it in the running job.
    let isAwaited: @MainActor () -> Bool
    /// Refuses it if it still waits, which the release of the bag does, too.
    let end: SimpleDisposable
  }

  /// Adds handlers for these types of effects to a driver.
  public init<Destination>(
    _ driver: NavigationDriver<Destination>,
    _ types: [any AnswerableEffect.Type]
  ) {
    open = waiting.asObservable()
    for type in types { handle(type, of: driver) }
  }

  /// Answers the newest open effect: with a listed answer, a text that the effect reads, or
  /// `unavailable`.
  ///
  /// - Throws: `NavigationError.invalidEffect` if the effect does not have this answer, and
  ///   `NavigationError.refused` if nothing is open. Nothing is answered then.
  public func answer(_ text: String) throws(NavigationError) {
    while let ended = waiting.current.last, replies[ended.number]?.isAwaited() != true {
      close(ended.number)
    }
    guard let newest = waiting.current.last, let reply = replies[newest.number] else {
      throw .refused(action: "answer", reason: "no effect waits for an answer")
    }
    guard reply.give(text) else {
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
    driver.onEffect(type) { [weak self] effect throws(NavigationError) in
      if self?.isOpen(effect) == true { throw .duplicate(screen: effect.name) }
      // Not retained while the effect waits, so that a release can refuse it.
      guard let (number, promise) = self?.begin(effect) else {
        throw .noHandler(effect: effect.name)
      }
      defer { self?.close(number) }
      let hostEnded = NavigationError.noHost(action: effect.name)
      let answer = await withTaskCancellationHandler {
        await promise.wait()
      } onCancel: {
        promise.settle(.failure(hostEnded))
      }
      // The ticket says that the driver has ended.
      guard let answer else { throw hostEnded }
      return try answer.get()
    }
    .addTo(bag)
  }

  private func isOpen(_ effect: some AnswerableEffect) -> Bool {
    guard let effect = effect as? AnyHashable else { return false }
    return replies.values.contains { $0.effect == effect && $0.isAwaited() }
  }

  private func begin<Effect: AnswerableEffect>(
    _ effect: Effect
  ) -> (number: Int, Promise<Result<Effect.Answer, NavigationError>>) {
    count += 1
    let name = effect.name
    let promise = Promise<Result<Effect.Answer, NavigationError>>()
    let end = SimpleDisposable { promise.settle(.failure(.noHandler(effect: name))) }
    end.addTo(bag)
    let number = count
    replies[number] = Reply(
      effect: effect as? AnyHashable,
      give: { text in effect.reply(to: text).map { promise.settle($0) } ?? false },
      isAwaited: { promise.current == nil },
      end: end
    )
    let names = effect.answers.map(\.name) + [unavailable]
    waiting.current.append(
      Open(prompt: effect.prompt, answers: names, number: number, name: name)
    )
    return (number, promise)
  }

  private func close(_ number: Int) {
    replies.removeValue(forKey: number)?.end.dispose()
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
