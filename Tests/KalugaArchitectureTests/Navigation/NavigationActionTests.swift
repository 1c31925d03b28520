import KalugaArchitecture
import Testing

struct NavigationActionTests {
  /// A payload without rows; it must never show.
  private struct Secret: Sendable {
    var text = "sesame"
  }

  private struct NoRows: NavigationBundleContent {
    static let bundleSpec = NavigationBundleSpec({ NoRows() })
  }

  private enum Action: NavigationAction {
    case bare
    case single(Credentials)
    case labelled(credentials: Credentials)
    case several(Int, Credentials, Profile)
    case severalLabelled(id: Int, secret: Secret, credentials: Credentials)
    case optional(Credentials?)
    case bundle(NavigationBundle<Credentials>)
    case secret(Secret)
    case text(String)
    case emptyFirst(NoRows, Credentials)
    indirect case indirect(Credentials)
  }

  private struct StructAction: NavigationAction {
    var id = 7
    var secret = Secret()
    var none = NoRows()
    var credentials: Credentials
  }

  private struct BareAction: NavigationAction {}

  private static let credentials = Credentials(user: "ada", token: "sesame")
  private static let shown = #"{user: "ada", token: <private>}"#

  @Test(
    arguments: [
      Action.single(credentials), Action.labelled(credentials: credentials),
      Action.indirect(credentials),
      Action.optional(credentials), Action.bundle(credentials.bundle),
      Action.emptyFirst(NoRows(), credentials),
      Action.several(1, credentials, Profile(userID: "7")),
      Action.severalLabelled(id: 1, secret: Secret(), credentials: credentials),
      StructAction(credentials: credentials),
    ] as [any NavigationAction]
  )
  func `an action has the rows of the first value with rows`(_ action: any NavigationAction) {
    #expect(action.rows.bundleDescription == Self.shown)
  }

  @Test(
    arguments: [
      Action.bare, Action.optional(nil), Action.secret(Secret()), Action.text("sesame"),
      BareAction(),
    ] as [any NavigationAction]
  )
  func `a payload without rows never shows`(_ action: any NavigationAction) {
    #expect(action.rows.isEmpty)
  }

  @Test func `a result shows the rows of its content, or its value as one row`() {
    let results = [
      NavigationResult(Self.credentials), NavigationResult(42, .integer),
      NavigationResult("a", .string, key: "k"),
    ]
    #expect(results.map(\.description) == [Self.shown, "{value: 42}", #"{k: "a"}"#])
    #expect(results.map(\.rows.bundleDescription) == results.map(\.description))
  }
}
