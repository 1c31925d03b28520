import KalugaArchitecture
import Synchronization
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Properties that are saved with their screen, and restored.
@MainActor
struct SavedTests {
  private final class Holder<Value: Codable & Equatable & Sendable>: BaseLifecycleViewModel {
    @Saved var value: Value

    init(_ value: Value) {
      _value = Saved(wrappedValue: value, "value")
      super.init()
    }
  }

  /// A view model with properties at two levels, and with stored properties of unusual types.
  private class Base: BaseLifecycleViewModel {
    @Saved("base") var base = 0
    private let mutex = Mutex(0)
    private let closure = {}
    private weak var other: BaseLifecycleViewModel?
  }

  private final class Search: Base {
    @Saved("query") var query = ""
    @InitializedSubject var notSaved = 0
    let part = Holder("part")
    private(set) var seenByInit = ""
    lazy var isEmpty = $query.map { $0.isEmpty }

    init(query: String = "fresh") {
      self.query = query
      super.init()
      addChild(part)
      seenByInit = self.query
    }
  }

  // MARK: Values

  @Test func `the same values are saved as the same data`() throws {
    let ratings = Dictionary(uniqueKeysWithValues: (0..<50).map { ("\($0)", Double($0)) })
    let data = Holder(ratings).savedState()
    for _ in 0..<5 {
      let shuffled = Dictionary(uniqueKeysWithValues: ratings.shuffled())
      #expect(Holder(shuffled).savedState() == data)
    }
  }

  // MARK: View models

  @Test func `the properties of a view model have their saved values after super init`() throws {
    let first = Search()
    #expect(first.seenByInit == "fresh")
    (first.query, first.base, first.part.value, first.notSaved) = ("ada", 1, "changed", 1)
    let data = first.savedState()
    let second = BaseLifecycleViewModel.restoring(data) { Search(query: "other") }
    #expect([second.seenByInit, second.query, second.part.value] == ["ada", "ada", "changed"])
    #expect([second.base, second.notSaved] == [1, 0])
    #expect(second.savedState() == data)
    var seen: [Bool] = []
    let observation = second.isEmpty.observe { seen.append($0) }
    second.query = ""
    observation.dispose()
    #expect(seen == [false, true])
  }

  @Test func `a child that is added later is restored, and its value is saved until then`() throws {
    let first = Search()
    first.part.value = "changed"
    let data = first.savedState()
    let parent = BaseLifecycleViewModel.restoring(data) { Base() }
    #expect(parent.savedState() == data)
    let child = Holder("fresh")
    #expect(child.value == "fresh")
    parent.addChild(child)
    #expect(child.value == "changed")
    child.value = "again"
    parent.removeChild(child)
    parent.addChild(child)
    #expect(child.value == "again")
  }

  @Test func `a child that was removed is not saved until it is added again`() throws {
    let first = Search()
    first.part.value = "changed"
    let data = first.savedState()
    let second = BaseLifecycleViewModel.restoring(data) { Search() }
    second.removeChild(second.part)
    let without = second.savedState()
    let part = BaseLifecycleViewModel.restoring(without) { Search() }.part
    #expect(part.value == "part")
    let new = Holder("new")
    second.addChild(new)
    #expect(new.value == "new")
    second.removeChild(new)
    second.addChild(second.part)
    #expect(second.savedState() == data)
  }

  @Test func `a view model that was made before its screen is restored, too`() throws {
    let made = Search()
    let data = BaseLifecycleViewModel.restoring(nil) { Holder("old") }.savedState()
    _ = BaseLifecycleViewModel.restoring(data) { made }
    #expect(made.part.value == "old")
    #expect(made.query == "fresh")
  }

  @Test func `each screen is restored from its own values`() throws {
    // The factory of the outer screen makes an inner one.
    let (inner, outer) = (Holder("inner").savedState(), Holder("outer").savedState())
    var made: Holder<String>?
    let screen = BaseLifecycleViewModel.restoring(outer) { () -> Holder<String> in
      made = BaseLifecycleViewModel.restoring(inner) { Holder("") }
      return Holder("")
    }
    #expect([made?.value, screen.value] == ["inner", "outer"])
    #expect(Holder("alone").value == "alone")
  }

  @Test func `a child added later is restored, even if its screen has a parent by then`() {
    let screen = BaseLifecycleViewModel()
    screen.addChild(Holder("saved"))
    let again = BaseLifecycleViewModel.restoring(screen.savedState()) { BaseLifecycleViewModel() }
    let (host, child) = (BaseLifecycleViewModel(), Holder("fresh"))
    host.addChild(again)
    again.addChild(child)
    #expect(child.value == "saved")
  }

