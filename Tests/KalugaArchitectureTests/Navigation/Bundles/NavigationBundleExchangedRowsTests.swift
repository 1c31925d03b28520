import KalugaArchitecture
import Testing

/// Two rows of the same type in another order than the initializer's arguments.
struct NavigationBundleExchangedRowsTests {
  private struct Size: Hashable, Sendable {
    var width: Int
    var height: Int
    var depth = 0
    var name = ""
  }

  private static let width = NavigationBundleSpecRow("width", \Size.width, .integer)
  private static let height = NavigationBundleSpecRow("height", \Size.height, .integer)
  private static let depth = NavigationBundleSpecRow("depth", \Size.depth, .integer)
  private static let name = NavigationBundleSpecRow("name", \Size.name, .string)

  private let exchanged = NavigationBundleSpec(
    { Size(width: $0, height: $1, name: $2) },
    height,
    width,
    name
  )

  private let reason = "the spec names its rows in another order than the initializer takes them"

  @Test func `rows in the wrong order are a problem that names both`() {
    let size = Size(width: 1, height: 2)
    #expect(
      problems { try exchanged.content(from: exchanged.bundle(size).rows) } == [
        "height: expected its own value, found that of width: \(reason)",
        "width: expected its own value, found that of height: \(reason)",
      ]
    )
  }

  @Test(arguments: Form.allCases)
  func `they are found in every form`(_ form: Form) throws {
    let untyped = try form.through(exchanged.bundle(Size(width: 1, height: 2)).untyped)
    #expect(problems { try exchanged.content(from: untyped) }.count == 2)
  }

  @Test func `they are found inside of other bundles, with the path`() {
    let row = OneRow<[Size]>(.array(.bundle(exchanged)))
    #expect(
      row.problems(of: row.rows([Size(width: 1, height: 1), Size(width: 1, height: 2)])).first
        == "value[1].height: expected its own value, found that of value[1].width: \(reason)"
    )
  }

  @Test func `three rows in a circle are found`() {
    let spec = NavigationBundleSpec(
      { Size(width: $0, height: $1, depth: $2) },
      Self.height,
      Self.depth,
      Self.width
    )
    #expect(
      problems { try spec.content(from: spec.bundle(Size(width: 1, height: 2, depth: 3)).rows) }
        .count == 3
    )
  }

  @Test func `equal values cannot be told apart and do no harm`() throws {
    let size = Size(width: 1, height: 1)
    #expect(try exchanged.content(from: exchanged.bundle(size).rows) == size)
  }

  @Test func `what the rows hold does not show`() {
    struct Login: Sendable {
      var user: String
      var token: String
    }
    let spec = NavigationBundleSpec(
      { Login(user: $0, token: $1) },
      NavigationBundleSpecRow("token", \Login.token, .string, isPrivate: true),
      NavigationBundleSpecRow("user", \Login.user, .string)
    )
    let found = problems {
      try spec.content(from: spec.bundle(Login(user: "ada", token: "sesame")).rows)
    }
    #expect(found.count == 2)
    #expect(!found.joined().contains("sesame"))
  }

  @Test func `an initializer may change what it is given`() throws {
    let spec = NavigationBundleSpec(
      { Size(width: min($0, 10), height: $1) },
      Self.width,
      Self.height
    )
    let rows = spec.bundle(Size(width: 99, height: 10)).rows
    #expect(try spec.content(from: rows) == Size(width: 10, height: 10))
  }

  @Test func `what is not a number is not taken for another value`() throws {
    struct Point: Sendable {
      var x: Double
      var y: Double
    }
    let spec = NavigationBundleSpec(
      { Point(x: $0, y: $1) },
      NavigationBundleSpecRow("x", \Point.x, .double),
      NavigationBundleSpecRow("y", \Point.y, .double)
    )
    for (x, y) in [(Double.nan, .nan), (.nan, 1), (0, -0.0)] {
      let point = try spec.content(from: spec.bundle(Point(x: x, y: y)).rows)
      #expect("\(point.x) \(point.y)" == "\(x) \(y)")
    }
  }

  @Test func `rows that are bundles are told apart by what they hold`() {
    struct Frame: Sendable {
      var inner: Size
      var outer: Size
    }
    let size = NavigationBundleSpec({ Size(width: $0, height: $1) }, Self.width, Self.height)
    let spec = NavigationBundleSpec(
      { Frame(inner: $0, outer: $1) },
      NavigationBundleSpecRow("outer", \Frame.outer, .bundle(size)),
      NavigationBundleSpecRow("inner", \Frame.inner, .bundle(size))
    )
    let frame = Frame(inner: Size(width: 1, height: 2), outer: Size(width: 3, height: 2))
    #expect(problems { try spec.content(from: spec.bundle(frame).rows) }.count == 2)
  }
}
