// Effects, which change no stack and which the host carries out.
extension StackDriver {
  /// Returns the newest handler for an effect in this driver, or else in the nearest outer one.
  private func effectHandler(for effect: any NavigationEffect) -> NavigationEffectHandler? {
    let type = Swift.type(of: effect)
    let own = effectHandlers.entries.last { !$0.isDisposed && $0.handler.effect == type }
    return own?.handler ?? outer?.effectHandler(for: effect)
  }

  /// Refuses an effect that has no handler, or whose answer is not of the requested type.
  func checkCanCarryOut(
    _ effect: any NavigationEffect,
    for ticket: TicketState
  ) throws(NavigationError) {
    guard let handler = effectHandler(for: effect) else { throw .noHandler(effect: effect.name) }
    guard !ticket.hasResult || ticket.resultType == handler.answer else {
      throw .unexpectedResult(
        screen: effect.name,
        expected: "\(ticket.resultType)",
        found: "\(handler.answer)"
      )
    }
  }

  /// Calls the closures of `onTransition`, and then starts the handler of an effect.
  func carryOut(_ effect: any NavigationEffect, _ request: PendingNavigation) {
    tell(
      kind: ErasedSpec.launch(effect).kind,
      from: current.top.destination,
      rows: effect.rows.isEmpty ? request.rows() : effect.rows,
      isAnimated: request.isAnimated,
      byDefault: request.spec.isAnimated,
      effectName: effect.name
    )
    // An effect opens no screen, even if a router or a redirected request expects one.
    request.screen?.didLeave(.closed)
    let ticket = request.ticket
    ticket.transitionDidEnd()
    let task = scope.launch(name: effect.name, evenIfCancelled: true) { [weak self] in
      await withTaskCancellationHandler {
        if Task.isCancelled { return }
        // Only now, because the handler may have been disposed since the request was accepted.
        guard let handler = self?.effectHandler(for: effect) else {
          ticket.settle(.refused(.noHandler(effect: effect.name)))
          return
        }
        await handler.run(effect, ticket)
      } onCancel: {
        ticket.settle(.cancelled(.hostEnded))
      }
    }
    if task == nil { ticket.settle(.cancelled(.hostEnded)) }
  }
}
