// The Swift blocks of the cookbook, word for word.
import Foundation
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
      } catch let error as NavigationError where error.isLate {
        // The user is elsewhere.
      } catch {
        self?.problem = "\(error)"
      }
      self?.isBusy = false
    }
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

// MARK: An offline cache

final class HeadlinesViewModel: BaseLifecycleViewModel {
  @Saved private(set) var headlines: [String]
  private(set) lazy var update = load { @MainActor [fetch, headlines = $headlines] in
    let newest = try await fetch()
    try Task.checkCancellation()  // a service may answer nevertheless
    headlines.current = newest
  }
  lazy var lines = combine($headlines, update) { headlines, update in
    update.error == nil ? headlines : ["You are offline"] + headlines
  }

  private let fetch: @MainActor () async throws -> [String]

  init(cache: SavedFile, fetch: @escaping @MainActor () async throws -> [String]) {
    _headlines = Saved(wrappedValue: [], cache)
    self.fetch = fetch
    super.init()
  }

  func pulledDown() { update.reload() }
}

// MARK: Confirm before leaving

enum LetterNavigation: NavigationAction, Equatable { case askToDiscard, leave }
enum Discard: String, QuestionAnswer { case discard, keep }

extension NavigationRequest where Action == LetterNavigation, Result == Discard {
  static var mayDiscard: Self { Self(.askToDiscard) }
}

final class LetterViewModel: NavigatingViewModel<LetterNavigation> {
  @Saved("text") var text = ""

  private let mayDiscard = NavigationResultKey<Discard>("mayDiscard")

  init(navigator: any Navigator<LetterNavigation>) {
    super.init(navigator: navigator)
    onResult(mayDiscard) { [weak self] answer in
      if answer == .discard { try self?.navigator.navigate(.leave) }
    }
  }

  func backRequested() -> NavigationBackDecision {
    guard !text.isEmpty else { return .proceed }
    scope.launch { [weak self] in
      if let self { try navigate(.mayDiscard, resultTo: mayDiscard) }
    }
    return .intercept
  }

  func cancelTapped() throws(NavigationError) {
    if backRequested() == .proceed { try navigator.navigate(.leave) }
  }
}

@MainActor
func makeLetter(_ driver: NavigationDriver<MailScreen>) -> LetterViewModel {
  let navigator = StackNavigator(driver) { (action: LetterNavigation) in
    switch action {
    case .askToDiscard:
      .ask(
        Question(
          "Discard the letter?",
          choices: [
            Question.Choice(Discard.discard, "Discard", role: .destructive),
            Question.Choice(Discard.keep, "Keep", role: .cancel),
          ]
        )
      )
    case .leave: .pop()
    }
  }
  let letter = LetterViewModel(navigator: navigator)
  driver.onBack(on: letter) { [weak letter] in letter?.backRequested() ?? .proceed }
    .addTo(letter.scope)
  return letter
}

enum MailScreen: NavigationDestination { case inbox, letter }

@MainActor
func makeMailScreen(
  _ screen: MailScreen,
  _ driver: NavigationDriver<MailScreen>
) -> BaseLifecycleViewModel {
  switch screen {
  case .inbox: BaseLifecycleViewModel()
  case .letter: makeLetter(driver)
  }
}
// MARK: Screen views

@MainActor
final class ScreenViews {
  var isAppActive = true {
    didSet { if isAppActive != oldValue { isAppActive ? begin() : end() } }
  }

  private var last: TransitionNames?
  private var since: Duration?
  private let now: () -> Duration
  private let report: (_ screen: String, _ time: Duration) -> Void

  init(now: @escaping () -> Duration, report: @escaping (String, Duration) -> Void) {
    self.now = now
    self.report = report
  }

  func listen() -> any Disposable {
    ArchitectureEvents.listen { event in
      guard case .transition(let names) = event else { return }
      MainActor.assumeIsolated { self.note(names) }  // transitions happen on the main actor
    }
  }

  private func note(_ names: TransitionNames) {
    guard names.shownID != last?.shownID else { return }  // a hidden stack has changed
    end()
    last = names
    if isAppActive { begin() }
  }

  private func begin() { since = now() }

  private func end() {
    if let last, let since { report(last.shown, now() - since) }
    since = nil
  }
}

// MARK: A feature in its own package

enum AddressStep: NavigationDestination { case name, city }
enum AddressNavigation: NavigationAction, Equatable { case next, done(String) }

final class AddressDraft: BaseLifecycleViewModel {
  @Saved("name") var name = ""
}

extension SharedViewModelKey where ViewModel == AddressDraft {
  static let addressDraft = SharedViewModelKey("addressDraft")
}

final class AddressStepViewModel: NavigatingViewModel<AddressNavigation> {
  let draft: AddressDraft

  init(draft: AddressDraft, navigator: any Navigator<AddressNavigation>) {
    self.draft = draft
    super.init(navigator: navigator)
  }
}

