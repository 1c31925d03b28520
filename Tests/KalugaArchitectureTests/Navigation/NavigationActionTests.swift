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

  private enum OwnRowsAction: NavigationAction {
    case custom(Credentials)

    var rows: [NavigationBundleRow] { [NavigationBundleRow(key: "own", value: .unit)] }
  }

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

  @Test func `an action may provide its own rows`() {
    #expect(OwnRowsAction.custom(Self.credentials).rows.bundleDescription == "{own: ()}")
  }

  @Test func `a result shows the rows of its content, or its value as one row`() {
    let results = [
      NavigationResult(Self.credentials), NavigationResult(42, .integer),
      NavigationResult("a", .string, key: "k"),
    ]
    #expect(results.map(\.description) == [Self.shown, "{value: 42}", #"{k: "a"}"#])
    #expect(results.map(\.rows.bundleDescription) == results.map(\.description))
  }

  // MARK: Single values

  @Test func `a single value shows as one row`() {
    let action = SingleValueNavigationAction("Ada", .string, key: "name")
    #expect(action.rows.bundleDescription == #"{name: "Ada"}"#)
    #expect(SingleValueNavigationAction(42, .integer).rows.bundleDescription == "{value: 42}")
    let impossible = SingleValueNavigationAction(Double.nan, .codable())
    #expect(impossible.rows.first?.value == .invalid("Double cannot be written as JSON"))
  }

  @MainActor
  @Test func `a single value reaches a navigator without an enum of actions`() throws {
    var values: [String] = []
    let navigator: any Navigator<SingleValueNavigationAction<String>> = ClosureNavigator {
      values.append($0.value)
    }
    try navigator.navigate(SingleValueNavigationAction("Ada", .string, key: "name"))
    #expect(values == ["Ada"])
  }
}
