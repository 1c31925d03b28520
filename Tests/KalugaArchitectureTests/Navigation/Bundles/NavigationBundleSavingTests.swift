import KalugaArchitecture
import Testing

/// Rows that are kept out of save files, and rows with defaults.
struct NavigationBundleSavingTests {
  private struct Draft: NavigationBundleContent, Hashable {
    var text: String
    var selection: Int?
    var zoom: Double

    static let bundleSpec = NavigationBundleSpec(
      Draft.init(text:selection:zoom:),
      NavigationBundleSpecRow("text", \Draft.text, .string, isPrivate: true),
      NavigationBundleSpecRow("selection", \Draft.selection, .optional(.integer), isSaved: false),
      NavigationBundleSpecRow("zoom", \Draft.zoom, .double.defaulting(to: 1), isSaved: false)
    )
  }

  @Test(arguments: Form.written)
  func `rows that are not saved are left out for saving only, also if nested`(form: Form) throws {
    let row = OneRow<[Draft]>(.array(.bundle(Draft.bundleSpec)))
    let drafts = [Draft(text: "a", selection: 3, zoom: 2)]
    #expect(try row.roundTrip(drafts, through: form) == drafts)
    let saved = try form.through(row.spec.bundle(Box(value: drafts)).untyped, for: .saving)
    // They read as nil or as their default.
    let restored = try row.spec.content(from: saved).value
    #expect(restored == [Draft(text: "a", selection: nil, zoom: 1)])
    #expect(NavigationBundleRow(key: "a", value: .integer(1)).isSaved)
    let single = SingleValueNavigationSpec<Int>(.integer)
    #expect(try single.bundle(7).untyped.query(for: .saving) == "value=7")
  }

  @Test(arguments: [true, false], [true, false])
  func `whether a row is saved, and missing then, does not depend on whether it is private`(
    isPrivate: Bool,
    isSaved: Bool
  ) throws {
    let spec = SingleValueNavigationSpec<Int>(.integer, isPrivate: isPrivate, isSaved: isSaved)
    let bundle = spec.bundle(7).untyped
    #expect(try bundle.query(for: .saving) == (isSaved ? "value=7" : ""))
    #expect(try bundle.query() == "value=7")
    let saved = UntypedNavigationBundle(query: try bundle.query(for: .saving))
    let problem = "value: expected Int, found nothing"
    #expect(problems { try spec.spec.content(from: saved) } == (isSaved ? [] : [problem]))
    #expect(bundle.description == (isPrivate ? "{value: <private>}" : "{value: 7}"))
  }

  @Test func `a value that cannot be written does not matter if it is not saved`() throws {
    let spec = SingleValueNavigationSpec<[Double]>(.codable(), isSaved: false)
    #expect(try spec.bundle([.nan]).untyped.query(for: .saving) == "")
    #expect(throws: NavigationBundleError.self) { try spec.bundle([.nan]).untyped.query() }
  }

  @Test func `a default replaces a missing row, and neither a wrong one nor nil`() throws {
    let spec = SingleValueNavigationSpec<Int>(.integer.defaulting(to: 5)).spec
    #expect(try spec.content(from: []) == 5)
    #expect(try spec.content(from: UntypedNavigationBundle(text: #"{"value":0}"#)) == 0)
    #expect(
      problems { try spec.content(from: UntypedNavigationBundle(text: #"{"value":null}"#)) }
        == ["value: expected Int, found nil"]
    )
    #expect(
      problems { try spec.content(from: UntypedNavigationBundle(query: "value=")) }.count == 1
    )
    let optional = OneRow<Int?>(.optional(.integer.defaulting(to: 5)))
    #expect(try optional.roundTrip(nil, through: .json) == nil)
    #expect(try optional.spec.content(from: []).value == nil)
  }

  @Test func `a default for an optional type stops the program`() async {
    await #expect(processExitsWith: .failure) {
      _ = NavigationBundleSpecType<Int?>.optional(.integer).defaulting(to: 5)
    }
  }
}
