// The Swift blocks of the cookbook, word for word: what the user types.
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

// MARK: Search

final class RecipeSearchViewModel: BaseLifecycleViewModel {
  @Saved("query") var query = ""
  private(set) lazy var recipes = load(
    latest: $query.debounced(for: .milliseconds(300), clock: clock)
  ) { [find] query in
    try await query.isEmpty ? [] : find(query)
  }

  private let find: @MainActor (String) async throws -> [String]
  private let clock: any Clock<Duration>

  init(
    find: @escaping @MainActor (String) async throws -> [String],
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.find = find
    self.clock = clock
    super.init()
  }

  func retryTapped() { recipes.reload() }
}

// MARK: A form

final class AccountFormViewModel: BaseLifecycleViewModel {
  @Saved("email") var email = ""
  @InitializedSubject var password = ""  // not saved, because it is secret
  @InitializedSubject private var wasSent = false

  lazy var shownProblems = combine(problems, $wasSent) { $1 ? $0 : [] }
  private lazy var problems = combine($email, $password) { email, password in
    var problems: [String] = []
    if !email.contains("@") { problems.append("the email address is not complete") }
    if password.count < 8 { problems.append("the password is too short") }
    return problems
  }

  private let send: @MainActor (_ email: String, _ password: String) -> Void

  init(send: @escaping @MainActor (_ email: String, _ password: String) -> Void) {
    self.send = send
    super.init()
  }

  func sendTapped() {
    wasSent = true
    if problems.current.isEmpty { send(email, password) }
  }
}

// MARK: Services

enum AccountScreen: NavigationDestination { case form }

@MainActor
func makeAccountDriver(
  send: @escaping @MainActor (_ email: String, _ password: String) -> Void
) -> NavigationDriver<AccountScreen> {
  NavigationDriver(root: .form) { screen, _ in
    switch screen {
    case .form: AccountFormViewModel(send: send)
    }
  }
}

// MARK: A login

enum SignInNavigation: NavigationAction, Equatable { case home }

final class SignInViewModel: NavigatingViewModel<SignInNavigation> {
  @Saved("name") var name = ""
  @InitializedSubject var password = ""
  @InitializedSubject private(set) var isBusy = false
  @InitializedSubject private(set) var problem: String?

  private let signIn: @MainActor (_ name: String, _ password: String) async throws -> Void

  init(
    navigator: any Navigator<SignInNavigation>,
    signIn: @escaping @MainActor (_ name: String, _ password: String) async throws -> Void
  ) {
    self.signIn = signIn
    super.init(navigator: navigator)
  }

  func signInTapped() {
    guard !isBusy else { return }
    isBusy = true
    problem = nil
    scope.launch { [weak self, signIn, name, password] in
      do {
        try await signIn(name, password)
        try self?.navigator.navigate(.home)
      } catch {
        self?.problem = "\(error)"
      }
      self?.isBusy = false
    }
  }
}

// MARK: A wizard

struct Parcel: SavableState {
  var sender = ""
  var receiver = ""
}

enum ParcelPage: NavigationDestination { case sender, receiver }
enum ParcelNavigation: NavigationAction, Equatable { case next }

final class ParcelPageViewModel: NavigatingViewModel<ParcelNavigation> {
  let name: InitializedSubject<String>

  init(_ name: InitializedSubject<String>, navigator: any Navigator<ParcelNavigation>) {
    self.name = name
    super.init(navigator: navigator)
  }
}

final class ParcelWizardViewModel: BaseLifecycleViewModel {
  @Saved("parcel") var parcel = Parcel()
  private(set) lazy var pages = NavigationDriver(root: ParcelPage.sender) {
    [parcel = $parcel, send] page, pages in
    switch page {
    case .sender:
      let next = StackNavigator(pages) { (_: ParcelNavigation) in .push(.receiver) }
      return ParcelPageViewModel(parcel[\.sender], navigator: next)
    case .receiver:
      let next = ClosureNavigator { (_: ParcelNavigation) in send(parcel.current) }
      return ParcelPageViewModel(parcel[\.receiver], navigator: next)
    }
  }

  private let send: @MainActor (Parcel) -> Void

  init(send: @escaping @MainActor (Parcel) -> Void) {
    self.send = send
    super.init()
    addChild(pages)
  }
}

// MARK: Undo

struct Sketch: SavableState {
  private(set) var strokes: [String] = []
  private(set) var past: [[String]] = []
  private(set) var undone: [[String]] = []

  mutating func draw(_ stroke: String) {
    past.append(strokes)
    undone = []
    strokes.append(stroke)
  }

  mutating func undo() {
    guard let previous = past.popLast() else { return }
    undone.append(strokes)
    strokes = previous
  }

  mutating func redo() {
    guard let next = undone.popLast() else { return }
    past.append(strokes)
    strokes = next
  }
}

final class SketchViewModel: BaseLifecycleViewModel {
  @Saved("sketch") private var sketch = Sketch()
  lazy var strokes = $sketch[\.strokes]
  lazy var canUndo = $sketch.map { !$0.past.isEmpty }
  lazy var canRedo = $sketch.map { !$0.undone.isEmpty }

  func drawn(_ stroke: String) { sketch.draw(stroke) }
  func undoTapped() { sketch.undo() }
  func redoTapped() { sketch.redo() }
}

// MARK: Tests

