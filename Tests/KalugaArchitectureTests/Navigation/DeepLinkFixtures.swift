import KalugaArchitecture

/// The screens of the tests of links.
enum LinkedScreen: NavigationDestination {
  case home
  case account
  case profile(Profile)
  case page(Profile)
  case login(Credentials)
}

extension DeepLinks<LinkedScreen> {
  static func example(maximumLength: Int = 100_000) -> Self {
    Self(
      scheme: "kaluga",
      host: "example",
      maximumLength: maximumLength,
      routes: [
        DeepLinkRoute("", screens: [.home]),
        DeepLinkRoute("settings/account", screens: [.home, .account]),
        DeepLinkRoute("profile", Profile.bundleSpec) {
          [.home, .profile($0)]
        } content: { screens in
          if case .profile(let profile) = screens.last { profile } else { nil }
        },
        DeepLinkRoute("pages/first/1", screens: [.home, .page(Profile(userID: "first"))]),
        DeepLinkRoute(
          ["pages", .row(Profile.Rows.userID), .row(Profile.Rows.age)],
          Profile.bundleSpec
        ) {
          [.home, .page($0)]
        } content: { screens in
          if case .page(let profile) = screens.last { profile } else { nil }
        },
        DeepLinkRoute("login", Credentials.bundleSpec) { [.login($0)] },
        DeepLinkRoute("secret", OneRow<Int>(.integer, isPrivate: true).spec) { _ in [.home] },
      ]
    )
  }

  static let knownPaths = [
    "", "settings/account", "profile", "pages/first/1", "pages/{userID}/{age}", "login", "secret",
  ]

  /// Why a link is refused; nil if it is not.
  func refusal(of link: String) -> DeepLinkError? {
    do throws(DeepLinkError) {
      _ = try screens(for: link)
      return nil
    } catch {
      return error
    }
  }

  /// Why screens have no link; nil if they have one.
  func refusal(of screens: [LinkedScreen]) -> DeepLinkError? {
    do throws(DeepLinkError) {
      _ = try link(to: screens)
      return nil
    } catch {
      return error
    }
  }
}
