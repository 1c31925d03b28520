// The Swift blocks of the cookbook, word for word: screens and their lifetimes.
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaStores
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// MARK: Confirm before leaving

enum LetterNavigation: NavigationAction, Equatable { case askToDiscard, leave }

extension NavigationRequest where Action == LetterNavigation, Result == Bool {
  static var mayDiscard: Self { Self(.askToDiscard) }
}

final class LetterViewModel: NavigatingViewModel<LetterNavigation> {
  @Saved("text") var text = ""

  private let mayDiscard = NavigationResultKey<Bool>("mayDiscard")

  init(navigator: any Navigator<LetterNavigation>) {
    super.init(navigator: navigator)
    onResult(mayDiscard) { [weak self] mayDiscard in
      if mayDiscard { try self?.navigator.navigate(.leave) }
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
    case .askToDiscard: .present(.question)
    case .leave: .pop()
    }
  }
  let letter = LetterViewModel(navigator: navigator)
  driver.onBack(on: letter) { [weak letter] in letter?.backRequested() ?? .proceed }
    .addTo(letter.scope)
  return letter
}

enum MailScreen: NavigationDestination { case inbox, letter, question }
enum QuestionNavigation: NavigationAction { case answer(Bool) }
typealias QuestionViewModel = NavigatingViewModel<QuestionNavigation>

@MainActor
func makeMailScreen(
  _ screen: MailScreen,
  _ driver: NavigationDriver<MailScreen>
) -> BaseLifecycleViewModel {
  switch screen {
  case .inbox: BaseLifecycleViewModel()
  case .letter: makeLetter(driver)
  case .question:
    QuestionViewModel(
      navigator: StackNavigator(driver) { (action: QuestionNavigation) in
        switch action {
        case .answer(let mayDiscard): .dismiss(result: NavigationResult(mayDiscard, .boolean))
        }
      }
    )
  }
}

// MARK: Several view models on one screen

final class PanelViewModel: BaseLifecycleViewModel {
  @Saved var isFolded: Bool
  private(set) lazy var lines = load { [fetch] in try await fetch() }

  private let fetch: @MainActor () async throws -> [String]

  init(_ name: String, fetch: @escaping @MainActor () async throws -> [String]) {
    _isFolded = Saved(wrappedValue: false, "isFolded of \(name)")
    self.fetch = fetch
    super.init()
  }
}

final class DashboardViewModel: BaseLifecycleViewModel {
  let news: PanelViewModel
  let mail: PanelViewModel
  lazy var isLoading = combine(news.lines, mail.lines) { $0.isLoading || $1.isLoading }

  init(news: PanelViewModel, mail: PanelViewModel) {
    self.news = news
    self.mail = mail
    super.init()
    addChild(news)
    addChild(mail)
  }

  func pulledDown() {
    news.lines.reload()
    mail.lines.reload()
  }
}

// MARK: A dialog with its own store

enum TipIntent: Sendable { case more, less }
enum TipNavigation: NavigationAction, Equatable { case done(percent: Int) }

final class TipViewModel: NavigatingViewModel<TipNavigation> {
  @Saved("percent") private var percent = 10
  private(set) lazy var store = ReducerStore(state: $percent) { (percent, intent: TipIntent) in
    switch intent {
    case .more: percent += 5
    case .less: percent = max(0, percent - 5)
    }
  }

  func doneTapped() throws(NavigationError) { try navigator.navigate(.done(percent: percent)) }
}

// MARK: A deep link into a flow

struct Play: Codable, Hashable, NavigationBundleContent {
  var title: String

  static let bundleSpec = NavigationBundleSpec<Self>.codable()
}

enum TheatreScreen: NavigationDestination { case login, plays, seats(Play) }

extension DeepLinks where Destination == TheatreScreen {
  static let theatre = DeepLinks(
    scheme: "theatre",
    host: "app",
    routes: [DeepLinkRoute("seats", Play.bundleSpec) { [.plays, .seats($0)] }]
  )
}

@MainActor
final class TheatreApp {
  let driver = NavigationDriver(root: TheatreScreen.login) { _, _ in BaseLifecycleViewModel() }
  private var isLoggedIn = false
  private var target: [TheatreScreen] = [.plays]

  func open(_ link: String) throws {
    target = try DeepLinks.theatre.screens(for: link)
    if isLoggedIn { try driver.open(target) }
  }

  func didLogIn() throws(NavigationError) {
    isLoggedIn = true
    try driver.open(target)
  }
}

// MARK: A payment

enum Payment: SavableState { case notStarted, running(UUID), failed(UUID), paid }

final class PaymentViewModel: BaseLifecycleViewModel {
  @Saved("payment") private(set) var payment = Payment.notStarted

  private let pay: @MainActor (UUID) async throws -> Void

  init(pay: @escaping @MainActor (UUID) async throws -> Void) {
    self.pay = pay
    super.init()
    if case .running(let id) = payment { send(id) }  // the process ended meanwhile
  }

  func payTapped() {
    switch payment {
    case .notStarted: send(UUID())
    case .failed(let id): send(id)
    case .running, .paid: break
    }
  }

