import KalugaArchitecture
import Testing

struct UntypedNavigationBundleTests {
  private let profile = Profile(userID: "7", age: 42, tags: ["a"])

  // MARK: One row, one value

  @Test(arguments: Form.allCases)
  func `get(row) reads one row, ignores the others, and names it if it fails`(form: Form) throws {
    let bundle = try form.through(profile.bundle.untyped)
    #expect(try bundle.get(Profile.Rows.userID) == "7")
    #expect(try bundle.get(Profile.Rows.age) == 42)
    #expect(try bundle.get(Profile.Rows.tags) == ["a"])
    #expect(
      problems { try bundle.get(Credentials.Rows.user) } == ["user: expected String, found nothing"]
    )
  }

  /// Kaluga Q27: the type that reads need not be the one that wrote.
  @Test(arguments: Form.allCases)
  func `get(type) reads the single value, beside unrelated keys`(form: Form) throws {
    let rows =
      SingleValueNavigationAction(profile, .codable()).rows
      + SingleValueNavigationAction([[1], []], .array(.array(.integer)), key: "2").rows
    let bundle = try form.through(UntypedNavigationBundle(rows: rows))
    #expect(try bundle.get(.codable()) == profile)
    #expect(try bundle.get(.array(.array(.integer)), key: "2") == [[1], []])
    #expect(problems { try bundle.get(.unit) }.count == 1)
    #expect(problems { try bundle.get(.string, key: "Value") }.count == 1)
  }

  // MARK: Keys

  @Test func `keys are distinct, in nested bundles too`() throws {
    let one = NavigationBundleRow(key: "a", value: .integer(1))
    let two = NavigationBundleRow(key: "a", value: .integer(2))
    let nested = NavigationBundleRow(key: "b", value: .array([.bundle([one, two])]))
    #expect(
      problems { try UntypedNavigationBundle(rows: [one, nested, two]) } == [
        "b[0].a: expected one row, found another row with the same key",
        "a: expected one row, found another row with the same key",
      ]
    )
    #expect(try UntypedNavigationBundle(rows: [one])["a"] == .integer(1))
    #expect(try UntypedNavigationBundle(rows: [one])["A"] == nil)
  }
}
