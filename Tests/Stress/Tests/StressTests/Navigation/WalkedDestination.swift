import KalugaArchitecture

/// The type of the screens of a walked driver: the places themselves, or those of an app that embeds
/// them as a module.
protocol WalkedDestination: NavigationDestination {
  init(_ place: Place)
  var place: Place { get }

  /// Makes a navigator, whose requests name only places.
  @MainActor static func makeNavigator(
    _ driver: NavigationDriver<Self>
  ) -> StackNavigator<StackAction, Self>

  /// Makes a request of the app.
  @MainActor static func perform<Result>(
    _ spec: NavigationSpec<Place>,
    on driver: NavigationDriver<Self>,
    for type: Result.Type
  ) throws(NavigationError) -> NavigationTicket<Result>
}

extension Place: WalkedDestination {
  init(_ place: Place) { self = place }

  var place: Place { self }

  static func makeNavigator(
    _ driver: NavigationDriver<Place>
  ) -> StackNavigator<StackAction, Place> {
    StackNavigator(driver) { $0.spec }
  }

  static func perform<Result>(
    _ spec: NavigationSpec<Place>,
    on driver: NavigationDriver<Place>,
    for type: Result.Type
  ) throws(NavigationError) -> NavigationTicket<Result> {
    try driver.perform(spec, for: type)
  }
}

/// The screens of a module that embeds the places.
enum MiddlePlace: NavigationDestination {
  case inner(Place)

  static let places = NavigationEmbedding(MiddlePlace.inner) { screen in
    switch screen {
    case .inner(let place): place
    }
  }
}

/// The screens of an app that embeds this module.
enum OuterPlace: WalkedDestination {
  case middle(MiddlePlace)

  static let places = MiddlePlace.places.embedded(
    in: NavigationEmbedding(OuterPlace.middle) { screen in
      switch screen {
      case .middle(let inner): inner
      }
    }
  )

  init(_ place: Place) { self = .middle(.inner(place)) }

  var isDetail: Bool { place.isDetail }

  var place: Place {
    switch self {
    case .middle(.inner(let place)): place
    }
  }

  static func makeNavigator(
    _ driver: NavigationDriver<OuterPlace>
  ) -> StackNavigator<StackAction, OuterPlace> {
    StackNavigator(driver, embedding: places) { $0.spec }
  }

  static func perform<Result>(
    _ spec: NavigationSpec<Place>,
    on driver: NavigationDriver<OuterPlace>,
    for type: Result.Type
  ) throws(NavigationError) -> NavigationTicket<Result> {
    try makeNavigator(driver).ask(spec, for: type)
  }
}