  private func send(_ id: UUID) {
    payment = .running(id)
    scope.launch { [weak self, pay] in
      do {
        try await pay(id)
        self?.payment = .paid
      } catch  where !Task.isCancelled {
        self?.payment = .failed(id)
      }
    }
  }
}

// MARK: Tests

/// The screen of the recipes that need a driver.
enum CookbookScreen: NavigationDestination {
  case recipe

  @MainActor
  static func driver(
    _ snapshot: NavigationSnapshot<CookbookScreen>?,
    recipe: @escaping @MainActor () -> BaseLifecycleViewModel
  ) -> NavigationDriver<CookbookScreen> {
    NavigationDriver(root: .recipe, restoring: snapshot) { _, _ in recipe() }
  }
}

@MainActor
struct CookbookScreenTests {
  @Test func `back asks before a letter is lost`() async throws {
    let driver = NavigationDriver(root: MailScreen.inbox, screen: makeMailScreen)
    driver.start()
    let stacks = ValueRecorder(driver.stack.map { "\($0)" })
    try driver.perform(.push(.letter))
    (driver.topScreen as? LetterViewModel)?.text = "Dear Ada"
    await stacks.expect("[inbox]")
    for mayDiscard in [false, true] {
      try driver.back()
      await stacks.expect("[inbox, letter]", "[inbox, letter] ▸ [question]")
      try (driver.topScreen as? QuestionViewModel)?.navigator.navigate(.answer(mayDiscard))
    }
    await stacks.expect("[inbox, letter]", "[inbox]")
    driver.end()
  }

  @Test func `the question may be an effect, and Cancel asks it as well`() async throws {
    struct DiscardQuestion: NavigationEffect { typealias Answer = Bool }
    var answer = false
    let driver = NavigationDriver(root: MailScreen.inbox) { screen, driver in
      guard screen == .letter else { return BaseLifecycleViewModel() }
      return LetterViewModel(
        navigator: StackNavigator(driver) { (action: LetterNavigation) in
          switch action {
          case .askToDiscard: .launch(DiscardQuestion())
          case .leave: .dismiss()
          }
        }
      )
    }
    let asked = EventChannel<Bool>()
    let question = driver.onLaunch(of: DiscardQuestion.self) { _ in
      asked.send(answer)
      return answer
    }
    driver.start()
    let stacks = ValueRecorder(driver.stack.map { "\($0)" })
    try driver.perform(.present(.letter))
    await stacks.expect("[inbox]", "[inbox] ▸ [letter]")
    let letter = try #require(driver.topScreen as? LetterViewModel)
    letter.text = "Dear Ada"
    var answers = asked.makeAsyncIterator()
    try letter.cancelTapped()
    #expect(await answers.next() == false)
    answer = true
    try letter.cancelTapped()
    await stacks.expect("[inbox]")
    question.dispose()
    driver.end()
  }

  @Test func `panels load and are saved with their screen`() async throws {
    func dashboard() -> DashboardViewModel {
      DashboardViewModel(
        news: PanelViewModel("news") { ["Rain"] },
        mail: PanelViewModel("mail") { ["From Ada"] }
      )
    }
    let first = dashboard()
    first.mail.isFolded = true
    let data = first.savedState()
    try await withViewModel(BaseLifecycleViewModel.restoring(data, dashboard)) { harness in
      #expect(harness.viewModel.mail.isFolded && !harness.viewModel.news.isFolded)
      await harness.resume()
      let isLoading = ValueRecorder(harness.viewModel.isLoading)
      await isLoading.expect(true, false)
      #expect(harness.viewModel.news.lines.current.value == ["Rain"])
    }
  }

  @Test func `the dialog returns what its store holds`() async throws {
    let navigator = RecordingNavigator<TipNavigation>()
    try await withViewModel(TipViewModel(navigator: navigator)) { harness in
      for intent in [TipIntent.more, .more, .less] { harness.viewModel.store.send(intent) }
      try harness.viewModel.doneTapped()
      navigator.expect(.done(percent: 15))
    }
  }

  @Test func `a link waits for the login`() throws {
    let app = TheatreApp()
    app.driver.start()
    try app.open("theatre://app/seats?title=Hamlet")
    #expect("\(app.driver.stack.current)" == "[login]")
    try app.didLogIn()
    #expect("\(app.driver.stack.current)" == "[plays, seats]")
    app.driver.end()
  }

  @Test func `a payment continues in the background, and is repeated in a later process`()
    async throws
  {
    let pay = MockFunction<Void, UUID>("pay")
    let gate = pay.onAnyCall.awaits()
    let process = SimulatedProcess<CookbookScreen> { snapshot in
      CookbookScreen.driver(snapshot) { PaymentViewModel { try await pay.callAsync($0) } }
    }
    (process.driver.topScreen as? PaymentViewModel)?.payTapped()
    let first = try await gate.arrival()
    try await process.dieAndRestore()
    let second = try await gate.arrival()
    #expect(first == second)
    process.driver.hostState = .background
    let payment = try #require(process.driver.topScreen as? PaymentViewModel)
    gate.open()
    _ = try await payment.$payment.stateFlow.first { $0 == .paid }
    process.driver.end()
  }
}