@MainActor
func makeAddressScreen<App>(
  _ step: AddressStep,
  _ driver: NavigationDriver<App>,
  _ embedding: NavigationEmbedding<AddressStep, App>
) -> BaseLifecycleViewModel {
  AddressStepViewModel(
    draft: driver.sharedViewModel(.addressDraft) { AddressDraft() },
    navigator: StackNavigator(driver, embedding: embedding) { (action: AddressNavigation) in
      switch action {
      case .next: .push(.city)
      case .done(let address):
        .popTo(.name, inclusive: true, result: NavigationResult(address, .string))
      }
    }
  )
}

enum StoreScreen: NavigationDestination {
  case cart
  case address(AddressStep)

  static let addresses = NavigationEmbedding(StoreScreen.address) { screen in
    if case .address(let step) = screen { step } else { nil }
  }
}

@MainActor
func makeStoreDriver() -> NavigationDriver<StoreScreen> {
  NavigationDriver(root: .cart) { screen, driver in
    switch screen {
    case .cart: BaseLifecycleViewModel()
    case .address(let step): makeAddressScreen(step, driver, StoreScreen.addresses)
    }
  }
}

// MARK: Tests

struct TestProblem: Error, CustomStringConvertible {
  let description = "it did not work"
}

@MainActor
struct CookbookTests {
  @Test func `the form sends with the service that the driver was made with`() throws {
    var sent: [String] = []
    let driver = makeAccountDriver { email, _ in sent.append(email) }
    driver.start()
    defer { driver.end() }
    let form = try #require(driver.topViewModel as? AccountFormViewModel)
    (form.email, form.password) = ("ada@example.org", "very secret")
    form.sendTapped()
    #expect(sent == ["ada@example.org"])
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

  @Test func `strokes are undone and redone, until a new one is drawn`() {
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

  @Test func `headlines of the last time are shown while there is no network`() async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: url) }
    let cache = SavedFile.file(url)
    try await withViewModel(HeadlinesViewModel(cache: cache) { ["Rain"] }) { harness in
      await harness.resume()
      let lines = ValueRecorder(harness.viewModel.lines)
      await lines.expect([], ["Rain"])
      try await cache.flush()
    }
    try await withViewModel(
      HeadlinesViewModel(cache: cache) { throw TestProblem() }
    ) { harness in
      await harness.resume()
      let lines = ValueRecorder(harness.viewModel.lines)
      await lines.expect(["Rain"], ["You are offline", "Rain"])
    }
  }

  @Test func `a feature returns its result to the app, and its screens share a saved draft`()
    async throws
  {
    let driver = makeStoreDriver()
    driver.start()
    let ticket = try driver.perform(.push(.address(.name)), for: String.self)
    let name = try #require(driver.topViewModel as? AddressStepViewModel)
    name.draft.name = "Ada"
    try name.navigator.navigate(.next)
    #expect("\(driver.stack.current)" == "[cart, address.name, address.city]")
    #expect(try driver.snapshot().data().range(of: Data("Ada".utf8)) != nil)
    let city = try #require(driver.topViewModel as? AddressStepViewModel)
    #expect(city.draft === name.draft)
    try city.navigator.navigate(.done("Ada, London"))
    #expect(try await ticket.result == "Ada, London")
    #expect("\(driver.stack.current)" == "[cart]")
    #expect(name.draft.stage.current == .cleared)
  }

  @Test func `each screen that was shown is reported once, without hidden ones`() throws {
    var reported: [String] = []
    var time = Duration.zero
    let views = ScreenViews(now: { time }) { reported.append("\($0) \($1.components.seconds)") }
    let listening = views.listen()
    func makeDriver() -> NavigationDriver<ViewedScreen> {
      NavigationDriver(tabs: [ViewedScreen.news, .settings]) { _, _ in BaseLifecycleViewModel() }
    }
    let driver = makeDriver()
    func perform(_ spec: NavigationSpec<ViewedScreen>, at seconds: Int) throws {
      time = .seconds(seconds)
      try driver.perform(spec)
    }
    driver.start()
    try perform(.push(.story(1)), at: 1)
    try perform(.push(.story(2)), at: 3)
    try perform(.update(driver.stack.current.top.id, to: .story(3)), at: 4)
    try perform(.pushInTab(.story(4), of: .settings), at: 5)
    time = .seconds(6)
    views.isAppActive = false
    try perform(.selectTab(1), at: 20)
    views.isAppActive = true
    time = .seconds(25)
    let other = makeDriver()
    other.start()
    time = .seconds(26)
    views.isAppActive = false
    listening.dispose()
    #expect(reported == ["news 1", "story 2", "story 3", "story 5", "news 1"])
  }

  private enum ViewedScreen: NavigationDestination { case news, story(Int), settings }

  @Test func `back asks before a letter is lost`() async throws {
    let driver = NavigationDriver(root: MailScreen.inbox, screen: makeMailScreen)
    driver.start()
    let stacks = ValueRecorder(driver.stack.map { "\($0)" })
    try driver.perform(.push(.letter))
    (driver.topViewModel as? LetterViewModel)?.text = "Dear Ada"
    await stacks.expect("[inbox]")
    for answer in [Discard.keep, .discard] {
      try driver.back()
      await stacks.expect("[inbox, letter]", "[inbox, letter] ? (discard | keep)")
      try driver.answer(answer)
    }
    await stacks.expect("[inbox, letter]", "[inbox]")
    driver.end()
  }
}
