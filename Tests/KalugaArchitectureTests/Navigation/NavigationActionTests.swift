import KalugaArchitecture
import Testing

struct NavigationActionTests {
  /// A payload that says nothing about rows; it must never show.
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
    var credentials: Credentials
  }

  private struct BareAction: NavigationAction {}

  private struct EmptyFirstAction: NavigationAction {
    var none = NoRows()
    var credentials: Credentials
  }

  private enum OwnRowsAction: NavigationAction {
    case custom(Credentials)

    var rows: [NavigationBundleRow] { [NavigationBundleRow(key: "own", value: .unit)] }
  }

  private let credentials = Credentials(user: "ada", token: "sesame")
  private let shown = #"{user: "ada", token: <private>}"#

  @Test func `a case without payload has no rows`() {
    #expect(Action.bare.rows.isEmpty)
    #expect(BareAction().rows.isEmpty)
  }

  @Test func `the only payload gives the rows`() {
    #expect(Action.single(credentials).rows.bundleDescription == shown)
    #expect(Action.indirect(credentials).rows.bundleDescription == shown)
  }

  @Test func `a labelled payload gives the rows`() {
    #expect(Action.labelled(credentials: credentials).rows.bundleDescription == shown)
  }

  @Test func `of several payloads the first that has rows gives them`() {
    let several = Action.several(1, credentials, Profile(userID: "7"))
    #expect(several.rows.bundleDescription == shown)
    let labelled = Action.severalLabelled(id: 1, secret: Secret(), credentials: credentials)
    #expect(labelled.rows.bundleDescription == shown)
  }

  @Test func `an optional payload gives its rows if it is there`() {
    #expect(Action.optional(credentials).rows.bundleDescription == shown)
    #expect(Action.optional(nil).rows.isEmpty)
  }

  @Test func `a bundle as payload gives its rows`() {
    #expect(Action.bundle(credentials.bundle).rows.bundleDescription == shown)
  }

  @Test func `the property of a struct gives the rows`() {
    #expect(StructAction(credentials: credentials).rows.bundleDescription == shown)
  }

  @Test func `a payload without rows does not hide those of the next one`() {
    #expect(Action.emptyFirst(NoRows(), credentials).rows.bundleDescription == shown)
    #expect(EmptyFirstAction(credentials: credentials).rows.bundleDescription == shown)
  }

  @Test func `a payload that has no rows never shows`() {
    #expect(Action.secret(Secret()).rows.isEmpty)
    #expect(Action.text("sesame").rows.isEmpty)
  }

  @Test func `an action may choose its rows itself`() {
    #expect(OwnRowsAction.custom(credentials).rows.bundleDescription == "{own: ()}")
  }

  // MARK: Single values

  @Test func `a single value shows as one row`() {
    let action = SingleValueNavigationAction("Ada", .string, key: "name")
    #expect(action.rows.bundleDescription == #"{name: "Ada"}"#)
    #expect(action.value == "Ada")
    #expect(SingleValueNavigationAction(42, .integer).rows.bundleDescription == "{value: 42}")
  }

  @Test func `a single value that cannot be encoded is no crash`() {
    let action = SingleValueNavigationAction(Double.nan, .codable())
    #expect(action.rows.first?.value == .invalid("Double cannot be written as JSON"))
  }

  @MainActor
  @Test func `a single value reaches a navigator that has no enum`() throws {
    var values: [String] = []
    let navigator: any Navigator<SingleValueNavigationAction<String>> = ClosureNavigator {
      values.append($0.value)
    }
    try navigator.navigate(SingleValueNavigationAction("Ada", .string, key: "name"))
    #expect(values == ["Ada"])
  }

  // MARK: Results

  @Test func `the result of a bundle shows its rows`() {
    #expect(NavigationResult(credentials).rows.bundleDescription == shown)
  }

  @Test func `the result of one value shows one row`() {
    #expect(NavigationResult(42, .integer).rows.bundleDescription == "{value: 42}")
    #expect(NavigationResult("a", .string, key: "k").rows.bundleDescription == #"{k: "a"}"#)
  }
}
