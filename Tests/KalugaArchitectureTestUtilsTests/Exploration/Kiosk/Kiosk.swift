import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaSessions

/// What the user and the server do.
enum KioskMove: AppMove {
  case open(Int)
  case more
  case order
  case ask
  case answer(Int)
  case basket
  case close
  case help
  case textArrives
}

/// A navigator that is made outside of all screens, so that it does not know which one navigates.
private final class SharedNavigator: Navigator {
  var target: (any Navigator<KioskAction>)?

  func navigate<Result>(
    _ request: NavigationRequest<KioskAction, Result>
  ) throws(NavigationError) -> NavigationTicket<Result> {
    guard let target else { throw .noHost(action: "shared") }
    return try target.navigate(request)
  }
}

/// A small app with at most one fault.
@MainActor
final class Kiosk: ExploredApp {
  let driver: NavigationDriver<KioskScreen>
  private let services: KioskServices
  private let fault: Fault?
  private let textArrival = Gate()

  /// Creates the app of a process, which continues with the server of the previous process.
  init(
    _ snapshot: NavigationSnapshot<KioskScreen>?,
    _ previous: Kiosk?,
    _ fault: Fault?,
    _ remains: Remains
  ) {
    let services = KioskServices(fault, previous?.services.server ?? KioskServer(), remains)
    self.services = services
    self.fault = fault
    let shared = SharedNavigator()
    driver = NavigationDriver(
      root: .list,
      restoring: snapshot
    ) { screen, driver in
      let navigator: any Navigator<KioskAction> =
        fault == .anyoneMayOpenScreens ? shared : StackNavigator(driver) { Self.spec($0, fault) }
      switch screen {
      case .list: return KioskList(navigator, services)
      case .item: return KioskItem(navigator, services)
      case .question: return KioskQuestion(navigator, services)
      case .basket: return KioskBasket(navigator, services)
      case .help:
        let help = KioskHelp(navigator, services)
        if fault == .helpSwallowsBack { _ = driver.onBack(on: help) { .intercept } }
        return help
      }
    }
    shared.target = StackNavigator(driver) { Self.spec($0, fault) }
    if fault == .guardMisleadsLinks {
      _ = driver.addGuard { spec, _ in
        if case .open = spec { .redirect(.popToRoot()) } else { .proceed }
      }
    }
  }

  private static func spec(_ action: KioskAction, _ fault: Fault?) -> NavigationSpec<KioskScreen> {
    switch action {
    case .open(let article): .push(.item(article))
    case .ask: .push(.question)
    case .answer(let count): .pop(result: NavigationResult(count, .integer))
    case .basket: .present(.basket)
    case .close: .dismiss()
    case .help: fault == .helpReplacesTheList ? .setRoot(.help) : .push(.help)
    }
  }

  // MARK: Exploring

  var screenNames: [String] { ["list", "item", "question", "basket", "help"] }

  var moves: [KioskMove] {
    switch driver.topViewModel {
    case is KioskList:
      switch fault {
      case .nothingLeadsToHelp: [.open(1), .basket]
      case .soldOutArticleIsOffered: [.open(1), .open(3), .basket, .help]
      default: [.open(1), .basket, .help]
      }
    case let item as KioskItem:
      (item.amount.count < (fault == .limitIsOffByOne ? 3 : 2) ? [.more] : [])
        + (services.server.orderCount == 0 ? [.order] : [])
        + (item.amount.count == 0 ? [.ask] : [])
    case is KioskQuestion: [.answer(2)]
    case is KioskBasket: [.close]
    case let help as KioskHelp:
      help.text.isEmpty ? [.textArrives] : []
    default: []
    }
  }

  func isTap(_ move: KioskMove) -> Bool { move != .textArrives }

  func perform(_ move: KioskMove) async throws {
    try begin(move)
    guard move == .help else { return }
    do {
      try await textArrival.pass()
    } catch {
      // Many apps turn all errors into their own, also that of a wait that the end of the process
      // cancels.
      throw KioskError.noText
    }
  }

  private func begin(_ move: KioskMove) throws {
    switch (move, driver.topViewModel) {
    case (.open(let number), let list as KioskList): try list.tapped(Article(number: number))
    case (.basket, let list as KioskList): try list.navigator.navigate(.basket)
    case (.help, let list as KioskList): try list.helpTapped()
    case (.more, let item as KioskItem): item.moreTapped()
    case (.order, is KioskItem) where fault == .orderIsCancelled: throw CancellationError()
    case (.order, let item as KioskItem): item.orderTapped()
    case (.ask, let item as KioskItem): try item.askTapped()
    case (.answer(let count), let question as KioskQuestion):
      try question.navigator.navigate(.answer(count))
    case (.close, let basket as KioskBasket): try basket.navigator.navigate(.close)
    case (.textArrives, is KioskHelp):
      _ = services.server.texts.tryEmit("help")
      textArrival.open()
    default: throw KioskError.noSuchMove
    }
  }

  /// What is saved, and what is shown or known to the server.
  var stateKey: String {
    get throws {
      let amount = (driver.topViewModel as? KioskItem)?.amount.count
      return "\(try savedText)\n\(amount ?? 0) shown, \(services.server.orderCount) ordered"
    }
  }

  func checkRules() throws {
    if let item = driver.topViewModel as? KioskItem, item.amount.count > 2 {
      throw KioskError.tooMany
    }
  }

  private(set) lazy var links: DeepLinks<KioskScreen>? = makeLinks()

  private func makeLinks() -> DeepLinks<KioskScreen> {
    let step = fault == .linkNamesTheNextArticle ? 1 : 0
    let forgetsList = fault == .linkForgetsTheList
    let item = DeepLinkRoute(["articles", .row(Article.Rows.number)], Article.bundleSpec) {
      let item = KioskScreen.item(Article(number: $0.number + step))
      return forgetsList ? [item] : [.list, item]
    } content: { screens in
      if case .item(let article) = screens.last { article } else { nil }
    }
    let help = DeepLinkRoute("help", screens: [KioskScreen.list, .help])
    return DeepLinks(scheme: "kiosk", host: "example", routes: [help, item])
  }
}
