import KalugaArchitecture
import Testing

/// Rows that are kept out of save files.
struct NavigationBundleSavingTests {
  private struct Draft: NavigationBundleContent, Hashable {
    var text: String
    var selection: Int?
    var zoom: Double
    var session: String

    enum Rows {
      static let text = NavigationBundleSpecRow("text", \Draft.text, .string, isPrivate: true)
      static let selection = NavigationBundleSpecRow(
        "selection",
        \Draft.selection,
        .optional(.integer),
        isSaved: false
      )
      static let zoom = NavigationBundleSpecRow(
        "zoom",
        \Draft.zoom,
        .double.defaulting(to: 1),
        isSaved: false
      )
      static let session = NavigationBundleSpecRow("session", \Draft.session, .string)
    }

    static let bundleSpec = NavigationBundleSpec(
      Draft.init(text:selection:zoom:session:),
      Rows.text,
      Rows.selection,
      Rows.zoom,
      Rows.session
    )
  }

  private let draft = Draft(text: "a", selection: 3, zoom: 2, session: "s")

  @Test(arguments: Form.allCases)
  func `rows that are not saved are left out for saving only`(_ form: Form) throws {
    #expect(try Draft.bundleSpec.content(from: form.through(draft.bundle.untyped)) == draft)
    let saved = try form.through(draft.bundle.untyped, for: .saving)
    #expect(Set(saved.rows.map(\.key)) == ["text", "session"])
  }

  @Test(arguments: Form.allCases)
  func `what was not saved reads as nil or as its default`(_ form: Form) throws {
    let saved = try form.through(draft.bundle.untyped, for: .saving)
    #expect(
      try Draft.bundleSpec.content(from: saved)
        == Draft(text: "a", selection: nil, zoom: 1, session: "s")
    )
  }

  @Test func `what was not saved and has no default is an error that names the row`() throws {
    let spec = SingleValueNavigationSpec<Int>(.integer, key: "number", isSaved: false)
    let saved = try UntypedNavigationBundle(json: spec.bundle(7).untyped.json(for: .saving))
    #expect(
      problems { try spec.spec.content(from: saved) } == ["number: expected Int, found nothing"]
    )
  }

  @Test(arguments: Form.allCases)
  func `rows of nested bundles and of elements are left out as well`(_ form: Form) throws {
    let row = OneRow<[Draft]>(.array(.bundle(Draft.bundleSpec)))
    let saved = try form.through(
      row.spec.bundle(Box(value: [draft])).untyped,
      for: .saving
    )
    #expect(try row.spec.content(from: saved).value.map(\.selection) == [nil])
  }

  @Test(arguments: [true, false], [true, false])
  func `whether a row is saved does not depend on whether it is private`(
    _ isPrivate: Bool,
    _ isSaved: Bool
  ) throws {
    let spec = SingleValueNavigationSpec<Int>(
      .integer,
      isPrivate: isPrivate,
      isSaved: isSaved
    )
    let bundle = spec.bundle(7).untyped
    #expect(try bundle.query(for: .saving) == (isSaved ? "value=7" : ""))
    #expect(try bundle.query() == "value=7")
    #expect(bundle.description == (isPrivate ? "{value: <private>}" : "{value: 7}"))
  }

  @Test func `a default stands for a missing row and not for a wrong one`() throws {
    let spec = SingleValueNavigationSpec<Int>(.integer.defaulting(to: 5)).spec
    #expect(try spec.content(from: []) == 5)
    #expect(try spec.content(from: UntypedNavigationBundle(["value": 0])) == 0)
    #expect(
      problems { try spec.content(from: UntypedNavigationBundle(text: #"{"value":null}"#)) }
        == ["value: expected Int, found nil"]
    )
    #expect(
      problems { try spec.content(from: UntypedNavigationBundle(query: "value=")) }.count == 1
    )
  }

  @Test func `an optional of a type with a default comes back`() throws {
    let row = OneRow<Int?>(.optional(.integer.defaulting(to: 5)))
    #expect(try row.roundTrip(nil, through: .json) == nil)
    #expect(try row.roundTrip(1, through: .query) == 1)
    #expect(try row.spec.content(from: []).value == nil)
  }

  @Test func `a default for an optional type stops the program`() async {
    await #expect(processExitsWith: .failure) {
      _ = NavigationBundleSpecType<Int?>.optional(.integer).defaulting(to: 5)
    }
  }

  @Test func `a value that cannot be written does not matter if it is not saved`() throws {
    let spec = SingleValueNavigationSpec<[Double]>(.codable(), isSaved: false)
    #expect(try spec.bundle([.nan]).untyped.query(for: .saving) == "")
    #expect(throws: NavigationBundleError.self) { try spec.bundle([.nan]).untyped.query() }
  }

  @Test func `rows are saved unless they say otherwise`() throws {
    #expect(NavigationBundleRow(key: "a", value: .integer(1)).isSaved)
    let spec = SingleValueNavigationSpec<Int>(.integer)
    #expect(try spec.bundle(7).untyped.query(for: .saving) == "value=7")
  }
}
