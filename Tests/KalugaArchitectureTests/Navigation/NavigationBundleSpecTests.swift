import KalugaArchitecture
import Testing

struct NavigationBundleSpecTests {
  private let profile = Profile(userID: "7", age: 1, tags: ["a"])

  private func row(_ key: String, _ value: NavigationBundleValue) -> NavigationBundleRow {
    NavigationBundleRow(key: key, value: value)
  }

  // MARK: From a content

  @Test func `a bundle keeps its content, which is read without a cast and without try`() {
    let bundle = profile.bundle
    #expect(bundle.content == profile)
    #expect(bundle.userID == "7" && bundle.tags.count == 1)
    #expect(bundle.get(Profile.Rows.age) == 1)
    #expect(bundle.rows == profile.rows)
  }

  @Test func `a bundle prints its rows in one line`() {
    let content = Everything(text: "a\nb", matrix: [[1, nil], []], profile: profile)
    #expect(
      "\(content.bundle)" == """
        {flag: false, small: 0, large: 0, widest: 0, single: 0.0, double: 0.0, character: 'a', \
        text: "a\\nb", date: 1970-01-01T00:00:00.000Z, maybe: nil, deep: nil, level: 1, tags: [], \
        matrix: [[1, nil], []], people: [], profile: {userID: "7", age: 1, tags: ["a"]}, \
        coded: {"tags":[],"userID":""}, secretToken: <private>}
        """
    )
  }

  @Test func `a spec without rows reads anything`() throws {
    let spec = NavigationBundleSpec<Int>({ 42 })
    #expect(try spec.content(from: []) == 42)
    #expect(try spec.content(from: [row("x", .null)]) == 42)
    #expect("\(spec.bundle(1))" == "{}")
  }

  // MARK: From rows

  @Test func `one error lists every problem in the order of the spec, in one line`() throws {
    let rows = [row("tags", .array([.null, .string("a"), .unit])), row("age", .string("o\nld"))]
    let error = try #require(throws: NavigationBundleError.self) {
      try Profile.bundleSpec.content(from: rows)
    }
    #expect(error.problems.map(\.path) == ["userID", "age", "tags[0]", "tags[2]"])
    #expect(error.problems.map(\.expected) == ["String", "Int", "String", "String"])
    #expect(error.problems.map(\.found) == ["nothing", #""o\nld""#, "nil", "()"])
    #expect(
      "\(error)" == #"userID: expected String, found nothing; age: expected Int, found "o\nld"; "#
        + "tags[0]: expected String, found nil; tags[2]: expected String, found ()"
    )
  }

  @Test func `neither the order of rows nor unknown keys matter, and keys differ by case`() throws {
    let rows = [row("x", .invalid("x")), row("userid", .unit)] + profile.rows.reversed()
    #expect(try Profile.bundleSpec.content(from: rows + [row("x", .unit)]) == profile)
  }

  // MARK: Exchanged rows

  private struct Size: Hashable, Sendable {
    var width: Int
    var height: Int
    var depth = 0

    static let width = NavigationBundleSpecRow("width", \Size.width, .integer)
    static let height = NavigationBundleSpecRow("height", \Size.height, .integer)
    static let depth = NavigationBundleSpecRow("depth", \Size.depth, .integer)
    static let exchanged =
      NavigationBundleSpec({ Size(width: $0, height: $1) }, Size.height, Size.width)
  }

  @Test(arguments: Form.allCases)
  func `two rows in the wrong order are a problem that names both paths`(form: Form) throws {
    let row = OneRow<[Size]>(.array(.bundle(Size.exchanged)))
    // Rows of equal values cannot be distinguished.
    let sizes = Box(value: [Size(width: 1, height: 1), Size(width: 1, height: 2)])
    let untyped = try form.through(row.spec.bundle(sizes).untyped)
    let reason = "the spec names its rows in another order than the initializer takes them"
    #expect(
      problems { try row.spec.content(from: untyped) } == [
        "value[1].height: expected its own value, found that of value[1].width: \(reason)",
        "value[1].width: expected its own value, found that of value[1].height: \(reason)",
      ]
    )
  }

  @Test func `three rows in a circle are found`() {
    let spec = NavigationBundleSpec(
      { Size(width: $0, height: $1, depth: $2) },
      Size.height,
      Size.depth,
      Size.width
    )
    let rows = spec.bundle(Size(width: 1, height: 2, depth: 3)).rows
    #expect(problems { try spec.content(from: rows) }.count == 3)
  }

  @Test func `exchanged bundles are found by their content, which is not shown`() {
    struct Change: Sendable {
      var old: Credentials
      var new: Credentials
    }
    let spec = NavigationBundleSpec(
      { Change(old: $0, new: $1) },
      NavigationBundleSpecRow("new", \Change.new, .bundle(Credentials.bundleSpec)),
      NavigationBundleSpecRow("old", \Change.old, .bundle(Credentials.bundleSpec))
    )
    let change = Change(
      old: Credentials(user: "ada", token: "sesame"),
      new: Credentials(user: "ada", token: "")
    )
    let found = problems { try spec.content(from: spec.bundle(change).rows) }
    #expect(found.count == 2 && !found.joined().contains("sesame"))
  }

  @Test func `an initializer may change values`() throws {
    let spec = NavigationBundleSpec(
      { Size(width: min($0, 10), height: $1) },
      Size.width,
      Size.height
    )
    let rows = spec.bundle(Size(width: 99, height: 10)).rows
    #expect(try spec.content(from: rows) == Size(width: 10, height: 10))
  }

  @Test(arguments: [(Double.nan, .nan), (.nan, 1), (0, -0.0)])
  func `neither nan nor a zero is taken for another value`(x: Double, y: Double) throws {
    struct Point: Sendable {
      var x: Double
      var y: Double
    }
    let spec = NavigationBundleSpec(
      { Point(x: $0, y: $1) },
      NavigationBundleSpecRow("x", \Point.x, .double),
      NavigationBundleSpecRow("y", \Point.y, .double)
    )
    let point = try spec.content(from: spec.bundle(Point(x: x, y: y)).rows)
    #expect("\(point)" == "\(Point(x: x, y: y))")
  }
}
