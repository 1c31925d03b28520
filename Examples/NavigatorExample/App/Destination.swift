import KalugaArchitecture
import NavigatorExampleFeatures

/// The screens of the app.
enum Destination: NavigationDestination {
  case home
  case details(InputDetails)
  case sheet
  case subPage
  case about
}

extension DeepLinks where Destination == NavigatorExample.Destination {
  /// The links of the app: `kaluga://example/details?name=Ada&number=42`.
  static let example = DeepLinks(
    scheme: "kaluga",
    host: "example",
    routes: [
      DeepLinkRoute("home", screens: [.home]),
      DeepLinkRoute("details", InputDetails.bundleSpec) {
        [.home, .details($0)]
      } content: { screens in
        if case .details(let details) = screens.last { details } else { nil }
      },
    ]
  )
}
