import Foundation
import KalugaArchitecture
import Testing

/// What users have reported about the JSON of Foundation, and about typed arguments of routes.
@MainActor
struct JSONReportCases {
  enum Size: String, Codable, CaseIterable, Hashable, Sendable {
    case small, large
  }

  struct Measure: NavigationBundleContent, Codable, Hashable {
    var name: String?
    var count: Int?
    var ratio: Double?
    var price: Decimal?
    var sizes: [Size]?
    var at: Date?

    static let bundleSpec = NavigationBundleSpec<Self>.codable()
  }

  private static func read(json: String) throws -> Measure {
    try Measure.bundleSpec.content(from: UntypedNavigationBundle(json: Data(json.utf8)))
  }

  private static func read(query: String) throws -> Measure {
    try Measure.bundleSpec.content(from: UntypedNavigationBundle(query: query))
  }

  @Test(arguments: [
    // SwiftyJSON/SwiftyJSON#982: 0.6 becomes 0.599999999991.
    (#"{"price": 0.6}"#, Measure(price: Decimal(string: "0.6"))),
    // swift-extras/swift-extras-json#26: the digits of a decimal pass through a floating-point number.
    (#"{"price": 1.11724049716725761}"#, Measure(price: Decimal(string: "1.11724049716725761"))),
    // SwiftyJSON/SwiftyJSON#449: the last digits of a number are lost.
    (#"{"ratio": 2.6090288509851067}"#, Measure(ratio: 2.6090288509851067)),
    // kiwicom/navigation-compose-typed#135: the text "null" is taken for no value.
    (#"{"name": "null"}"#, Measure(name: "null")),
    // vultisig/vultisig-android#5828: an argument with these characters leads nowhere.
    (#"{"name": "a/b?c=d&e#f g%2Fh+é"}"#, Measure(name: "a/b?c=d&e#f g%2Fh+é")),
    // androidx/androidx#725: a list of enums cannot be an argument.
    (#"{"sizes": ["large", "small"]}"#, Measure(sizes: [.large, .small])),
    (#"{"sizes": []}"#, Measure(sizes: [])),
  ])
  func `a value keeps all its digits and characters in JSON and in a link`(
    _ json: String,
    _ measure: Measure
  ) throws {
    #expect(try Self.read(json: json) == measure)
    let bundle = measure.bundle.untyped
    #expect(try Self.read(json: String(decoding: bundle.json(), as: UTF8.self)) == measure)
    #expect(try Self.read(query: bundle.query()) == measure)
  }

  // vide/matedroid#305: the plus sign of a time zone becomes a space.
  @Test(arguments: ["2026-06-10T12:00:00%2B02:00", "2026-06-10T12:00:00+02:00"])
  func `a date in a link keeps its time zone`(_ text: String) throws {
    #expect(
      try Self.read(query: "at=\(text)").at == Date(timeIntervalSince1970: 1_781_085_600)
    )
  }

  @Test(arguments: [
    // swiftlang/swift-foundation#274, #1604: the error for a number says that the JSON is not valid.
    (#"{"count": 123.45}"#, "count: expected Int, found 123.45"),
    (
      #"{"count": 99999999999999999999}"#,
      "count: expected Int, found 99999999999999999999, which is out of range"
    ),
    // raamcosta/compose-destinations#257: an argument that does not fit stops the app.
    (#"{"sizes": ["huge"]}"#, #"sizes[0]: expected one of "small", "large", found "huge""#),
  ])
  func `a value that does not fit is named by its row`(_ json: String, _ problem: String) {
    #expect {
      try Self.read(json: json)
    } throws: {
      "\($0)" == problem
    }
  }

  // swiftlang/swift-foundation#1176, #1304: what was read cannot be written, or stops the program.
  @Test(arguments: [100, 511, 512, 513, 10_000])
  func `JSON of any depth is read or refused`(_ depth: Int) {
    let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    if let bundle = try? UntypedNavigationBundle(
      json: Data(#"{"name": "x", "more": \#(nested)}"#.utf8)
    ) {
      #expect(throws: Never.self) { try bundle.json() }
      #expect((try? Measure.bundleSpec.content(from: bundle)) == Measure(name: "x"))
    } else {
      #expect(depth >= 100)
    }
  }

  /// A value that decodes in one of two forms.
  private struct Choice: Codable, Hashable, Sendable {
    struct Long: Codable, Hashable { var first: Int, second: Int }

    var number: Int
    var rest: [Int]

    enum CodingKeys: CodingKey { case value, rest }

    init(number: Int, rest: [Int]) {
      self.number = number
      self.rest = rest
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let long = try? container.decode(Long.self, forKey: .value)
      number = try long?.first ?? container.decode(Int.self, forKey: .value)
      rest = try container.decode([Int].self, forKey: .rest)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(number, forKey: .value)
      try container.encode(rest, forKey: .rest)
    }
  }

  private enum Page: NavigationDestination { case home, choice(Choice) }

  // swiftlang/swift-corelibs-foundation#3773: a decoder is confused after a part has failed to decode.
  @Test func `a saved destination may try one form after the other`() throws {
    let page = Page.choice(Choice(number: 3, rest: [1, 2]))
    let driver = NavigationDriver(root: Page.home) { _, _ in BaseLifecycleViewModel() }
    driver.start()
    try driver.perform(.push(page))
    let saved = try NavigationSnapshot<Page>(try driver.snapshot().data())
    #expect(saved.stack.top.destination == page)
    driver.end()
  }
}
