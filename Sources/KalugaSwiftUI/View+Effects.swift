#if canImport(SwiftUI)
  public import KalugaArchitecture
  public import SwiftUI

  extension View {
    /// Carries out the effects of one type that the screens of a driver request.
    ///
    ///     NavigationHost(driver) { screen in … }
    ///       .onEffect(Banner.self, by: driver) { banner = $0.text }
    ///
    /// The handler is added before the view first appears, and removed when the identity of the
    /// view ends. The handler of the newest body is called. Otherwise, the rules of
    /// `NavigationDriver.onEffect` apply. For links and mails, use `carryOutSystemEffects` of
    /// KalugaSystem.
    public func onEffect<Effect: NavigationEffect, Destination>(
      _ type: Effect.Type,
      by driver: NavigationDriver<Destination>,
      _ handler: @escaping @MainActor (Effect) async throws(NavigationError) -> Effect.Answer
    ) -> some View {
      modifier(EffectModifier(driver: driver, handler: handler))
    }
  }

  struct EffectModifier<Effect: NavigationEffect, Destination: NavigationDestination>: ViewModifier
  {
    let driver: NavigationDriver<Destination>
    let handler: @MainActor (Effect) async throws(NavigationError) -> Effect.Answer
    @State private var registration = EffectRegistration<Effect>()

    func body(content: Content) -> some View {
      registration.handler = handler
      // Here, and not when the view appears: a host inside may start the driver before that.
      registration.add(to: driver)
      return content
    }
  }

  /// The handler of one view identity, and its place in a driver.
  @MainActor
  final class EffectRegistration<Effect: NavigationEffect> {
    var handler: (@MainActor (Effect) async throws(NavigationError) -> Effect.Answer)?
    private let token = DisposeBag()
    private weak var driver: AnyObject?

    nonisolated init() {}

    func add<Destination>(to driver: NavigationDriver<Destination>) {
      guard self.driver !== driver else { return }
      self.driver = driver
      token.dispose()
      driver.onEffect(Effect.self) { [weak self] effect throws(NavigationError) in
        guard let handler = self?.handler else { throw .noHandler(effect: "\(Effect.self)") }
        return try await handler(effect)
      }
      .addTo(token)
    }
  }
#endif
