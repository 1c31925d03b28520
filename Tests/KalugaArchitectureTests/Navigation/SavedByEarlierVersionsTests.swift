import Foundation
import KalugaArchitecture
import Testing

/// Stacks, states of screens and files that earlier states of the toolkit have saved.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SavedByEarlierVersionsTests {
  typealias Driver = NavigationDriver<Page>
  typealias Spec = NavigationSpec<Page>

  /// A destination with payloads of several kinds.
  enum Page: NavigationDestination {
    case home
    case search(String)
    case item(id: Int, title: String?)
    case profile(Profile)
    case settings
  }

  struct Profile: Codable, Hashable, NavigationBundleContent {
    var name: String
    var card: String
    var birthday: Date
    static let bundleSpec = NavigationBundleSpec<Self>.codable(private: CodingKeys.card)
  }

  struct Open: NavigationAction {
    let spec: Spec
  }

  final class Part: BaseLifecycleViewModel {
    @Saved("filter", version: 2) var filter: Set<String> = []
  }

  /// A screen with a saved text, a saved child, and stacks of its own if it is an item or the
  /// settings.
  final class Screen: NavigatingViewModel<Open> {
    @Saved("text") var text = ""
    let part = Part()
    let halves: [Driver]
    let number = NavigationResultKey<Int>("number")
    private(set) var received: [Int] = []

    init(_ page: Page, _ driver: Driver) {
      halves =
        switch page {
        case .item: [Driver(root: .home) { Screen($0, $1) }]
        case .settings: (0..<2).map { _ in Driver(root: .home) { Screen($0, $1) } }
        default: []
        }
      super.init(navigator: StackNavigator(driver) { $0.spec })
      addChild(part)
      for half in halves { addChild(half, named: page == .settings ? "half" : "inner") }
      onResult(number) { [weak self] in self?.received.append($0) }
    }

    func ask(_ spec: Spec) throws {
      try navigate(NavigationRequest(Open(spec: spec)), resultTo: number)
    }
  }

  /// The values of a view model without a driver.
  final class Form: BaseLifecycleViewModel {
    enum Choice: SavableState {
      case none
      case some(Int)
    }

    struct Address: SavableState {
      var street = ""
      var number: Int?
    }

    @Saved("name") var name = ""
    @Saved("age") var age: Int? = 1
    @Saved("weight", version: 3) var weight = 0.0
    @Saved("born") var born = Date(timeIntervalSinceReferenceDate: 0)
    @Saved("choice") var choice = Choice.none
    @Saved("address") var address = Address()
    let part = Part()

    override init(lifecycleSubscribables: [any LifecycleSubscribable] = []) {
      super.init(lifecycleSubscribables: lifecycleSubscribables)
      addChild(part)
    }
  }

  struct Settings: SavableState {
    var theme = "light"
    var sizes: [String: Int] = [:]
  }

  private static let profile = Profile(
    name: "Ada \"\\ 👩‍👩‍👧 e\u{301}",
    card: "4111",
    birthday: Date(timeIntervalSinceReferenceDate: 12_345.5)
  )

  private func start(_ driver: Driver) -> Driver {
    driver.start()
    return driver
  }

  private func restore(_ snapshot: NavigationSnapshot<Page>) -> Driver {
    start(Driver(restoring: snapshot) { Screen($0, $1) })
  }

  private func shown(_ driver: Driver) throws -> Screen {
    try #require(driver.topViewModel as? Screen)
  }

  private func texts(_ driver: Driver) -> [String?] {
    driver.stack.current.entries.map { (driver.viewModel(of: $0.id) as? Screen)?.text }
  }

  private func ids(_ stack: BackStack<Page>) -> [Int] { stack.entries.map(\.id.rawValue) }

  // MARK: One path

  private func path() throws -> NavigationSnapshot<Page> {
    let driver = start(Driver(root: .home) { Screen($0, $1) })
    try shown(driver).text = "at home"
    try driver.perform(.push(.search("tea & \"toast\"")))
    try shown(driver).text = "typed"
    try shown(driver).part.filter = ["new"]
    try driver.perform(.push(.settings))
    try driver.perform(.pop())
    try driver.perform(.push(.profile(Self.profile)))
    return driver.snapshot()
  }

  private func expectPath(_ snapshot: NavigationSnapshot<Page>) throws {
    #expect(
      snapshot.stack.entries.map(\.destination) == [
        .home, .search("tea & \"toast\""), .profile(Self.profile),
      ]
    )
    #expect(ids(snapshot.stack) == [1, 2, 4])
    #expect(try snapshot.stack.applying(.push(.home)).top.id.rawValue == 5)
    #expect(snapshot.awaitedResults.isEmpty)
    let driver = restore(snapshot)
    #expect(texts(driver) == ["at home", "typed", ""])
    try driver.perform(.pop())
    #expect(try shown(driver).part.filter == ["new"])
  }

  @Test(arguments: EarlierFiles.all)
  func `a path is restored with the states of its screens`(_ files: EarlierFiles) throws {
    try expectPath(NavigationSnapshot(files.data("path.json")))
  }

  @Test(arguments: EarlierFiles.all)
  func `a snapshot that the app has encoded itself is decoded`(_ files: EarlierFiles) throws {
    let data = try files.data("path-without-envelope.json")
    try expectPath(JSONDecoder().decode(NavigationSnapshot<Page>.self, from: data))
  }

  @Test(arguments: EarlierFiles.all)
  func `a snapshot with a version of the app is migrated`(_ files: EarlierFiles) throws {
    let data = try files.data("path-version-7.json")
    try expectPath(NavigationSnapshot(data, version: 7))
    #expect(throws: SavedStateError.wrongVersion(expected: 8, found: 7)) {
      try NavigationSnapshot<Page>(data, version: 8)
    }
    let migrated = try NavigationSnapshot<Page>(data, version: 8) { version, json in
      #expect(version == 7)
      return try JSONDecoder.forSavedState().decode(NavigationSnapshot<Page>.self, from: json)
    }
    try expectPath(migrated)
  }

  // MARK: Tabs, layers and results

  private func layers() throws -> NavigationSnapshot<Page> {
    let driver = start(Driver(tabs: [.home, .search("a"), .search("b")]) { Screen($0, $1) })
    try shown(driver).text = "first tab"
    try shown(driver).ask(.push(.search("asked by home")))
    try driver.perform(.selectTab(1))
    try driver.perform(.push(.item(id: 7, title: nil)))
    try shown(driver).text = "second tab"
    try driver.perform(.selectTab(0))
    _ = try driver.perform(.present(.settings), for: Int.self)
    try shown(driver).text = "presented"
    try shown(driver).ask(.push(.item(id: 8, title: "Eight")))
    return driver.snapshot()
  }

  @Test(arguments: EarlierFiles.all)
  func `tabs and layers are restored, and results reach the screens that asked`(
    _ files: EarlierFiles
  ) async throws {
    let snapshot = try NavigationSnapshot<Page>(files.data("layers.json"))
    #expect(
      "\(snapshot.stack)"
        == "{*[home, search] | [search, item] | [search]} ▸ [settings, item]"
    )
    #expect(
      snapshot.stack.layers.map { $0.tabs.map { $0.map(\.id.rawValue) } } == [
        [[1, 4], [2, 5], [3]], [[6, 7]],
      ]
    )
    #expect(snapshot.stack.layers[0].tabs[1].last?.destination == .item(id: 7, title: nil))
    #expect(snapshot.stack.top.destination == .item(id: 8, title: "Eight"))
    let id = { BackStackEntryID(rawValue: $0) }
    #expect(
      snapshot.awaitedResults == [
        id(4): .registered(screen: id(1), key: "number"), id(6): .ticket,
        id(7): .registered(screen: id(6), key: "number"),
      ]
    )

    let driver = restore(snapshot)
    try driver.perform(.pop(result: NavigationResult(80, .integer)))
    let settings = try shown(driver)
    await until(!settings.received.isEmpty)
    #expect(settings.received == [80])
    #expect(settings.text == "presented")
    // A ticket expects a number in a later process, too.
    try driver.perform(.dismiss())
    try driver.perform(.pop(result: NavigationResult(40, .integer)))
    let home = try shown(driver)
    await until(!home.received.isEmpty)
    #expect(home.received == [40])
    #expect(home.text == "first tab")
    try driver.perform(.selectTab(1))
    #expect(try shown(driver).text == "second tab")
    #expect("\(driver.stack.current)" == "{[home] | *[search, item] | [search]}")
  }

  // MARK: Nested stacks

  private func nested() throws -> NavigationSnapshot<Page> {
    let driver = start(Driver(root: .home) { Screen($0, $1) })
    try driver.perform(.push(.settings))
    let halves = try shown(driver).halves
    try halves[1].perform(.push(.search("second half")))
    try shown(halves[1]).text = "in the second half"
    try driver.perform(.push(.item(id: 9, title: nil)))
    let inner = try shown(driver).halves[0]
    try shown(inner).ask(.push(.item(id: 10, title: nil)))
    let innermost = try shown(inner).halves[0]
    try innermost.perform(.present(.search("innermost")))
    try shown(innermost).text = "in the innermost stack"
    return driver.snapshot()
  }

  @Test(arguments: EarlierFiles.all)
  func `nested stacks are restored, and results reach their screens`(
    _ files: EarlierFiles
  ) async throws {
    let snapshot = try NavigationSnapshot<Page>(files.data("nested.json"))
    #expect(
      snapshot.nested.map { "\($0) \($1.mapValues(\.count))" }.sorted() == [
        #"#2 ["half": 2]"#, #"#3 ["inner": 1]"#,
      ]
    )
    let driver = restore(snapshot)
    #expect(
      driver.picture
        == "[home, settings([home], [home, search]), item([home, item([home] ▸ [search])])]"
    )
    let inner = try shown(driver).halves[0]
    #expect(try shown(shown(inner).halves[0]).text == "in the innermost stack")
    try inner.perform(.pop(result: NavigationResult(90, .integer)))
    let asker = try shown(inner)
    await until(!asker.received.isEmpty)
    #expect(asker.received == [90])
    try driver.perform(.pop())
    #expect(try shown(shown(driver).halves[1]).text == "in the second half")
  }

  // MARK: Values

  private func form() throws -> Data {
    let form = Form()
    form.name = Self.profile.name
    form.age = nil
    form.weight = 70.25
    form.born = Self.profile.birthday
    form.choice = .some(.max)
    form.address = Form.Address(street: "Main\nStreet", number: 5)
    form.part.filter = ["a", "b"]
    return try #require(form.savedState())
  }

  @Test(arguments: EarlierFiles.all)
  func `the saved values of a view model are restored`(_ files: EarlierFiles) throws {
    let form = BaseLifecycleViewModel.restoring(try files.data("form.json")) { Form() }
    #expect(form.name == Self.profile.name)
    #expect(form.age == nil)
    #expect(form.weight == 70.25)
    #expect(form.born == Self.profile.birthday)
    #expect(form.choice == .some(.max))
    #expect(form.address == Form.Address(street: "Main\nStreet", number: 5))
    #expect(form.part.filter == ["a", "b"])
  }

  /// Makes a property that is saved in a file, calls the closure, and writes the file.
  private func settings(
    _ url: URL,
    _ body: (InitializedSubject<Settings>) -> Void
  ) async throws {
    let property = Saved(wrappedValue: Settings(), .file(url), version: 3)
    body(property.projectedValue)
    try await SavedFile.file(url).flush()
  }

  private func temporaryFile() -> URL {
    FileManager.default.temporaryDirectory.appending(path: "earlier-\(UUID()).json")
  }

  @Test(arguments: EarlierFiles.all)
  func `a value in a file is restored`(_ files: EarlierFiles) async throws {
    let file = temporaryFile()
    defer { try? FileManager.default.removeItem(at: file) }
    try files.data("settings.json").write(to: file)
    try await settings(file) {
      #expect($0.current == Settings(theme: "dark", sizes: ["s": 1, "l": 3]))
    }
  }

  // MARK: Writing

  @Test(.enabled(if: EarlierFiles.new != nil))
  func `write what this state of the toolkit saves`() async throws {
    let files = try #require(EarlierFiles.new)
    try files.write(path().data(), to: "path.json")
    try files.write(path().data(version: 7), to: "path-version-7.json")
    try files.write(JSONEncoder().encode(path()), to: "path-without-envelope.json")
    try files.write(layers().data(), to: "layers.json")
    try files.write(nested().data(), to: "nested.json")
    try files.write(form(), to: "form.json")
    let file = temporaryFile()
    defer { try? FileManager.default.removeItem(at: file) }
    try await settings(file) { $0.current = Settings(theme: "dark", sizes: ["s": 1, "l": 3]) }
    try files.write(Data(contentsOf: file), to: "settings.json")
  }
}
