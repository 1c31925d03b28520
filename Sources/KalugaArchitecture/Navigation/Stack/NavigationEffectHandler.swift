/// A handler that carries out the effects of one type, with that type erased.
@MainActor
struct NavigationEffectHandler {
  let effect: any NavigationEffect.Type
  let answer: Any.Type
  private let carryOut:
    @MainActor (any NavigationEffect) async throws(NavigationError) -> NavigationResult?

  init<Effect: NavigationEffect>(
    _ handler: @escaping @MainActor (Effect) async throws(NavigationError) -> Effect.Answer
  ) {
    effect = Effect.self
    answer = Effect.Answer.self
    carryOut = { effect throws(NavigationError) in
      guard let effect = effect as? Effect else { return nil }
      return NavigationResult(answer: try await handler(effect))
    }
  }

  /// Carries out an effect of this handler's type, and settles the ticket of its request.
  func run(_ effect: any NavigationEffect, _ ticket: TicketState) async {
    do throws(NavigationError) {
      let result = try await carryOut(effect)
      ticket.settle(ticket.hasResult ? result.map { .finished($0) } ?? .done : .done)
    } catch {
      ticket.settle(.refused(error))
    }
  }
}
