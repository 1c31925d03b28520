import KalugaArchitecture
import Testing

/// Private values are for code, and are never shown.
struct NavigationBundlePrivacyTests {
  private let credentials = Credentials(user: "ada", token: "sesame")
  private let nested = NavigationBundleSpecType.array(.optional(.bundle(Credentials.bundleSpec)))

  // MARK: Descriptions

  @Test func `a bundle redacts its private rows and shows the others`() throws {
    let text = #"{user: "ada", token: <private>}"#
    let bundle = credentials.bundle
    #expect(["\(bundle)", String(reflecting: bundle), "\(bundle.untyped)"] == [text, text, text])
    let row = credentials.rows[1]
    #expect(["\([row])", "[\(row)]"] == ["[token: <private>]", "[token: <private>]"])
    #expect(credentials.bundle.token == "sesame")
    #expect(credentials.rows.last?.value == .string("sesame"))
    #expect(credentials.rows.last?.isPrivate == true)
    #expect(try Credentials.bundleSpec.content(from: credentials.rows) == credentials)
  }

  @Test func `a private row is redacted inside nested bundles and arrays`() {
    #expect(
      OneRow(nested).rows([credentials, nil]).bundleDescription
        == #"{value: [{user: "ada", token: <private>}, nil]}"#
    )
    #expect(OneRow(nested, isPrivate: true).rows([nil]).bundleDescription == "{value: <private>}")
  }

  @Test func `a bundle from outside prints its keys alone`() throws {
    let json = try UntypedNavigationBundle(text: #"{"token":"sesame","a":{"b":1}}"#)
    let query = UntypedNavigationBundle(query: "token=sesame")
    #expect("\(json)" == "{a: <private>, token: <private>}")
    #expect(String(reflecting: query) == "{token: <private>}")
  }

  @Test(arguments: Form.written)
  func `private rows are left out for showing only, in nested bundles as well`(form: Form) throws {
    let nested = NavigationBundleRow(key: "user", value: .bundle(credentials.rows))
    let bundle = try UntypedNavigationBundle(rows: [nested] + credentials.rows.suffix(1))
    let shown = try form.through(bundle, for: .showing)
    #expect(shown.rows.map(\.key) == ["user"])
    let text = try #require(shown["user"]).description
    #expect(text.contains("ada") && !text.contains("sesame"))
    #expect(try form.through(bundle).rows.count == 2)
  }

  // MARK: Errors

  @Test func `an error about a private row, or inside it, does not show its value`() {
    let hidden = ["value: expected Int, found <private>"]
    let number = OneRow<Int>(.integer, isPrivate: true)
    #expect([.string("sesame"), .text("sesame")].map(number.problems) == [hidden, hidden])
    #expect(number.problems(of: []) == ["value: expected Int, found nothing"])
    #expect(
      OneRow<Profile>(.codable(), isPrivate: true).problems(.serialized("sesame")) == [
        "value: expected Profile as JSON, found <private>"
      ]
    )
    let row = OneRow<[Profile]>(.array(.bundle(Profile.bundleSpec)), isPrivate: true)
    let rows = [
      NavigationBundleRow(key: "userID", value: .integer(1234)),
      NavigationBundleRow(key: "tags", value: .array([.integer(1234), .string("sesame")])),
    ]
    #expect(
      row.problems(.array([.bundle(rows), .string("sesame")])) == [
        "value[0].userID: expected String, found <private>",
        "value[0].tags[0]: expected String, found <private>",
        "value[1]: expected Profile, found <private>",
      ]
    )
  }

  @Test func `a private row that does not fit a public one does not show its value`() {
    let row = OneRow<Int>(.integer)
    let foreign = NavigationBundleRow(key: "value", value: .string("sesame"), isPrivate: true)
    #expect(row.problems(of: [foreign]) == ["value: expected Int, found <private>"])
    #expect(
      row.problems(.bundle(credentials.rows)) == [
        #"value: expected Int, found {user: "ada", token: <private>}"#
      ]
    )
    let user = NavigationBundleRow(key: "user", value: .integer(1234), isPrivate: true)
    let token = NavigationBundleRow(key: "token", value: .integer(1234))
    #expect(
      OneRow<Credentials>(.bundle(Credentials.bundleSpec)).problems(.bundle([user, token])) == [
        "value.user: expected String, found <private>",
        "value.token: expected String, found <private>",
      ]
    )
  }

  @Test(arguments: [
    #"{"value":"sesame"}"#, #"{"value":["sesame"]}"#, #"{"value":[{"token":["sesame"]}]}"#,
    #"{"value":[["sesame"]]}"#, #"{"value":{"token":"sesame"}}"#,
  ])
  func `a value in place of private rows does not show if it does not fit`(json: String) throws {
    let bundle = try UntypedNavigationBundle(text: json)
    let found = problems { try OneRow(nested).spec.content(from: bundle) }
    #expect(!found.isEmpty && !found.joined().contains("sesame"))
  }

  private struct Team: Codable, NavigationBundleContent {
    var members: [Credentials]
    static let bundleSpec = NavigationBundleSpec<Self>.codable()
  }

  @Test func `text in place of a list whose elements have private rows does not show`() {
    let row = NavigationBundleRow(key: "members", value: .string("sesame"))
    #expect(
      problems { try Team.bundleSpec.content(from: [row]) } == [
        "members: expected [Credentials], found <private>"
      ]
    )
  }
}