@MainActor
struct CookbookInputTests {
  @Test func `the form sends with the service that the driver was made with`() throws {
    var sent: [String] = []
    let driver = makeAccountDriver { email, _ in sent.append(email) }
    driver.start()
    defer { driver.end() }
    let form = try #require(driver.topScreen as? AccountFormViewModel)
    (form.email, form.password) = ("ada@example.org", "very secret")
    form.sendTapped()
    #expect(sent == ["ada@example.org"])
  }

  @Test func `one search begins after a pause in typing`() async throws {
    let clock = ManualClock()
    var queries: [String] = []
    let find = { @MainActor (query: String) -> [String] in
      queries.append(query)
      return ["Goulash"]
    }
    try await withViewModel(RecipeSearchViewModel(find: find, clock: clock)) { harness in
      await harness.resume()
      let recipes = ValueRecorder(harness.viewModel.recipes)
      for query in ["s", "so", "soup"] {
        harness.viewModel.query = query
        await clock.run(for: .milliseconds(299))
      }
      #expect(queries == [])
      await clock.run(for: .milliseconds(1))
      await recipes.expect(.loading(previous: nil), .loaded([]))  // of the empty query
      await recipes.expect(.loading(previous: []), .loaded(["Goulash"]))
      #expect(queries == ["soup"])
    }
  }

  @Test func `the search waits for a pause in typing, and a newer query cancels it`() async throws {
    let clock = ManualClock()
    let find = MockFunction<[String], String>("find")
    let slow = find.on(.equal("so")).awaits()
    find.on(.equal("soup")).returns(["Goulash"])
    try await withViewModel(
      RecipeSearchViewModel(find: { try await find.callAsync($0) }, clock: clock)
    ) { harness in
      await harness.resume()
      let recipes = ValueRecorder(harness.viewModel.recipes)
      for query in ["s", "so"] { harness.viewModel.query = query }
      await clock.run(for: .milliseconds(300))
      _ = try await slow.arrival()
      harness.viewModel.query = "soup"
      await clock.run(for: .milliseconds(300))
      await recipes.expect(
        .loading(previous: nil),
        .loaded([]),
        .loading(previous: []),
        .loaded(["Goulash"])
      )
    }
  }

  @Test func `the form shows problems from the first attempt on`() {
    var sent: [String] = []
    let form = AccountFormViewModel { email, _ in sent.append(email) }
    form.email = "ada@example.org"
    #expect(form.shownProblems.current == [])
    form.sendTapped()
    #expect(form.shownProblems.current == ["the password is too short"])
    form.password = "lovelace"
    #expect(form.shownProblems.current == [])
    form.sendTapped()
    #expect(sent == ["ada@example.org"])
  }

  @Test func `the login shows a problem, ignores a second tap and opens the next screen`()
    async throws
  {
    let signIn = MockFunction<Void, String, String>("signIn")
    let gate = signIn.on(.equal("Ada"), .equal("wrong")).awaits()
    signIn.on(.equal("Ada"), .equal("right")).returns()
    let navigator = RecordingNavigator<SignInNavigation>()
    try await withViewModel(
      SignInViewModel(navigator: navigator) { try await signIn.callAsync($0, $1) }
    ) { harness in
      let login = harness.viewModel
      let problems = ValueRecorder(login.$problem)
      login.name = "Ada"
      login.password = "wrong"
      login.signInTapped()
      login.signInTapped()
      _ = try await gate.arrival()
      gate.open(throwing: TestProblem())
      await problems.expect(nil, "it did not work")
      _ = try await login.$isBusy.stateFlow.first { !$0 }
      login.password = "right"
      login.signInTapped()
      _ = try await login.$isBusy.stateFlow.first { !$0 }
      navigator.expect(.home)
      await problems.expect(nil)
      signIn.verify(calls: 2)
    }
  }

  @Test func `the pages of the wizard share a draft, which is restored with the stack`()
    async throws
  {
    var sent: [Parcel] = []
    let process = SimulatedProcess<CookbookScreen> { snapshot in
      CookbookScreen.driver(snapshot) { ParcelWizardViewModel { sent.append($0) } }
    }
    do {
      let wizard = try #require(process.driver.topScreen as? ParcelWizardViewModel)
      let page = try #require(wizard.pages.topScreen as? ParcelPageViewModel)
      page.name.current = "Ada"
      try page.navigator.navigate(.next)
    }
    try await process.dieAndRestore()
    let wizard = try #require(process.driver.topScreen as? ParcelWizardViewModel)
    let page = try #require(wizard.pages.topScreen as? ParcelPageViewModel)
    page.name.current = "Grace"
    try page.navigator.navigate(.next)
    #expect(sent == [Parcel(sender: "Ada", receiver: "Grace")])
    try process.driver.back()
    #expect((wizard.pages.topScreen as? ParcelPageViewModel)?.name.current == "Ada")
    process.driver.end()
  }

  @Test func `strokes are undone and redone, until another one is drawn`() {
    let model = SketchViewModel()
    for stroke in ["circle", "line"] { model.drawn(stroke) }
    model.undoTapped()
    #expect(model.strokes.current == ["circle"])
    model.redoTapped()
    #expect(model.strokes.current == ["circle", "line"])
    model.undoTapped()
    model.drawn("dot")
    #expect(model.strokes.current == ["circle", "dot"])
    #expect(model.canUndo.current && !model.canRedo.current)
  }
}