  private enum Page: NavigationDestination { case list }

  private final class Shop: BaseLifecycleViewModel {
    let page = BaseLifecycleViewModel()
    lazy var pages = NavigationDriver(root: Page.list) { [page] _, _ in page }

    init() {
      super.init()
      addChild(pages)
    }
  }

  @Test func `a child added later to a screen of a nested stack is restored`() throws {
    func start(_ snapshot: NavigationSnapshot<Page>?) -> (NavigationDriver<Page>, Shop?) {
      var shop: Shop?
      let driver = NavigationDriver(root: Page.list, restoring: snapshot) { _, _ in
        let made = Shop()
        shop = made
        return made
      }
      driver.start()
      return (driver, shop)
    }
    let (first, firstShop) = start(nil)
    firstShop?.page.addChild(Holder("saved"))
    let (second, secondShop) = start(try NavigationSnapshot<Page>(first.snapshot().data()))
    let child = Holder("fresh")
    secondShop?.page.addChild(child)
    #expect(child.value == "saved")
    withExtendedLifetime(second) {}
  }

  private final class Late: Base {
    init(after other: Holder<String>) {
      _ = other.savedState()
      super.init()
    }
  }

  @Test func `a property is saved although another state was saved while its owner was made`() {
    #expect(Late(after: Holder("")).savedState() != nil)
  }

  /// swift-sharing (optional app storage), SavedStateHandle: nil that was written is not the default.
  @Test func `a saved nil is not replaced by the fresh value`() {
    final class NickViewModel: BaseLifecycleViewModel {
      @Saved("nick") var nick: String? = "Anonymous"
      @Saved("nested") var nested: Int?? = .some(.some(1))
    }
    let model = NickViewModel()
    model.nick = nil
    model.nested = .some(nil)
    let again = BaseLifecycleViewModel.restoring(model.savedState()) { NickViewModel() }
    #expect(again.nick == nil)
    // JSON has one null, so that both kinds of nil are saved alike.
    #expect(again.nested == .none)
  }

  private final class MapViewModel: BaseLifecycleViewModel {
    @Saved("draft") var draft = ""
    @Saved("zoom") var zoom = 1.0
  }

  private enum Place: NavigationDestination { case home, map }

  /// swift-sharing #113, Essenty #86: one value that cannot be written takes all others with it.
  @Test func `a value that cannot be written does not lose the stack`() throws {
    func makeDriver(_ saved: NavigationSnapshot<Place>?) -> NavigationDriver<Place> {
      let driver = NavigationDriver(root: Place.home, restoring: saved) { _, _ in MapViewModel() }
      driver.start()
      return driver
    }
    let first = makeDriver(nil)
    (first.topViewModel as? MapViewModel)?.draft = "a long text"
    try first.perform(.push(.map))
    (first.topViewModel as? MapViewModel)?.zoom = .nan
    let second = makeDriver(try NavigationSnapshot<Place>(first.snapshot().data()))
    #expect(second.stack.current.entries.map(\.destination) == [.home, .map])
    try second.perform(.pop())
    #expect((second.topViewModel as? MapViewModel)?.draft == "a long text")
    first.end()
    second.end()
  }

  // MARK: Data of earlier versions

  private final class Home: BaseLifecycleViewModel {
    @Saved("name") var name = ""
    @Saved("number") var number = ""
  }

