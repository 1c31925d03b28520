/// Embeds the destinations of a feature module in those of an app, or of another module.
///
///     enum AppScreen: NavigationDestination {
///       case home
///       case wizard(WizardScreen)
///
///       static let wizards = NavigationEmbedding(AppScreen.wizard) { screen in
///         if case .wizard(let step) = screen { step } else { nil }
///       }
///     }
///
/// The module declares `WizardScreen` and its navigators, links and coordinators, and does not know the
/// app. The screens of all modules are on one stack, so they push onto each other, and are saved and
/// restored together.
///
/// Errors name a module by the type of its destinations.
public struct NavigationEmbedding<Inner: NavigationDestination, Outer: NavigationDestination>:
  Sendable
{
  /// Tells apart the embeddings of one module: a number for each embedding on the way to the app,
  /// innermost first.
  let identity: [Int]
  private let embedding: @Sendable (Inner) -> Outer
  private let extraction: @Sendable (Outer) -> Inner?

  /// Creates an embedding.
  ///
  /// - Parameters:
  ///   - embed: Returns the destination of the app for one of the module, usually a case of an enum.
  ///   - extract: Returns the destination of the module, or nil for a screen of the app or of another
  ///     module.
  public init(
    _ embed: @escaping @Sendable (Inner) -> Outer,
    extract: @escaping @Sendable (Outer) -> Inner?
  ) {
    self.init([TaskScopeCore.makeID()], embed, extract)
  }

  private init(
    _ identity: [Int],
    _ embed: @escaping @Sendable (Inner) -> Outer,
    _ extract: @escaping @Sendable (Outer) -> Inner?
  ) {
    self.identity = identity
    embedding = embed
    extraction = extract
  }

  /// Returns the destination of the app for one of the module.
  public func embed(_ screen: Inner) -> Outer { embedding(screen) }

  /// Returns the destination of the module, or nil for a screen of the app or of another module.
  public func extract(_ screen: Outer) -> Inner? { extraction(screen) }

  /// Returns an operation of the module as one on the stack of the app.
  ///
  ///     StackNavigator(driver) { (action: LetterNavigation) in
  ///       switch action {
  ///       case .next: letters.embed(.push(.text))
  ///       case .pickContact: pickContact()  // a closure of the app, which returns an operation
  ///       }
  ///     }
  ///
  /// `popToScreen` and `closeScreen` skip the screens of the app and of other modules.
  public func embed(_ operation: NavigationSpec<Inner>) -> NavigationSpec<Outer> {
    operation.converted(embedding, extraction)
  }

  /// Returns the embedding of the module in an app that embeds the module around it.
  public func embedded<App>(
    in outer: NavigationEmbedding<Outer, App>
  ) -> NavigationEmbedding<Inner, App> {
    NavigationEmbedding<Inner, App>(
      identity + outer.identity,
      { outer.embed(embed($0)) },
      { outer.extract($0).flatMap(extract) }
    )
  }

  /// The name of the module in errors.
  var moduleName: String { "\(Inner.self)" }
}
