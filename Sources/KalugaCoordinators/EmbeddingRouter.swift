public import KalugaArchitecture

/// A router of a module, which works on the stack of an app that embeds the module.
@MainActor
final class EmbeddingRouter<Module: NavigationDestination>: Router {
  fileprivate let app: any Router
  private let performInApp:
    @MainActor (NavigationSpec<Module>, ScreenPromise<Module>?) async throws(NavigationError) ->
      Void

  init<App>(_ app: some Router<App>, _ embedding: NavigationEmbedding<Module, App>) {
    self.app = app
    performInApp = { spec, screen async throws(NavigationError) in
      try await app.perform(embedding.embed(spec), opening: screen?.embedded(in: embedding))
    }
  }

  func perform(
    _ spec: NavigationSpec<Module>,
    opening screen: ScreenPromise<Module>?
  ) async throws(NavigationError) {
    try await performInApp(spec, screen)
  }
}

extension Router {
  /// Returns a router with which a module shows its screens on the stack of this router.
  ///
  ///     await WizardCoordinator().run(on: StackRouter(driver).embedding(AppScreen.wizards))
  ///
  /// Operations with a condition, such as `popToScreen`, apply it only to screens of the module.
  /// All others act on the whole stack: `popToRoot` goes back to the first screen of the app.
  ///
  /// Do not call this on the router of a coordinator, because a screen belongs to one coordinator.
  /// Run the coordinator of a module with ``Coordinator/coordinate(to:embedding:)`` instead.
  ///
  /// The router retains this one, and throws its errors, which name screens of the app.
  public func embedding<Module>(
    _ embedding: NavigationEmbedding<Module, Destination>
  ) -> any Router<Module> {
    EmbeddingRouter(self, embedding)
  }

  /// Returns the innermost router with these destinations on the same stack.
  ///
  /// It is this router or one of those that embed it, or nil if none of them has these destinations.
  func enclosing<App: NavigationDestination>(_ destinations: App.Type) -> (any Router<App>)? {
    if let router = self as? any Router<App> { return router }
    return (self as? EmbeddingRouter<Destination>)?.app.enclosing(destinations)
  }
}
