extension BasicObservable {
  /// Calls the closure with the current value and after each change, up to the first value that
  /// fulfils a condition.
  ///
  ///     session.$isReady.observe(until: { $0 }) { [weak self] isReady in self?.show(isReady) }
  ///
  /// The value that fulfils the condition is the last one that the closure receives. If the current
  /// value does, the observation has ended when this returns. `{ _ in true }` calls it once.
  /// Otherwise the rules of ``observe(_:)`` apply, also to the condition.
  ///
  /// RxSwift: `take(until:behavior: .inclusive)`.
  ///
  /// - Parameters:
  ///   - isLast: Returns whether to end with this value. Called once for each value, before the
  ///     closure.
  ///   - onNext: Called with each value.
  /// - Returns: A token that ends the observation earlier.
  public final func observe(
    until isLast: @escaping @MainActor (Value) -> Bool,
    _ onNext: @escaping @MainActor (Value) -> Void
  ) -> any Disposable {
    let end = ObservationEnd()
    let token = observe { value in
      if end.isReached { return }
      let isLast = isLast(value)
      // The condition may have disposed the token.
      if end.isDisposed { return }
      if isLast { end.reach() }
      onNext(value)
    }
    end.keep(token)
    return token
  }
}

/// The end of an observation, which may be reached before there is a token to dispose.
@MainActor
private final class ObservationEnd {
  private(set) var isReached = false
  // Weak, because the token retains the closure that refers to this object.
  private weak var token: (any Disposable)?

  var isDisposed: Bool { token.map { KalugaArchitecture.isDisposed($0) } ?? false }

  func reach() {
    isReached = true
    token?.dispose()
  }

  func keep(_ token: any Disposable) {
    self.token = token
    if isReached { token.dispose() }
  }
}