  @Test func `a state that an earlier version saved as one struct is restored by its members`() {
    let state = #"{\"name\":\"Ada\",\"number\":\"42\"}"#
    let data = Data(#"{"checksum":"f8b23af209667b5e","state":"\#(state)","version":1}"#.utf8)
    let home = BaseLifecycleViewModel.restoring(data) { Home() }
    #expect([home.name, home.number] == ["Ada", "42"])
  }

  private final class Release: BaseLifecycleViewModel {
    @Saved("version") var version = ""
  }

  @Test func `a member of an earlier state may have the name of a part of its form`() {
    let state = #"{\"version\":\"2\"}"#
    let data = Data(#"{"checksum":"714de5bf272787f6","state":"\#(state)","version":1}"#.utf8)
    let release = BaseLifecycleViewModel.restoring(data) { Release() }
    #expect(release.version == "2")
  }

  @Test(arguments: [
    #"{"checksum":"7f6ac6c400ebb9a9","state":"Ada","version":1}"#, #"{"state":"Ada","version":1}"#,
    #"{"checksum":"2603fd4988681270","state":"\"Ada\"","version":1}"#,
  ])
  func `values saved by this version and by earlier ones stay readable`(value: String) {
    let data = Data(#"{"name":\#(value)}"#.utf8)
    let home = BaseLifecycleViewModel.restoring(data) { Home() }
    #expect(home.name == "Ada")
    let saved = String(decoding: home.savedState() ?? Data(), as: UTF8.self)
    #expect(saved.contains(#""name":{"checksum":"7f6ac6c400ebb9a9","state":"Ada","version":1}"#))
  }

  @Test(arguments: [
    #"{"checksun":"7f6ac6c400ebb9a9","state":"Ada","version":1}"#,
    #"{"checksum":"7f6ac6c400ebb9a9","state":"Ida","version":1}"#,
  ])
  func `a value does not count as edited if its checksum or the name of that is damaged`(
    value: String
  ) {
    let home = BaseLifecycleViewModel.restoring(Data(#"{"name":\#(value)}"#.utf8)) { Home() }
    #expect(home.name == "")
  }

  private final class Board: BaseLifecycleViewModel {
    @Saved("rows") var rows: [[Int]] = []
  }

  @Test func `a list that was saved with its checksum stays readable`() {
    let state = #"{"checksum":"941e9ba3b305dde0","state":[[1,2],[3]],"version":1}"#
    let data = Data(#"{"rows":\#(state)}"#.utf8)
    #expect(BaseLifecycleViewModel.restoring(data) { Board() }.rows == [[1, 2], [3]])
  }

  private enum Choice: SavableState {
    case none
    case some(Int)
    indirect case both(Choice, Choice)
  }

  private struct Sample: Codable, Equatable {
    var date = Date(timeIntervalSinceReferenceDate: 785_000_000.123_456)
    var dates: [Date] = [
      .distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: 0.1), .now,
      Date(timeIntervalSinceReferenceDate: -0.25), Date(timeIntervalSince1970: 1),
      Date(timeIntervalSinceReferenceDate: 1e300),
    ]
    var numbers = [
      0.1, -0.0, 1e20, 7.632209017572658e16, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 3,
    ]
    var float: Float = 0.1
    var integers: [Int128] = [.min, .max, 0, Int128(UInt64.max), Int128(Int64.min)]
    var unsigned = UInt128.max
    var decimals = ["0.1234567890123456789012345678901234567", "6051384344714967.44728"]
      .map { Decimal(string: $0) }
    var text = "\"quoted\" / \u{0}\u{7F}\u{2028}\n🏳️‍🌈 e\u{301}"
    var choice = Choice.both(.some(.max), .both(.none, .some(-1)))
    var keys: [Int: String] = [1: "a", -5: "b"]
    var data = Data([0, 255])
    var url = URL(string: "https://example.com/a?b=c")
    var none: Int?
    var nested: [String: [Bool]] = ["": [], "a": [true]]
  }

  private final class Samples: BaseLifecycleViewModel {
    @Saved("sample") var sample = Sample()
  }

  @Test func `a value of any kind is the same after saving`() throws {
    let samples = Samples()
    samples.sample.text += "!"
    let data = try #require(samples.savedState())
    let restored = BaseLifecycleViewModel.restoring(data) { Samples() }
    #expect(restored.sample == samples.sample)
    #expect(restored.sample.numbers[1].sign == .minus)
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains(#""date":"2025-11-16T"#))
  }

  @Test(arguments: [
    "2026-11-26T09:30:00.25Z", "2026-11-26T10:30:00.25+01:00", "2026-11-26T09:30:00.250000000Z",
  ])
  func `a date that a person has edited is read with its fraction and time zone`(
    text: String
  ) throws {
    let json = Data(#"["\#(text)"]"#.utf8)
    let dates = try JSONDecoder.forSavedState().decode([Date].self, from: json)
    #expect(dates == [Date(timeIntervalSinceReferenceDate: 817_378_200.25)])
  }

  @Test(arguments: ["\"\"", #""2026-11-26""#, #""2026-11-26T09:30:00.1e5Z""#, #""5""#, "true"])
  func `the error for text that is not a date names its place and a date`(json: String) {
    let error = #expect(throws: DecodingError.self) {
      _ = try JSONDecoder.forSavedState().decode([Date].self, from: Data("[\(json)]".utf8))
    }
    guard case .typeMismatch(let type, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect("\(type)" == "Date")
    #expect(context.codingPath.map(\.intValue) == [0])
  }
}
