import Foundation
import KalugaArchitecture
import Testing

/// Specs that are made from the `Codable` conformance of their content.
struct NavigationBundleCodableTests {
  @Test(arguments: Form.allCases)
  func `a codable content with a property of each kind round-trips`(form: Form) throws {
    for content in [Parcel.full, Parcel()] {
      let back = try form.through(content.bundle.untyped)
      #expect(try Parcel.bundleSpec.content(from: back) == content)
    }
  }

  @Test func `rows have the order of the properties, hold nil as well, and hide what is private`() {
    let text = #"""
      {number: 7, weight: 1.5, size: "small", options: 0, note: nil, due: 1970-01-01T00:00:00.000Z, \#
      stops: [{street: "x", floor: nil}], home: nil, grid: [[1, nil]], tags: [], stock: {a: [1], b: []}, \#
      label: "", price: "0", page: nil, owner: {user: "ada", token: <private>}, insides: [], \#
      code: <private>}
      """#
    var parcel = Parcel(stops: [.init(street: "x")], grid: [[1, nil]], stock: ["b": [], "a": [1]])
    parcel.owner = Credentials(user: "ada", token: "sesame")
    parcel.code = "sesame"
    #expect("\(parcel.bundle)" == text)
    #expect(String(reflecting: parcel) == "Parcel \(text)")
    var dumped = ""
    dump(Parcel.full.bundle, to: &dumped)
    #expect(!"\(Parcel.full.bundle) \(dumped)".contains("sesame"))
  }

  private static let missing = [
    "number: expected Int", "weight: expected Float", "size: expected one of \"small\", \"large\"",
    "options: expected Int", "due: expected Date", "stops: expected [Address]",
    "grid: expected [[Int?]]", "tags: expected [String]", "stock: expected [String: [Int]]",
    "label: expected Data", "price: expected Decimal", "owner: expected Credentials",
    "insides: expected [Parcel]", "code: expected String",
  ]

  @Test(arguments: Form.allCases)
  func `every missing property is named, except for optionals`(form: Form) throws {
    let empty = try form.through(UntypedNavigationBundle(rows: []))
    let found = problems { try Parcel.bundleSpec.content(from: empty) }
    #expect(found == Self.missing.map { "\($0), found nothing" })
  }

  @Test func `every value that does not fit is named by its path, with what was expected`() throws {
    let json = #"""
      {"number": 1.5, "weight": "heavy", "size": "medium", "note": 1, "due": "2020-02-30T08:00:00Z",
       "stops": [{"street": 1}, {"street": "", "floor": "3"}], "home": [], "grid": [[true]],
       "tags": {}, "stock": {"\u001b": [null]}, "label": "?", "price": "1,5", "page": "a b",
       "owner": {"token": 4711}, "insides": [{"code": 4711}], "code": [4711], "x": 1}
      """#
    let bundle = try UntypedNavigationBundle(text: json)
    let found = problems { try Parcel.bundleSpec.content(from: bundle) }
    let inner = Self.missing.dropLast().map { "insides[0].\($0), found nothing" }
    #expect(
      found == [
        "number: expected Int, found 1.5", #"weight: expected Float, found "heavy""#,
        #"size: expected one of "small", "large", found "medium""#,
        "options: expected Int, found nothing", "note: expected String, found 1",
        #"due: expected Date, found "2020-02-30T08:00:00Z""#,
        "stops[0].street: expected String, found 1", #"stops[1].floor: expected Int, found "3""#,
        "home: expected Address, found <private>", "grid[0][0]: expected Int, found true",
        "tags: expected [String], found <private>", #"stock.\u{1b}[0]: expected Int, found nil"#,
        #"label: expected Data, found "?""#, #"price: expected Decimal, found "1,5""#,
        #"page: expected URL, found "a b""#, "owner.user: expected String, found nothing",
        "owner.token: expected String, found <private>",
      ] + inner + [
        "insides[0].code: expected String, found <private>",
        "code: expected String, found <private>",
      ]
    )
  }

  /// A content that decodes its rows itself.
  private struct Custom: NavigationBundleContent, Codable, Equatable {
    var floor: Int?
    var pin: String

    enum CodingKeys: CodingKey { case floor, pin }
    static let bundleSpec = NavigationBundleSpec<Self>.codable(private: CodingKeys.pin)

    init(floor: Int?, pin: String) {
      self.floor = floor
      self.pin = pin
    }

    init(from decoder: any Decoder) throws {
      let rows = try decoder.container(keyedBy: CodingKeys.self)
      floor = try rows.decodeNil(forKey: .floor) ? nil : rows.decode(Int.self, forKey: .floor)
      pin = try rows.decode(String.self, forKey: .pin)
    }
  }

  @Test func `a row is optional if the content asks whether it is nil`() throws {
    let content = Custom(floor: nil, pin: "")
    #expect("\(content.bundle)" == "{floor: nil, pin: <private>}")
    #expect(try Custom.bundleSpec.content(from: content.bundle.untyped) == content)
  }

  private struct Email: RawRepresentable, Codable, Hashable, Sendable {
    let rawValue: String

    init?(rawValue: String) {
      if rawValue.contains(" ") { return nil }
      self.rawValue = rawValue
    }
  }

  private struct Account: NavigationBundleContent, Codable {
    var name: Email
    var email: Email
    var others: [Email]
    var friends: [String: Email]
    static let bundleSpec = NavigationBundleSpec<Self>.codable(
      private: CodingKeys.email,
      CodingKeys.others,
      CodingKeys.friends
    )
  }

  @Test(arguments: [
    ("name", "b b", #"name: expected Email, found "b b""#),
    ("email", "my sesame", "email: expected Email, found <private>"),
    ("others[1]", "my sesame", "others[1]: expected Email, found <private>"),
    ("friends.sesame", "my sesame", "friends.<private>: expected Email, found <private>"),
    ("friends.sesame[0]", "a", "friends.<private>: expected String, found <private>"),
  ])
  func `a private value that its own type refuses is not shown`(
    key: String,
    text: String,
    problem: String
  ) throws {
    var items = ["name": "a", "email": "a", "others[0]": "a", "friends.a": "a"]
    if key == "others[1]" { items["others[1]"] = "a" }
    items[key] = text
    let query = items.map { "\($0)=\($1.replacing(" ", with: "%20"))" }.joined(separator: "&")
    let bundle = UntypedNavigationBundle(query: query)
    #expect(problems { try Account.bundleSpec.content(from: bundle) } == [problem])
  }

  private final class Branch: Codable, Sendable {
    let code: Email
    let branches: [Branch]
    static let spec = NavigationBundleSpec<Branch>.codable(private: CodingKeys.code)
  }

  @Test(arguments: [
    (#"{"code":"my sesame","branches":[]}"#, "branches[0].code: expected Email, found <private>"),
    (#""my sesame""#, "branches[0]: expected Branch, found <private>"),
  ])
  func `a private value is hidden on each level of a type without a spec of its own`(
    branch: String,
    problem: String
  ) throws {
    let bundle = try UntypedNavigationBundle(text: #"{"code":"a","branches":[\#(branch)]}"#)
    #expect(problems { try Branch.spec.content(from: bundle) } == [problem])
  }

  // MARK: Sets, and rows that are missing

  private struct Tagged: NavigationBundleContent, Codable, Hashable {
    var numbers: Set<Int>
    var words: Set<[String]>?
    static let bundleSpec = NavigationBundleSpec<Self>.codable()
  }

  @Test func `the elements of a set are always in the same order`() {
    for capacity in 1...20 {
      var tagged = Tagged(numbers: Set(minimumCapacity: capacity * 10), words: [["b"], ["a"], []])
      for number in [10, 9, -1, 100] { tagged.numbers.insert(number) }
      #expect("\(tagged.bundle)" == #"{numbers: [-1, 9, 10, 100], words: [[], ["a"], ["b"]]}"#)
    }
  }

  private struct Basket: NavigationBundleContent, Codable, Hashable {
    enum CodingKeys: CodingKey { case count }

    var count = 1

    init(count: Int) { self.count = count }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if container.contains(.count) { count = try container.decode(Int.self, forKey: .count) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      if count != 1 { try container.encode(count, forKey: .count) }
    }

    static let bundleSpec = NavigationBundleSpec<Self>.codable()
  }

  @Test(arguments: Form.allCases)
  func `a property that is not written for its default is read as the default`(form: Form) throws {
    for count in [1, 2] {
      let back = try form.through(Basket(count: count).bundle.untyped)
      #expect(try Basket.bundleSpec.content(from: back) == Basket(count: count))
    }
  }

  // MARK: Wide integers, and nothing

  private struct Wide: NavigationBundleContent, Codable, Equatable {
    struct Pair: Codable, Equatable {
      var parts: [UInt128]
      init(_ parts: [UInt128]) { self.parts = parts }

      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        parts = []
        while !container.isAtEnd { parts.append(try container.decode(UInt128.self)) }
      }

      func encode(to encoder: any Encoder) throws { try parts.encode(to: encoder) }
    }

    struct Single: Codable, Equatable {
      var value: Int128
      init(_ value: Int128) { self.value = value }

      init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Int128.self)
      }

      func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }

    var signed: Int128
    var maybe: UInt128?
    var list: [Int128] = []
    var pair = Pair([])
    var single = Single(0)
    static let bundleSpec = NavigationBundleSpec<Self>.codable()
  }

  @Test(arguments: Form.allCases)
  func `integers of 128 bits round-trip`(form: Form) throws {
    let most = UInt128(Int128.max)
    let full = Wide(
      signed: .min,
      maybe: most,
      list: [.min, .max],
      pair: .init([0, most]),
      single: .init(.min)
    )
    for content in [full, Wide(signed: 0)] {
      let back = try form.through(content.bundle.untyped)
      #expect(try Wide.bundleSpec.content(from: back) == content)
    }
  }

  private struct Nothing: NavigationBundleContent, Codable, Equatable {
    static let bundleSpec = NavigationBundleSpec<Self>.codable()
  }

  private struct Marker: NavigationBundleContent, Codable, Equatable {
    struct Mark: Codable, Equatable {}

    var mark = Mark()
    var maybe: Mark?
    var marks: [Mark] = []
    static let bundleSpec = NavigationBundleSpec<Self>.codable()
  }

  @Test(arguments: Form.allCases)
  func `a type without properties has no rows`(form: Form) throws {
    let nothing = try form.through(Nothing().bundle.untyped)
    #expect(nothing.rows.isEmpty)
    #expect(try Nothing.bundleSpec.content(from: nothing) == Nothing())
    for content in [Marker(), Marker(maybe: .init(), marks: [.init()])] {
      let back = try form.through(content.bundle.untyped)
      #expect(try Marker.bundleSpec.content(from: back) == content)
    }
  }

  // MARK: Types that contain themselves

  private final class Chain: NavigationBundleContent, Codable, Equatable {
    struct Ring: Codable, Equatable {
      var chain: Chain
      var size = 1
    }

    let name: String
    let next: Chain?
    let rings: [Ring]

    init(_ name: String, next: Chain? = nil, rings: [Ring] = []) {
      (self.name, self.next, self.rings) = (name, next, rings)
    }

    static let bundleSpec = NavigationBundleSpec<Chain>.codable()

    static func == (one: Chain, other: Chain) -> Bool {
      one.name == other.name && one.next == other.next && one.rings == other.rings
    }
  }

  @Test(arguments: Form.allCases)
  func `a content may contain itself`(form: Form) throws {
    let chain = Chain("a", next: Chain("b"), rings: [.init(chain: Chain("c"))])
    #expect(try Chain.bundleSpec.content(from: form.through(chain.bundle.untyped)) == chain)
    let bad = #"{"name": "a", "rings": [{"chain": {"name": 1, "rings": []}, "size": "x"}]}"#
    #expect(
      problems { try Chain.bundleSpec.content(from: UntypedNavigationBundle(text: bad)) } == [
        "rings[0].chain.name: expected String, found 1",
        #"rings[0].size: expected Int, found "x""#,
      ]
    )
  }

  // MARK: Refusals

  private enum Payload: Codable {
    case circle(Double), none
  }

  private enum Raw: Int, Codable {
    case one = 1
  }

  private struct Even: Codable {
    var number: Int
    struct Odd: Error {}

    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
      if number % 2 == 0 { throw Odd() }
    }
  }

  private struct Counted: Codable {
    var name: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let isEmpty = container.allKeys.isEmpty
      name = try isEmpty ? "" : container.decode(String.self, forKey: .name)
      if isEmpty { _ = try container.decode(String.self, forKey: .name) }
    }
  }

  /// Has a fixed key, and holds all others in a dictionary.
  private struct Open: Codable {
    init(from decoder: any Decoder) throws {
      _ = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .other)
      _ = try [String: Int](from: decoder)
    }
  }

  private struct OtherOpen: Codable {
    init(from decoder: any Decoder) throws {
      _ = try [String: Int](from: decoder)
      _ = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .other)
    }
  }

  private struct Pair: Codable {
    var name: String
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      name = try container.decode(String.self)
      _ = try container.decode(Int.self)
    }
  }

  private struct Wrapper<Value: Codable & Sendable>: Codable, Sendable {
    var list: [String: [Value]]
    static var spec: NavigationBundleSpec<Self> { .codable() }
  }

  private func check<Value: Codable & Sendable>(
    _ type: Value.Type,
    _ expected: String
  ) {
    let refusal = "list.*[0]\(expected)"
    let spec = Wrapper<Value>.spec
    #expect(problems { try spec.content(from: []) } == [refusal])
    let rows = spec.bundle(Wrapper(list: [:])).rows
    #expect(rows.map(\.value) == [.invalid(refusal)])
    #expect(problems { try UntypedNavigationBundle(rows: rows).json() }.count == 1)
  }

  @Test func `a type whose rows depend on its value is refused with its path`() {
    let same = "expected a type with the same rows for all values"
    check(Payload.self, ": \(same), found Payload")
    check(Raw.self, ": expected a CaseIterable type, found Raw")
    check(Even.self, ": \(same), found Even")
    check([Int: String].self, ": \(same), found Dictionary<Int, String>")
    check(Counted.self, ": \(same), found Counted")
    check(Open.self, ": \(same), found Open")
    check(OtherOpen.self, ": \(same), found OtherOpen")
    check(Pair.self, "[0]: expected elements of one type, found Int")
    check(Int??.self, ": expected one level of optionals, found Optional<Int>?")
    let key = NavigationBundleSpec<Profile>.codable(private: Key.other)
    #expect(
      problems { try key.content(from: []) } == [
        "other: expected a row that can be private, found nothing"
      ]
    )
    let single = NavigationBundleSpec<[Int]>.codable()
    #expect(
      problems { try single.content(from: []) } == [
        "Array<Int>: expected rows, found a value of another form"
      ]
    )
  }

  private enum Key: CodingKey { case other }

  private struct Drawing: NavigationBundleContent, Codable, Hashable, NavigationDestination {
    enum Figure: Codable, Hashable {
      case circle(Double), point
    }

    var figure: Figure
    static let bundleSpec = NavigationBundleSpec<Self>.codable()
  }

  private static let reason =
    "figure: expected a type with the same rows for all values, found Figure"

  @Test func `a link table refuses an impossible spec, with the path`() {
    let links = DeepLinks(
      scheme: "kaluga",
      host: "example",
      routes: [
        DeepLinkRoute("drawing", Drawing.bundleSpec) {
          [$0]
        } content: {
          $0.first
        }
      ]
    )
    #expect {
      try links.screens(for: "kaluga://example/drawing")
    } throws: {
      "\($0)" == "link to \"drawing\": \(Self.reason)"
    }
    #expect {
      try links.link(to: [Drawing(figure: .point)])
    } throws: {
      "\($0)".contains(Self.reason)
    }
  }

  @Test func `text in place of a content with an impossible spec does not show`() {
    let row = OneRow<Drawing>(.bundle(.codable()))
    #expect(row.problems(.string("sesame")) == ["value: expected Drawing, found <private>"])
  }

  private enum Screen: NavigationDestination, NavigationAction {
    case drawing(Drawing), list
  }

  @MainActor
  @Test func `a transition shows why the spec of its data is impossible`() throws {
    let diagnostics = DiagnosticLog()
    let driver = NavigationDriver(root: Screen.list) { _, _ in BaseLifecycleViewModel() }
    var shown: [NavigationBundleValue] = []
    let token = driver.onTransition { shown += $0.rows.map(\.value) }
    driver.start()
    let navigator = StackNavigator(driver) { (action: Screen) in .push(action) }
    try navigator.navigate(.drawing(Drawing(figure: .point)))
    #expect(shown == [.invalid(Self.reason)])
    #expect(diagnostics.of(.refusedSpec, about: Self.reason).count == 1)
    #expect(driver.stack.current.top.destination == .drawing(Drawing(figure: .point)))
    token.dispose()
  }

  // MARK: Contents that look at their data

  private struct Outline: Codable {
    var kind: String
    var radius: Double?

    init(kind: String, radius: Double? = nil) {
      self.kind = kind
      self.radius = radius
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      kind = try container.decode(String.self, forKey: .kind)
      if kind == "circle" { radius = try container.decode(Double.self, forKey: .radius) }
    }
  }

  private struct Plan: NavigationBundleContent, Codable {
    enum CodingKeys: CodingKey { case version, outline }

    let version = 2
    var outline: Outline
    static let bundleSpec = NavigationBundleSpec<Self>.codable()
  }

  @Test func `a value with a member that has no row is not written without it`() throws {
    let plan = Plan(outline: Outline(kind: "circle", radius: 1))
    #expect(plan.bundle.rows.map(\.value) == [.invalid("members without rows in Outline")])
    #expect(throws: NavigationBundleError.self) { try plan.bundle.untyped.json() }
  }

  @Test func `a member that is a constant needs no row`() throws {
    let bundle = Plan(outline: Outline(kind: "point")).bundle.untyped
    #expect("\(bundle)" == #"{outline: {kind: "point"}}"#)
    #expect(try Plan.bundleSpec.content(from: bundle).outline.kind == "point")
  }

  private struct Span: NavigationBundleContent, Codable {
    var first: Int
    var last: Int
    var step: Int
    static let bundleSpec = NavigationBundleSpec<Self>.codable()

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      first = try container.decode(Int.self, forKey: .first)
      last = try container.decode(Int.self, forKey: .last)
      step = try container.decodeIfPresent(Int.self, forKey: .step) ?? 1
      guard first <= last else { throw CancellationError() }
    }
  }

  @Test func `an initializer may supply defaults, and refuse combinations of values`() throws {
    let span = try Span.bundleSpec.content(from: UntypedNavigationBundle(query: "first=1&last=2"))
    #expect(span.step == 1)
    let query = "value.first=3&value.last=2"
    let row = OneRow<Span>(.bundle(Span.bundleSpec))
    let found = problems { try row.spec.content(from: UntypedNavigationBundle(query: query)) }
    #expect(found == ["value: expected Span, found <private>"])
  }
}
