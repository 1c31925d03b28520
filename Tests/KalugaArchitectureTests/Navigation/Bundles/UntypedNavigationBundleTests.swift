import KalugaArchitecture
import Testing

struct UntypedNavigationBundleTests {
  private let profile = Profile(userID: "7", age: 42, tags: ["a"])

  // MARK: One row, one value

  @Test(arguments: Form.allCases)
  func `get(row) reads one row and does not mind the others`(_ form: Form) throws {
    let bundle = try form.through(profile.bundle.untyped)
    #expect(try bundle.get(Profile.Rows.userID) == "7")
    #expect(try bundle.get(Profile.Rows.age) == 42)
    #expect(try bundle.get(Profile.Rows.tags) == ["a"])
  }

  @Test func `get(row) fails with a typed error that names the row`() throws {
    let bundle = try UntypedNavigationBundle(["age": "old"])
    do throws(NavigationBundleError) {
      _ = try bundle.get(Profile.Rows.age)
      Issue.record("a string was read as a number")
    } catch {
      #expect("\(error)" == #"age: expected Int, found "old""#)
    }
    #expect(
      problems { try bundle.get(Profile.Rows.userID) } == ["userID: expected String, found nothing"]
    )
  }

  @Test(arguments: Form.allCases)
  func `get(type) reads the single value, beside unrelated keys`(_ form: Form) throws {
    let spec = SingleValueNavigationSpec<Profile>(.codable())
    let rows =
      spec.bundle(profile).rows + [NavigationBundleRow(key: "Extra", value: .string("x"))]
    let bundle = try form.through(UntypedNavigationBundle(rows: rows))
    #expect(try bundle.get(.codable()) == profile)
    #expect(problems { try bundle.get(.unit) }.count == 1)
    #expect(problems { try bundle.get(.string, key: "Value") }.count == 1)
  }

  @Test func `single values under keys of their own stand side by side`() throws {
    let bundle = try UntypedNavigationBundle(["first": 1, "second": 2])
    #expect(try bundle.get(.integer, key: "first") == 1)
    #expect(try bundle.get(.integer, key: "second") == 2)
  }

  @Test func `a single value action and the spec have the same bundle`() throws {
    let action = SingleValueNavigationAction("Ada", .string, key: "name")
    let spec = SingleValueNavigationSpec<String>(.string, key: "name")
    #expect(action.rows == spec.bundle("Ada").rows)
    #expect(action.bundle.untyped == spec.bundle("Ada").untyped)
    #expect(try action.bundle.untyped.get(.string, key: "name") == "Ada")
    #expect(try spec.spec.content(from: action.rows) == "Ada")
    #expect(spec.bundle("Ada").get(spec.row) == "Ada")
    let unnamed = SingleValueNavigationAction(42, .integer)
    #expect(try unnamed.bundle.untyped.get(.integer) == 42)
  }

  // MARK: Keys

  @Test func `keys are distinct, in nested bundles too`() throws {
    let one = NavigationBundleRow(key: "a", value: .integer(1))
    let two = NavigationBundleRow(key: "a", value: .integer(2))
    let nested = NavigationBundleRow(key: "b", value: .array([.bundle([one, two])]))
    #expect(
      problems { try UntypedNavigationBundle(rows: [one, nested, two]) } == [
        "b[0].a: expected one row, found another one with the same key",
        "a: expected one row, found another one with the same key",
      ]
    )
    #expect(try UntypedNavigationBundle(rows: [one])["a"] == .integer(1))
    #expect(try UntypedNavigationBundle(rows: [one])["A"] == nil)
  }

  @Test func `unknown keys are ignored or reported, as chosen`() throws {
    let json = #"{"user":"a","token":"b","tokem":"sesame","\u001b[2J":1}"#
    let bundle = try UntypedNavigationBundle(text: json)
    #expect(
      try Credentials.bundleSpec.content(from: bundle) == Credentials(user: "a", token: "b")
    )
    #expect(
      problems { try Credentials.bundleSpec.content(from: bundle, unknownKeys: .reported) } == [
        #"\u{1b}[2J: expected no such row, found one"#, "tokem: expected no such row, found one",
      ]
    )
    #expect(
      problems { try Credentials.bundleSpec.content(from: bundle.rows, unknownKeys: .reported) }
        .count == 2
    )
  }

  @Test func `unknown keys of nested bundles are reported together with everything else`() throws {
    let row = OneRow<[Profile]>(.array(.bundle(Profile.bundleSpec)))
    let json = #"{"value":[{"userID":1,"tags":[],"x":1}],"y":{"z":1}}"#
    #expect(
      problems {
        try row.spec.content(from: UntypedNavigationBundle(text: json), unknownKeys: .reported)
      } == [
        "value[0].userID: expected String, found 1", "value[0].x: expected no such row, found one",
        "y: expected no such row, found one",
      ]
    )
  }

  // MARK: What shows

  @Test func `what came from outside prints its keys alone`() throws {
    #expect(
      "\(try UntypedNavigationBundle(text: #"{"token":"sesame","a":{"b":1}}"#))"
        == "{a: <private>, token: <private>}"
    )
    #expect(
      String(reflecting: try UntypedNavigationBundle(query: "token=sesame"))
        == "{token: <private>}"
    )
    #expect("\(try UntypedNavigationBundle(["token": "sesame"]))" == "{token: <private>}")
  }

  @Test func `what came from a spec prints as its bundle`() {
    let credentials = Credentials(user: "ada", token: "sesame")
    #expect("\(credentials.bundle.untyped)" == #"{user: "ada", token: <private>}"#)
  }

  @Test(arguments: [
    #"{"value":"sesame"}"#, #"{"value":["sesame"]}"#, #"{"value":[{"token":["sesame"]}]}"#,
    #"{"value":[["sesame"]]}"#, #"{"value":{"token":"sesame"}}"#, #"{"Value":"sesame"}"#,
  ])
  func `what does not fit where private rows belong does not show`(_ json: String) throws {
    let bundle = try UntypedNavigationBundle(text: json)
    let row = OneRow<[Credentials?]>(.array(.optional(.bundle(Credentials.bundleSpec))))
    let found = problems { try row.spec.content(from: bundle, unknownKeys: .reported) }
    #expect(!found.isEmpty)
    #expect(!found.joined().contains("sesame"))
  }
}
