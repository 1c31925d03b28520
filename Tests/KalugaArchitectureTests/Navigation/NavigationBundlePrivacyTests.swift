import KalugaArchitecture
import Testing

/// What is in a private row must not show anywhere.
struct NavigationBundlePrivacyTests {
  private let credentials = Credentials(user: "ada", token: "sesame")

  @Test func `a private row prints redacted`() {
    let row = NavigationBundleRow(key: "token", value: .string("sesame"), isPrivate: true)
    #expect("\(row)" == "token: <private>")
    #expect(String(reflecting: row) == "token: <private>")
    #expect("\([row])" == "[token: <private>]")
    #expect([row].bundleDescription == "{token: <private>}")
  }

  @Test func `a bundle redacts its private rows and shows the others`() {
    #expect("\(credentials.bundle)" == #"{user: "ada", token: <private>}"#)
    #expect(String(reflecting: credentials.bundle) == #"{user: "ada", token: <private>}"#)
  }

  @Test func `private rows stay readable for code`() throws {
    #expect(credentials.bundle.token == "sesame")
    #expect(credentials.rows.last?.value == .string("sesame"))
    #expect(credentials.rows.last?.isPrivate == true)
    #expect(try Credentials.bundleSpec.content(from: credentials.rows) == credentials)
  }

  @Test func `a private row inside a nested bundle is redacted`() {
    let row = OneRow<Credentials>(.bundle(Credentials.bundleSpec))
    #expect(
      row.rows(credentials).bundleDescription == #"{value: {user: "ada", token: <private>}}"#
    )
  }

  @Test func `a private row inside the elements of an array is redacted`() {
    let row = OneRow<[Credentials?]>(.array(.optional(.bundle(Credentials.bundleSpec))))
    #expect(
      row.rows([credentials, nil]).bundleDescription
        == #"{value: [{user: "ada", token: <private>}, nil]}"#
    )
  }

  @Test func `a private bundle hides all its rows`() {
    let row = OneRow<Credentials>(.bundle(Credentials.bundleSpec), isPrivate: true)
    #expect(row.rows(credentials).bundleDescription == "{value: <private>}")
  }

  @Test func `an error about a private row does not show what it held`() {
    let row = OneRow<Int>(.integer, isPrivate: true)
    #expect(row.problems(.string("sesame")) == ["value: expected Int, found <private>"])
    #expect(row.problems(.text("sesame")) == ["value: expected Int, found <private>"])
    #expect(row.problems(of: []) == ["value: expected Int, found nothing"])
  }

  @Test func `an error inside a private bundle does not show what it held`() {
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

  @Test func `an error about elements of a private array does not show them`() {
    let row = OneRow<[Int]>(.array(.integer), isPrivate: true)
    #expect(
      row.problems(.array([.text("sesame")])) == ["value[0]: expected Int, found <private>"]
    )
  }

  @Test func `a private codable value that cannot be read does not show`() {
    let row = OneRow<Profile>(.codable(), isPrivate: true)
    #expect(
      row.problems(.serialized("sesame")) == ["value: expected Profile as JSON, found <private>"]
    )
  }

  @Test func `a private row that meets a public row of another type does not show`() {
    let foreign = NavigationBundleRow(key: "value", value: .string("sesame"), isPrivate: true)
    #expect(
      OneRow<Int>(.integer).problems(of: [foreign]) == ["value: expected Int, found <private>"]
    )
  }

  @Test func `a private row inside of what does not fit does not show`() {
    let row = OneRow<Int>(.integer)
    #expect(
      row.problems(.bundle(credentials.rows)) == [
        #"value: expected Int, found {user: "ada", token: <private>}"#
      ]
    )
  }

  @Test func `a private foreign row inside a nested bundle does not show`() {
    let foreign = NavigationBundleRow(key: "user", value: .integer(1234), isPrivate: true)
    let token = NavigationBundleRow(key: "token", value: .integer(1234))
    #expect(
      OneRow<Credentials>(.bundle(Credentials.bundleSpec)).problems(.bundle([foreign, token])) == [
        "value.user: expected String, found <private>",
        "value.token: expected String, found <private>",
      ]
    )
  }

  @Test func `a private single value shows neither as a row nor as an action`() {
    let action = SingleValueNavigationAction("sesame", .string, key: "token", isPrivate: true)
    #expect(action.rows.bundleDescription == "{token: <private>}")
    #expect(!"\(action)".contains("sesame"))
    #expect(!String(reflecting: action).contains("sesame"))
  }

  @Test func `a result does not show its private rows when it is printed`() {
    let result = NavigationResult(credentials)
    #expect(result.rows.bundleDescription == #"{user: "ada", token: <private>}"#)
    #expect(!"\(result)".contains("sesame"))
    #expect(!String(reflecting: NavigationSpec<Int>.pop(result: result)).contains("sesame"))
    let single = NavigationResult("sesame", .string, key: "token", isPrivate: true)
    #expect(single.rows.bundleDescription == "{token: <private>}")
    #expect(!"\(single)".contains("sesame"))
  }

  @Test(arguments: Form.allCases)
  func `private rows are left out for showing only, in nested bundles as well`(
    _ form: Form
  ) throws {
    let nested = NavigationBundleRow(key: "user", value: .bundle(credentials.rows))
    let bundle = try UntypedNavigationBundle(rows: [nested] + credentials.rows.suffix(1))
    let shown = try form.through(bundle, for: .showing)
    #expect(shown.rows.map(\.key) == ["user"])
    #expect(shown["user"]?.description.contains("ada") == true)
    #expect(shown["user"]?.description.contains("sesame") == false)
    #expect(try form.through(bundle).rows.count == 2)
  }
}
